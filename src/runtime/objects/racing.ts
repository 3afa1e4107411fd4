import { setTimeout } from "node:timers/promises";
import { untilAborted } from "../../core/until-aborted.js";

/** Begins as client-go's `retry.DefaultRetry` does, and outlasts most of a second of somebody who writes all the time. */
const waits = [10, 20, 40, 80, 160, 320];

/**
 * Tries again after a race with another writer. The waits are for the cache that the next try may read from: what the other
 * has written arrives there within milliseconds.
 *
 * @throws what the last try threw
 */
export async function racing<T>(
  attempt: () => Promise<T>,
  isRace: (error: unknown) => boolean,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (const wait of waits) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRace(error)) throw error;
    }
    // Two that wait equally long would meet again.
    await untilAborted(setTimeout(wait * (1 + Math.random())), signal);
  }
  return attempt();
}
