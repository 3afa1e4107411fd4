/**
 * Where time comes from. Given by parameter, so that a test can turn the hands.
 *
 * @example
 * ```ts
 * import { type Clock, createManager } from "tsop";
 *
 * export const startWith = (clock: Clock) => createManager({ name: "operator-demo", clock });
 * ```
 */
export interface Clock {
  /** Milliseconds that never go back, from an arbitrary start. For deadlines and durations. */
  monotonic(): number;
  /** Milliseconds since 1970. For time stamps that others read. */
  now(): number;
  /** Calls back once after `ms` milliseconds (at most 2^31-1) and returns what cancels it. Keeps no process alive. */
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

/** Waits so many milliseconds, or until the signal fires. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const cancel = clock.setTimer(ms, end);
    signal.addEventListener("abort", end);
  });
}
