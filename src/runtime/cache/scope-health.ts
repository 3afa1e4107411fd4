import type { Clock } from "../../core/clock.js";

/** Tracks how current and reliable one list+watch is. */
export class ScopeHealth {
  readonly #clock: Clock;
  #lists = 0;
  #currentAt: number;
  #failure: unknown;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#currentAt = clock.monotonic();
  }

  /** The number of lists since the first one. Each is expensive for the server. */
  get relists(): number {
    return Math.max(0, this.#lists - 1);
  }

  /** The milliseconds since the server last sent data, or, before that, since the first request. */
  get msSinceCurrent(): number {
    return this.#clock.monotonic() - this.#currentAt;
  }

  /** The failure since the server last sent data; undefined if there is none. */
  get failure(): unknown {
    return this.#failure;
  }

  failed(error: unknown): void {
    this.#failure = error;
  }

  /** Called when the server has sent a complete list. */
  listed(): void {
    this.#lists += 1;
    this.confirmed();
  }

  /** Called when the server has confirmed that it has sent everything so far. */
  confirmed(): void {
    this.#currentAt = this.#clock.monotonic();
    this.#failure = undefined;
  }
}
