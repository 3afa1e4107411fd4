import { type Clock, sleep } from "../../core/clock.js";

export interface Quiet {
  readonly clock: Clock;
  /** The start of the wait, by the monotonic clock. */
  readonly since: number;
  /** Returns the time of the last event, by the monotonic clock; undefined before the first one. */
  readonly lastAt: () => number | undefined;
  /** The number of milliseconds without an event that end the wait. 0 ends it at once. */
  readonly quietMs: number;
  /** The number of milliseconds that end the wait in any case. */
  readonly mostMs: number;
}

/** Waits until nothing has happened for some time, or until the signal fires. */
export async function untilQuiet({ clock, since, lastAt, quietMs, mostMs }: Quiet, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const last = Math.max(since, lastAt() ?? since);
    const waitMs = Math.min(last + quietMs, since + mostMs) - clock.monotonic();
    if (waitMs <= 0) return;
    await sleep(clock, waitMs, signal);
  }
}
