import type { Clock } from "../../core/clock.js";

/** client-go's values (EventSourceObjectSpamFilter): 25 events about an object at once, then one every five minutes. */
const burst = 25;
const refillMs = 5 * 60_000;
/** The number of objects to remember; a forgotten object gets its burst again. */
const capacity = 4096;

/** Keeps a malfunctioning operator from flooding the API server with events about an object. */
export class SpamFilter {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #buckets = new Map<string, { readonly tokens: number; readonly at: number }>();

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  /** Returns whether another event about this object may be written. */
  admit(key: string): boolean {
    const now = this.#clock.monotonic();
    const { tokens, at } = this.#buckets.get(key) ?? { tokens: burst, at: now };
    const filled = Math.min(burst, tokens + (now - at) / refillMs);
    const isAdmitted = filled >= 1;
    // Inserted again at the end, so that the first entry is the least recently used.
    this.#buckets.delete(key);
    this.#buckets.set(key, { tokens: isAdmitted ? filled - 1 : filled, at: now });
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > capacity && oldest !== undefined) this.#buckets.delete(oldest);
    return isAdmitted;
  }
}
