import { TsopError } from "../../../core/errors.js";

/**
 * How long certificates live that the manager makes itself. Shorter lives are for tests.
 *
 * @example
 * ```ts
 * import type { WebhookCertificateOptions } from "tsop";
 *
 * const day = 24 * 60 * 60 * 1000;
 * export const monthly: WebhookCertificateOptions = { servingLifetimeMs: 30 * day };
 * ```
 */
export interface WebhookCertificateOptions {
  /** Namespace of the Secret and of the Service. In a pod, its own; elsewhere it has to be given. */
  readonly namespace?: string;
  /** For how long an authority can be trusted. Default: a year. Another one follows after two thirds of it. */
  readonly authorityLifetimeMs?: number;
  /** For how long a certificate is served at most. Default: 90 days. Another one follows after two thirds of it. */
  readonly servingLifetimeMs?: number;
  /**
   * For how long all configurations have to name a new authority before certificates of it are served: API servers hear of
   * a configuration a moment after it is written. Default: 10 s.
   */
  readonly settleMs?: number;
  /**
   * For how long the authority before is trusted after the new one's certificate is served: replicas hear of it a moment
   * later. Default: a day.
   */
  readonly retireMs?: number;
}

export type CertificateTiming = Required<Omit<WebhookCertificateOptions, "namespace">>;

const day = 24 * 60 * 60 * 1000;

/** Dates in certificates are whole seconds, so that a very short life would be over before it is used. */
const shortestMs = 10_000;
const longestMs = 100 * 365 * day;

function leastOf(name: string): number {
  return name.endsWith("LifetimeMs") ? shortestMs : 0;
}

/** Fills in what is missing. @throws TsopError `usage/invalid-argument` for numbers that contradict each other */
export function toCertificateTiming(options: WebhookCertificateOptions = {}): CertificateTiming {
  const { authorityLifetimeMs = 365 * day, servingLifetimeMs = 90 * day, settleMs = 10_000, retireMs = day } = options;
  const timing: CertificateTiming = { authorityLifetimeMs, servingLifetimeMs, settleMs, retireMs };
  const problems = Object.entries(timing)
    .filter(([name, ms]) => !(ms >= leastOf(name) && ms <= longestMs))
    .map(([name, ms]) => `${name} wants milliseconds from ${leastOf(name)} to ${longestMs}, got ${ms}`);
  if (problems.length === 0 && servingLifetimeMs > authorityLifetimeMs) {
    problems.push("servingLifetimeMs is not to be more than authorityLifetimeMs");
  }
  if (problems.length === 0) return timing;
  throw new TsopError("usage/invalid-argument", `webhookCertificates: ${problems.join("; ")}`);
}
