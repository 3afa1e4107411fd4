/** A promise that was not kept. */
export interface Violation {
  readonly check: "converged" | "caches" | "leadership" | "windows" | "growth" | "processes" | "metrics";
  readonly what: string;
  /** The object that it is about, and when it happened (CLOCK_MONOTONIC in milliseconds): where to look for the cause. */
  readonly key?: string;
  readonly at?: number;
}
