import type { Clock } from "../../core/clock.js";

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
