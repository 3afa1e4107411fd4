import type { Clock } from "../../core/clock.js";
import type { Logger } from "../logger.js";
import { sleep } from "../sleep.js";
import { RetryDelay } from "./retry-delay.js";
import { WatchFailureLog } from "./watch-failure-log.js";

export interface KeepTryingOptions {
  readonly log: Logger;
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/** Tries until it succeeds; undefined when the signal fires before that. */
export async function keepTrying<T>(
  attempt: () => Promise<T>,
  { log, clock, random, signal }: KeepTryingOptions,
): Promise<T | undefined> {
  const delay = new RetryDelay(clock, random);
  const failures = new WatchFailureLog(log);
  while (!signal.aborted) {
    try {
      const result = await attempt();
      failures.end();
      return result;
    } catch (error) {
      failures.add(error);
      await sleep(clock, delay.next(), signal);
    }
  }
  return undefined;
}
