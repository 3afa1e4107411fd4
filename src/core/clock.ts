import { onAbort } from "./on-abort.js";

/**
 * The source of time. It is passed as a parameter, so that a test can control the time.
 *
 * @example
 * ```ts
 * import { type Clock, createManager } from "tsop";
 *
 * export const startWith = (clock: Clock) => createManager({ name: "operator-demo", clock });
 * ```
 */
export interface Clock {
  /** Returns milliseconds that never decrease, from an arbitrary start. For deadlines and durations. */
  monotonic(): number;
  /** Returns milliseconds since 1970. For time stamps that other programs read. */
  now(): number;
  /**
   * Calls back once after `ms` milliseconds (at most 2^31-1), and returns a function that cancels the timer. Keeps no process
   * alive.
   */
  setTimer(ms: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  monotonic: () => performance.now(),
  now: () => Date.now(),
  setTimer: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Lets timers, connections and signals have their turn: work that never waits for them would delay all of them. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** Waits for the given milliseconds, or until the signal fires. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      release();
      resolve();
    };
    const cancel = clock.setTimer(ms, end);
    const release = onAbort(signal, end);
  });
}
