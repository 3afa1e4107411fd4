/** A broken guarantee. */
export interface Violation {
  readonly check: "converged" | "caches" | "leadership" | "windows" | "growth" | "processes" | "metrics";
  readonly what: string;
  /** The affected object, and the time (CLOCK_MONOTONIC in milliseconds), to find the cause. */
  readonly key?: string;
  readonly at?: number;
}
