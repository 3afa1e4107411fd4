import type { Clock } from "../../core/clock.js";

/** How far one list+watch can be believed. */
export class ScopeHealth {
  readonly #clock: Clock;
  #lists = 0;
  #currentAt: number;
  #failure: unknown;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#currentAt = clock.monotonic();
  }

  /** Lists since the first one. Each costs the server dearly. */
  get relists(): number {
    return Math.max(0, this.#lists - 1);
  }

  /** Since the server last said something, or, before that, since it is asked. */
  get msSinceCurrent(): number {
    return this.#clock.monotonic() - this.#currentAt;
  }

  /** What went wrong since the server last said something; undefined: nothing. */
  get failure(): unknown {
    return this.#failure;
  }

  failed(error: unknown): void {
    this.#failure = error;
  }

  /** The server has sent a whole list. */
  listed(): void {
    this.#lists += 1;
    this.confirmed();
  }

  /** The server has said that this is all, up to now. */
  confirmed(): void {
    this.#currentAt = this.#clock.monotonic();
    this.#failure = undefined;
  }
}
