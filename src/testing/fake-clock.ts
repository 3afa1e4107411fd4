import { type Clock, nextTurn } from "../core/clock.js";
import { TsopError } from "../core/errors.js";
import { loadingServer } from "./load-server.js";

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/**
 * A clock that moves only when the test moves it: hours of requeues, backoff and leases pass in a moment. Pass the same
 * clock to the manager and to the test's API server, so that both have the same time: an operator that computes when
 * something is due compares `context.clock` with timestamps that the API server sets.
 *
 * @example
 * ```ts
 * import { createManager } from "tsop";
 * import { FakeClock, TestEnvironment } from "tsop/testing";
 *
 * const clock = new FakeClock("2026-01-31T12:00:00Z");
 * const environment = await TestEnvironment.start({ clock });
 * const manager = await createManager({ name: "operator-demo", config: environment.config, clock, healthProbeBindAddress: "0" });
 * // Once it runs, an hour passes:
 * await clock.advance(60 * 60 * 1000);
 * ```
 */
export class FakeClock implements Clock {
  #now = 0;
  /** The number of milliseconds by which the wall clock has been set forward; negative if it was set back. */
  wallShift = 0;
  readonly #start: number;
  readonly #timers = new Set<Timer>();

  /**
   * @param start - the time that it shows at first: a Date, a text that Date reads, or milliseconds since 1970. Default: the
   * time of the machine when the clock is made
   * @throws TsopError `usage/invalid-argument` if `start` is not a time
   */
  constructor(start: Date | string | number = Date.now()) {
    this.#start = new Date(start).getTime();
    if (Number.isNaN(this.#start)) {
      throw new TsopError("usage/invalid-argument", `new FakeClock(): not a time: ${JSON.stringify(start)}`, {
        hint: 'Write it as "2026-01-31T12:00:00Z", or omit it for the time of this machine.',
      });
    }
  }

  monotonic(): number {
    return this.#now;
  }

  now(): number {
    return this.#start + this.#now + this.wallShift;
  }

  setTimer(ms: number, callback: () => void): () => void {
    // Like Node: a delay that does not fit into 31 bits fires at once.
    const delay = ms > 2 ** 31 - 1 || Number.isNaN(ms) ? 1 : Math.max(0, ms);
    const timer = { at: this.#now + delay, callback };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** The number of waiting timers. */
  get timers(): number {
    return this.#timers.size;
  }

  /**
   * Moves the time without firing timers, as for a process that is blocked or stopped. Due timers fire at the next
   * advance.
   */
  jump(ms: number): void {
    this.#now += ms;
  }

  /** Moves the time and fires the due timers on the way, in order. Promises settle in between. */
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
 * Waits for everything that can proceed without time passing: promises, timers that are due at once, and responses of
 * memory clients. Responses over a network are not included.
 *
 * @example
 * ```ts
 * import { settle } from "tsop/testing";
 *
 * await settle();
 * ```
 */
export async function settle(): Promise<void> {
  await takeTurns();
  await loadingServer();
  await takeTurns();
}

async function takeTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
}
