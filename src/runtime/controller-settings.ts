import type { RateLimiter } from "./queue/rate-limiter.js";

/**
 * The settings of a controller. Each has a default.
 *
 * @example
 * ```ts
 * import type { ControllerSettings } from "tsop";
 *
 * export const settings: ControllerSettings = { reconciliationTimeoutMs: 60_000, maxAttempts: 10 };
 * ```
 */
export interface ControllerSettings {
  /**
   * The number of objects that are reconciled at the same time. Default 1. One object is never reconciled twice at the
   * same time.
   */
  readonly concurrency?: number;
  /**
   * The number of milliseconds after which the run's signal fires. If the run does not end then, its worker continues
   * with other objects, and the run's object waits until the run ends. Default: no limit.
   */
  readonly reconciliationTimeoutMs?: number;
  /** The number of consecutive failures after which an object waits for its next change. Default: no limit. */
  readonly maxAttempts?: number;
  /** Determines how long an object waits after a failure. Default: `exponentialBackoff()`. */
  readonly rateLimiter?: RateLimiter;
  /** Whether the controller works only while this process leads. Default true. */
  readonly needsLeaderElection?: boolean;
  /**
   * Whether a change that a run makes does not cause another run for the same request. The change still causes runs for
   * other requests and of other controllers, and so does every change by another client. Do not set this if a run
   * relies on being called again after its own writes, such as a run that adds a finalizer and returns. Default false.
   */
  readonly ignoreOwnWrites?: boolean;
  /**
   * The number of milliseconds after which the controller gives up if a kind that it watches is not listed yet. The
   * manager then ends with `runtime/cache-sync-timeout`. Does not apply to optional kinds. `Infinity`: never. Default 2
   * minutes.
   */
  readonly cacheSyncTimeoutMs?: number;
}
