import type { Clock } from "../core/clock.js";

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/**
 * A clock that stands still until it is told to move: hours of requeues, backoff and leases pass in a moment.
 *
 * @example
 * ```ts
 * import { createManager, type Manager } from "tsop";
 * import { FakeClock, type TestEnvironment } from "tsop/testing";
 *
 * export async function managerIn({ config }: TestEnvironment, clock: FakeClock): Promise<Manager> {
 *   return createManager({ name: "operator-demo", config, clock, healthProbeBindAddress: "0" });
 * }
 * // once it runs: await clock.advance(60 * 60 * 1000);
 * ```
 */
export class FakeClock implements Clock {
  #now = 0;
  /** How far the clock on the wall has been set forward, in milliseconds; backward where it is less than zero. */
  wallShift = 0;
  readonly #timers = new Set<Timer>();

  monotonic(): number {
    return this.#now;
  }

  now(): number {
    return Date.UTC(2026, 0, 31, 12) + this.#now + this.wallShift;
  }

  setTimer(ms: number, callback: () => void): () => void {
    // As Node: what does not fit 31 bits fires at once.
    const delay = ms > 2 ** 31 - 1 || Number.isNaN(ms) ? 1 : Math.max(0, ms);
    const timer = { at: this.#now + delay, callback };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** How many timers wait. */
  get timers(): number {
    return this.#timers.size;
  }

  /** Moves the hands and fires nothing, as for a process that is blocked or stopped: what is due comes with the next advance. */
  jump(ms: number): void {
    this.#now += ms;
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

/**
 * Lets all go on that can without time passing: promises, and what was due at once. Answers of a server are not among them.
 *
 * @example
 * ```ts
 * import { settle } from "tsop/testing";
 *
 * await settle();
 * ```
 */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
