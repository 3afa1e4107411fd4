import { TsopError } from "../core/errors.js";

/**
 * The timing of a lease. Shorter times make a change of leaders faster, and cause more requests to the API server.
 *
 * @example
 * ```ts
 * import type { LeaderElectionOptions } from "tsop";
 *
 * export const patient: LeaderElectionOptions = { leaseDurationMs: 60_000, renewDeadlineMs: 40_000, retryPeriodMs: 5_000 };
 * ```
 */
export interface LeaderElectionOptions {
  /** How long other processes wait for a leader that does not renew; whole seconds. Default 15,000. */
  readonly leaseDurationMs?: number;
  /**
   * The time without a renewal after which the leader gives up. Must be shorter than `leaseDurationMs`. Default 10,000.
   */
  readonly renewDeadlineMs?: number;
  /**
   * The interval between attempts to renew or acquire the lease. `renewDeadlineMs` must be more than 1.2 times as long.
   * Default 2,000.
   */
  readonly retryPeriodMs?: number;
  /** Releases the lease at a clean stop, so that another process leads at once. Default true. */
  readonly releaseOnCancel?: boolean;
}

export type LeaseTiming = Required<LeaderElectionOptions>;

/** controller-runtime's values. */
export const defaultLeaseTiming: LeaseTiming = {
  leaseDurationMs: 15_000,
  renewDeadlineMs: 10_000,
  retryPeriodMs: 2_000,
  releaseOnCancel: true,
};

/** Waiting processes add up to a fifth to each interval, so that they do not all send requests at once. */
export const retryJitter = 0.2;

/** Sets the defaults. @throws TsopError `usage/invalid-argument` if numbers are out of range or contradict each other */
export function toLeaseTiming(options: LeaderElectionOptions = {}): LeaseTiming {
  const timing = { ...defaultLeaseTiming, ...options };
  const { leaseDurationMs, renewDeadlineMs, retryPeriodMs } = timing;
  const problems: string[] = [];
  for (const [name, ms] of Object.entries({ leaseDurationMs, renewDeadlineMs, retryPeriodMs })) {
    if (!(ms > 0 && ms < 2 ** 31))
      problems.push(`${name} must be a number of milliseconds from 1 to ${2 ** 31 - 1}, got ${ms}`);
  }
  if (problems.length === 0) {
    if (leaseDurationMs % 1000 !== 0)
      problems.push(`leaseDurationMs must be a multiple of 1000, got ${leaseDurationMs}`);
    if (renewDeadlineMs >= leaseDurationMs) problems.push("renewDeadlineMs must be less than leaseDurationMs");
    if (renewDeadlineMs <= retryPeriodMs * (1 + retryJitter)) {
      problems.push("renewDeadlineMs must be more than 1.2 times retryPeriodMs");
    }
  }
  if (problems.length === 0) return timing;
  throw new TsopError("usage/invalid-argument", `leaderElection: ${problems.join("; ")}`);
}
