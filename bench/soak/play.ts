import { setTimeout as delay } from "node:timers/promises";
import { monotonicMs } from "./operator/journal.js";
import type { At } from "./schedule.js";

/**
 * Starts each planned action when it is due, without waiting for slower actions. Ends after the last action, or when
 * the signal aborts.
 */
export async function play<T>(
  planned: readonly At<T>[],
  startedAt: number,
  act: (item: At<T>) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const item of planned) {
    await sleep(startedAt + item.at - monotonicMs(), signal);
    if (signal.aborted) return;
    act(item);
  }
}

/** Resolves when the time is over, or when the signal aborts. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await delay(ms, undefined, { signal }).catch(() => undefined);
}

/** Polls until the result is true. Returns false when the time is over, or when the signal aborts. */
export async function until(
  condition: () => Promise<boolean>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const end = monotonicMs() + timeoutMs;
  while (!signal.aborted) {
    if (await condition()) return true;
    if (monotonicMs() > end) return false;
    await sleep(250, signal);
  }
  return false;
}
