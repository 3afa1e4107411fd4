import { type Clock, sleep } from "../../core/clock.js";
import { defined } from "../../core/defined.js";
import { TsopError } from "../../core/errors.js";
import type { Logger } from "../logger.js";
import type { Surroundings } from "../surroundings.js";

export interface KeepTryingOptions extends Surroundings {
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

/** client-go's numbers for a reflector: 0.8 s doubling to 30 s, up to as much again by chance, new after 2 minutes. */
const firstMs = 800;
const longestMs = 30_000;
const resetAfterMs = 120_000;

/** How long to wait before the next try. Grows while it is asked, and starts over when it has not been for a while. */
export class RetryDelay {
  readonly #clock: Clock;
  readonly #random: () => number;
  #base = firstMs;
  #lastAsked = 0;

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  next(): number {
    const now = this.#clock.monotonic();
    if (now - this.#lastAsked > resetAfterMs) this.reset();
    this.#lastAsked = now;
    const delay = this.#base * (1 + this.#random());
    this.#base = Math.min(this.#base * 2, longestMs);
    return Math.min(delay, longestMs);
  }

  /** Starts over. */
  reset(): void {
    this.#base = firstMs;
  }
}

/** What is said of failures, and of their end. */
export interface FailureWords {
  readonly failed: string;
  readonly works: string;
}

const aboutWatches: FailureWords = { failed: "cannot watch; trying again", works: "watching again" };

/** Says what keeps a watch (or something else) from working: once for each reason, and once more when it works again. */
export class WatchFailureLog {
  readonly #log: Logger;
  readonly #words: FailureWords;
  #inARow = 0;
  #lastSaid: string | undefined;

  constructor(log: Logger, words: FailureWords = aboutWatches) {
    this.#log = log;
    this.#words = words;
  }

  get inARow(): number {
    return this.#inARow;
  }

  /** @param isExpected - nothing that anybody has to look at */
  add(error: unknown, isExpected = false): void {
    this.#inARow += 1;
    const reason = error instanceof Error ? error.message : String(error);
    if (reason === this.#lastSaid) {
      this.#log.debug("still failing", { reason, failures: this.#inARow });
      return;
    }
    this.#lastSaid = reason;
    if (isExpected) this.#log.debug(this.#words.failed, { reason });
    else if (error instanceof TsopError) {
      this.#log.warn(this.#words.failed, defined({ reason, hint: error.hint }));
    } else {
      this.#log.error(this.#words.failed, { error });
    }
  }

  /** It works. */
  end(): void {
    if (this.#inARow === 0) return;
    this.#log.info(this.#words.works, { failures: this.#inARow });
    this.#inARow = 0;
    this.#lastSaid = undefined;
  }
}
