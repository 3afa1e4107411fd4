import type { Clock } from "../../core/clock.js";
import { systemClock } from "../../core/clock.js";

/**
 * Determines how long a request waits after its run has failed. Use a separate rate limiter for each controller.
 *
 * @example
 * ```ts
 * import { exponentialBackoff, type Manager, type Reconciler, slowestOf, tokenBucket } from "tsop";
 * import { ConfigMap } from "tsop/k8s/core/v1";
 *
 * export function setUp(manager: Manager, reconciler: Reconciler): void {
 *   // As Kubernetes' own controllers: each request backs off, and all together fail no more than ten times a second.
 *   const rateLimiter = slowestOf(exponentialBackoff(), tokenBucket({ perSecond: 10, burst: 100 }));
 *   manager.controller("config").for(ConfigMap).withOptions({ rateLimiter }).complete(reconciler);
 * }
 * ```
 */
export interface RateLimiter {
  /** Counts another failure of the key; returns the delay in milliseconds. */
  next(key: string): number;
  /** Returns the number of consecutive failures of the key. */
  failures(key: string): number;
  /** Resets the consecutive failures of the key. */
  forget(key: string): void;
}

export interface ExponentialBackoffOptions {
  /** The delay after the first failure, in milliseconds. Default 5. */
  readonly firstMs?: number;
  /** The longest delay, in milliseconds. Default 1,000,000, which is about a quarter of an hour. */
  readonly longestMs?: number;
}

/**
 * Returns a rate limiter whose delay doubles with each consecutive failure of a request; client-go's
 * `ItemExponentialFailureRateLimiter` with its values.
 *
 * @throws RangeError if a delay is not finite, or is negative
 *
 * @example
 * ```ts
 * import { exponentialBackoff } from "tsop";
 *
 * export const patient = exponentialBackoff({ firstMs: 1_000, longestMs: 60_000 });
 * ```
 */
export function exponentialBackoff({
  firstMs = 5,
  longestMs = 1_000_000,
}: ExponentialBackoffOptions = {}): RateLimiter {
  checkNumber("firstMs", firstMs);
  checkNumber("longestMs", longestMs);
  const counts = new Map<string, number>();
  const failures = (key: string): number => counts.get(key) ?? 0;
  return {
    next(key) {
      const before = failures(key);
      counts.set(key, before + 1);
      return Math.min(firstMs * 2 ** before, longestMs);
    },
    failures,
    forget: (key) => void counts.delete(key),
  };
}

export interface TokenBucketOptions {
  /** The number of failures per second, of all requests together, that are repeated without a delay. Default 10. */
  readonly perSecond?: number;
  /** The number of failures at once after a quiet period. Default 100. */
  readonly burst?: number;
  /** The clock. Default: the system's. */
  readonly clock?: Pick<Clock, "monotonic">;
}

/**
 * Returns a rate limiter that spreads the retries of all requests together; client-go's `BucketRateLimiter` with the
 * values of its default.
 *
 * @throws RangeError if one of the numbers is not finite, or is not greater than zero
 *
 * @example
 * ```ts
 * import { tokenBucket } from "tsop";
 *
 * export const gentle = tokenBucket({ perSecond: 1, burst: 5 });
 * ```
 */
export function tokenBucket({
  perSecond = 10,
  burst = 100,
  clock = systemClock,
}: TokenBucketOptions = {}): RateLimiter {
  checkNumber("perSecond", perSecond, true);
  checkNumber("burst", burst, true);
  const counts = new Map<string, number>();
  /** The time when the bucket would be full if it could go below empty. */
  let fullAt = -Infinity;
  return {
    next(key) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      const now = clock.monotonic();
      const wait = Math.max(fullAt, now) - now - ((burst - 1) / perSecond) * 1000;
      fullAt = Math.max(fullAt, now) + 1000 / perSecond;
      return Math.max(0, wait);
    },
    failures: (key) => counts.get(key) ?? 0,
    forget: (key) => void counts.delete(key),
  };
}

/**
 * Combines several rate limiters; the longest delay applies.
 *
 * @throws RangeError without a limiter
 *
 * @example
 * ```ts
 * import { exponentialBackoff, slowestOf, tokenBucket } from "tsop";
 *
 * export const both = slowestOf(exponentialBackoff({ longestMs: 30_000 }), tokenBucket());
 * ```
 */
export function slowestOf(...limiters: readonly RateLimiter[]): RateLimiter {
  if (limiters.length === 0) throw new RangeError("slowestOf needs at least one rate limiter");
  return {
    next: (key) => Math.max(...limiters.map((limiter) => limiter.next(key))),
    failures: (key) => Math.max(...limiters.map((limiter) => limiter.failures(key))),
    forget: (key) => limiters.forEach((limiter) => limiter.forget(key)),
  };
}

function checkNumber(name: string, value: number, isPositive = false): void {
  if (Number.isFinite(value) && (isPositive ? value > 0 : value >= 0)) return;
  throw new RangeError(`${name} must be a number ${isPositive ? "greater than 0" : "from 0"}, got ${value}`);
}
