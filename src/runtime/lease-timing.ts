import { TsopError } from "../core/errors.js";

/**
 * How a lease is kept. Fewer seconds make a change of leaders faster, and ask more of the API server.
 *
 * @example
 * ```ts
 * import type { LeaderElectionOptions } from "tsop";
 *
 * export const patient: LeaderElectionOptions = { leaseDurationMs: 60_000, renewDeadlineMs: 40_000, retryPeriodMs: 5_000 };
 * ```
 */
export interface LeaderElectionOptions {
  /** For how long others wait for a leader that is silent; whole seconds. Default 15,000. */
  readonly leaseDurationMs?: number;
  /** After how long without a renewal the leader gives up by itself. Shorter than `leaseDurationMs`. Default 10,000. */
  readonly renewDeadlineMs?: number;
  /** How often the lease is renewed, or asked for. `renewDeadlineMs` is more than 1.2 times as long. Default 2,000. */
  readonly retryPeriodMs?: number;
  /** Give the lease back at a clean stop, so that another process leads at once. Default true. */
  readonly releaseOnCancel?: boolean;
}

export type LeaseTiming = Required<LeaderElectionOptions>;

/** controller-runtime's numbers. */
export const defaultLeaseTiming: LeaseTiming = {
  leaseDurationMs: 15_000,
  renewDeadlineMs: 10_000,
  retryPeriodMs: 2_000,
  releaseOnCancel: true,
};

/** Those who wait ask up to a fifth later, so that not all do at once. */
export const retryJitter = 0.2;

/** Fills in what is missing. @throws TsopError `usage/invalid-argument` for numbers that contradict each other */
export function toLeaseTiming(options: LeaderElectionOptions = {}): LeaseTiming {
  const timing = { ...defaultLeaseTiming, ...options };
  const { leaseDurationMs, renewDeadlineMs, retryPeriodMs } = timing;
  const problems: string[] = [];
  for (const [name, ms] of Object.entries({ leaseDurationMs, renewDeadlineMs, retryPeriodMs })) {
    if (!(ms > 0 && ms < 2 ** 31)) problems.push(`${name} wants milliseconds from 1 to ${2 ** 31 - 1}, got ${ms}`);
  }
  if (problems.length === 0) {
    if (leaseDurationMs % 1000 !== 0) problems.push(`leaseDurationMs wants whole seconds, got ${leaseDurationMs}`);
    if (renewDeadlineMs >= leaseDurationMs) problems.push("renewDeadlineMs must be less than leaseDurationMs");
    if (renewDeadlineMs <= retryPeriodMs * (1 + retryJitter)) {
      problems.push("renewDeadlineMs must be more than 1.2 times retryPeriodMs");
    }
  }
  if (problems.length === 0) return timing;
  throw new TsopError("usage/invalid-argument", `leaderElection: ${problems.join("; ")}`);
}
