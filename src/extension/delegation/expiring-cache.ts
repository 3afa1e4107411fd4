import type { Clock } from "../../core/clock.js";

/** A value, and how long it may be used. */
export interface Cacheable<T> {
  readonly value: T;
  readonly ttlMs: number;
}

interface Entry<T> {
  readonly value: Promise<Cacheable<T>>;
  /** By the monotonic clock. Infinite while the value is being determined. */
  expiresAt: number;
}

/** Values that expire. Concurrent requests for the same value determine it once; a failure is not kept. */
export class ExpiringCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #clock: Clock;
  readonly #mostEntries: number;

  constructor(clock: Clock, mostEntries: number) {
    this.#clock = clock;
    this.#mostEntries = mostEntries;
  }

  async get(key: string, determine: () => Promise<Cacheable<T>>): Promise<T> {
    const found = this.#entries.get(key);
    if (found !== undefined && found.expiresAt > this.#clock.monotonic()) return (await found.value).value;
    const entry: Entry<T> = { value: determine(), expiresAt: Infinity };
    this.#add(key, entry);
    try {
      const { value, ttlMs } = await entry.value;
      entry.expiresAt = this.#clock.monotonic() + ttlMs;
      return value;
    } catch (error) {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
      throw error;
    }
  }

  #add(key: string, entry: Entry<T>): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined && this.#entries.size > this.#mostEntries) this.#entries.delete(oldest);
  }
}
