import { sleep } from "../../core/clock.js";
import { defined } from "../../core/defined.js";
import { TsopError } from "../../core/errors.js";
import type { Surroundings } from "../surroundings.js";

export interface KeepTryingOptions extends Surroundings {
  readonly signal: AbortSignal;
}

/** Repeats an attempt until it succeeds; returns undefined if the signal fires first. */
export async function keepTrying<T>(attempt: () => Promise<T>, options: KeepTryingOptions): Promise<T | undefined> {
  const { clock, signal } = options;
  const retries = new Retries(options);
  while (!signal.aborted) {
    try {
      const result = await attempt();
      retries.succeeded();
      return result;
    } catch (error) {
      retries.failed(error);
      await sleep(clock, retries.nextDelay(), signal);
    }
  }
  return undefined;
}

/** client-go's values for a reflector: 0.8 s doubling to 30 s, up to twice as long by chance, reset after 2 minutes. */
const firstMs = 800;
const longestMs = 30_000;
const resetAfterMs = 120_000;

/** The log messages for failures and for their end. */
const aboutWatches = { failed: "cannot watch; retrying", works: "watching again" };

/**
 * Handles the failures of a watch or another repeated operation: computes the delay before the next attempt, and logs
 * each reason once and the recovery once.
 */
export class Retries {
  readonly #options: Surroundings;
  readonly #words: typeof aboutWatches;
  #base = firstMs;
  #lastAsked = 0;
  #inARow = 0;
  #lastSaid: string | undefined;

  constructor(options: Surroundings, words = aboutWatches) {
    this.#options = options;
    this.#words = words;
  }

  get inARow(): number {
    return this.#inARow;
  }

  /** Returns a delay that grows with each call, and starts over after a while without calls. */
  nextDelay(): number {
    const { clock, random } = this.#options;
    const now = clock.monotonic();
    if (now - this.#lastAsked > resetAfterMs) this.resetDelay();
    this.#lastAsked = now;
    const delay = this.#base * (1 + random());
    this.#base = Math.min(this.#base * 2, longestMs);
    return Math.min(delay, longestMs);
  }

  resetDelay(): void {
    this.#base = firstMs;
  }

  /** @param isExpected - true for a failure that needs no attention; it is logged at level debug */
  failed(error: unknown, isExpected = false): void {
    const { log } = this.#options;
    this.#inARow += 1;
    const reason = error instanceof Error ? error.message : String(error);
    if (reason === this.#lastSaid) {
      log.debug("still failing", { reason, failures: this.#inARow });
      return;
    }
    this.#lastSaid = reason;
    if (isExpected) log.debug(this.#words.failed, { reason });
    else if (error instanceof TsopError) log.warn(this.#words.failed, defined({ reason, hint: error.hint }));
    else log.error(this.#words.failed, { error });
  }

  succeeded(): void {
    if (this.#inARow === 0) return;
    this.#options.log.info(this.#words.works, { failures: this.#inARow });
    this.#inARow = 0;
    this.#lastSaid = undefined;
  }
}
