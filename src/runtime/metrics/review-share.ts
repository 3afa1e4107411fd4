import type { Clock } from "../../core/clock.js";

/** The error of a call beyond the share. */
export class ShareExceeded extends Error {
  override readonly name = "ShareExceeded";
}

export interface ReviewShareOptions {
  /** The maximum number of concurrent calls. */
  readonly concurrency: number;
  /** The maximum number of waiting calls. */
  readonly waiting: number;
  /** The average number of calls per second, and the number at once after a pause. */
  readonly perSecond: number;
  readonly burst: number;
  readonly clock: Pick<Clock, "monotonic">;
}

/** Limits the calls to the API server for one group of callers, so that no group can use up the capacity of another. */
export class ReviewShare {
  readonly #options: ReviewShareOptions;
  readonly #queue: (() => void)[] = [];
  #running = 0;
  #tokens: number;
  #filledAt: number;

  constructor(options: ReviewShareOptions) {
    this.#options = options;
    this.#tokens = options.burst;
    this.#filledAt = options.clock.monotonic();
  }

  /** @throws ShareExceeded immediately, without running the work; the errors of the work */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const isWaiting = this.#running >= this.#options.concurrency;
    if ((isWaiting && this.#queue.length >= this.#options.waiting) || !this.#takeToken()) {
      throw new ShareExceeded("too many access reviews");
    }
    // A call that ends passes its slot to the next.
    if (isWaiting) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #takeToken(): boolean {
    const { perSecond, burst, clock } = this.#options;
    const now = clock.monotonic();
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) / 1000) * perSecond);
    this.#filledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
