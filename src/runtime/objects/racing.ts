import { setTimeout } from "node:timers/promises";
import { untilAborted } from "../../core/until-aborted.js";

/**
 * Starts like client-go's `retry.DefaultRetry`, and outlasts most of a second of another client that writes constantly.
 */
const waits = [10, 20, 40, 80, 160, 320];

/**
 * Retries after a race with another writer. The delays are for the cache that the next attempt may read from: the other
 * client's write arrives there within milliseconds.
 *
 * @throws the error of the last attempt
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
    // Two clients with equal delays would collide again.
    await untilAborted(setTimeout(wait * (1 + Math.random())), signal);
  }
  return attempt();
}
