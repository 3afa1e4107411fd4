import { TsopError } from "../../core/errors.js";
import type { Logger } from "../logger.js";

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
      this.#log.warn(this.#words.failed, {
        reason,
        ...(error.hint === undefined ? {} : { hint: error.hint }),
      });
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
