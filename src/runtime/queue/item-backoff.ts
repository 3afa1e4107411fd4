/** Numbers of client-go's `DefaultTypedControllerRateLimiter`, its per-item part. */
const firstDelayMs = 5;
const longestDelayMs = 1_000_000;

/** Counts failures in a row by key, and turns the count into a delay that doubles each time. */
export class ItemBackoff {
  readonly #failures = new Map<string, number>();

  /** Counts one more failure and returns how long to wait. */
  next(key: string): number {
    const failures = this.failures(key);
    this.#failures.set(key, failures + 1);
    return Math.min(firstDelayMs * 2 ** failures, longestDelayMs);
  }

  failures(key: string): number {
    return this.#failures.get(key) ?? 0;
  }

  forget(key: string): void {
    this.#failures.delete(key);
  }
}
