import type { Clock } from "../../src/core/clock.js";

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that stands still until it is told to move. */
export class FakeClock implements Clock {
  #now = 0;
  readonly #timers = new Set<Timer>();

  monotonic(): number {
    return this.#now;
  }

  now(): number {
    return Date.UTC(2026, 0, 31, 12) + this.#now;
  }

  setTimer(ms: number, callback: () => void): () => void {
    // As Node: what does not fit 31 bits fires at once.
    const delay = ms > 2 ** 31 - 1 || Number.isNaN(ms) ? 1 : Math.max(0, ms);
    const timer = { at: this.#now + delay, callback };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  get timers(): number {
    return this.#timers.size;
  }

  /** Moves the hands and fires what is due on the way, in order, letting promises settle in between. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
      await settle();
    }
    this.#now = end;
  }
}

/** Lets all that can go on without time passing go on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
