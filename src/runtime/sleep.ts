import type { Clock } from "../core/clock.js";

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
