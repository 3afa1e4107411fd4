import type { RateLimiter } from "./queue/rate-limiter.js";

/**
 * How a controller works. Each has a default.
 *
 * @example
 * ```ts
 * import type { ControllerSettings } from "tsop";
 *
 * export const settings: ControllerSettings = { reconciliationTimeoutMs: 60_000, maxAttempts: 10 };
 * ```
 */
export interface ControllerSettings {
  /** How many objects are reconciled at a time. Default 1. One object is never reconciled twice at a time. */
  readonly concurrency?: number;
  /**
   * After so many milliseconds the run's signal fires. When the run does not end then, its worker goes on with other
   * objects; its own object waits until it does. Default: no limit.
   */
  readonly reconciliationTimeoutMs?: number;
  /** After so many failures in a row an object waits for its next change. Default: no limit. */
  readonly maxAttempts?: number;
  /** How long an object waits after a failure. Default: `exponentialBackoff()`. */
  readonly rateLimiter?: RateLimiter;
  /** Whether to work only while this process leads. Default true. */
  readonly needsLeaderElection?: boolean;
  /**
   * Whether a change that a run makes asks for no further run of its own request. It still does so for other requests and
   * other controllers, and so does each change that anybody else makes. Leave it out where a run relies on being called
   * again for what it has written, such as one that adds a finalizer and returns. Default false.
   */
  readonly ignoreOwnWrites?: boolean;
  /**
   * After so many milliseconds without a list of each kind that it watches, the controller gives up, and the manager ends
   * with `runtime/cache-sync-timeout`. Optional kinds are not waited for like that. `Infinity`: never. Default 2 minutes.
   */
  readonly cacheSyncTimeoutMs?: number;
}
