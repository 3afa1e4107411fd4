import { setTimeout } from "node:timers/promises";
import { untilAborted } from "../../core/until-aborted.js";

/** client-go's `retry.DefaultBackoff`: four tries, 10 ms and then five times as long between them. */
const waits = [10, 50, 250];

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
    await untilAborted(setTimeout(wait), signal);
  }
  return attempt();
}
