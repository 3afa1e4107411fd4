import { TsopError } from "../../core/errors.js";
import type { Logger } from "../logger.js";

/** Says what keeps a watch from working: once for each reason, and once more when it works again. */
export class WatchFailureLog {
  readonly #log: Logger;
  #inARow = 0;
  #lastSaid: string | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  get inARow(): number {
    return this.#inARow;
  }

  add(error: unknown): void {
    this.#inARow += 1;
    const reason = error instanceof Error ? error.message : String(error);
    if (reason === this.#lastSaid) {
      this.#log.debug("still cannot watch", { reason, failures: this.#inARow });
      return;
    }
    this.#lastSaid = reason;
    if (error instanceof TsopError) {
      this.#log.warn("cannot watch; trying again", {
        reason,
        ...(error.hint === undefined ? {} : { hint: error.hint }),
      });
    } else {
      this.#log.error("cannot watch; trying again", { error });
    }
  }

  /** It works. */
  end(): void {
    if (this.#inARow === 0) return;
    this.#log.info("watching again", { failures: this.#inARow });
    this.#inARow = 0;
    this.#lastSaid = undefined;
  }
}
