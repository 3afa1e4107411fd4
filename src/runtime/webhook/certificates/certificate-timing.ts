import { TsopError } from "../../../core/errors.js";

/**
 * The lifetimes of the certificates that the manager creates. Use shorter lifetimes only in tests.
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
  /** The namespace of the Secret and of the Service. Default in a pod: its own; required elsewhere. */
  readonly namespace?: string;
  /** The lifetime of an authority. Default: a year. It is replaced after two thirds of that. */
  readonly authorityLifetimeMs?: number;
  /** The maximum lifetime of a serving certificate. Default: 90 days. It is replaced after two thirds of that. */
  readonly servingLifetimeMs?: number;
  /**
   * How long all configurations must contain a new authority before its certificates are served, because API servers
   * notice a changed configuration with a short delay. Default: 10 s.
   */
  readonly settleMs?: number;
  /**
   * How long the previous authority is still trusted after the new one's certificate is served, because replicas notice
   * it with a short delay. Default: a day.
   */
  readonly retireMs?: number;
}

export type CertificateTiming = Required<Omit<WebhookCertificateOptions, "namespace">>;

const day = 24 * 60 * 60 * 1000;

/** Times in certificates are whole seconds, so that a very short lifetime would end before its use. */
const shortestMs = 10_000;
const longestMs = 100 * 365 * day;

function leastOf(name: string): number {
  return name.endsWith("LifetimeMs") ? shortestMs : 0;
}

/** Sets the defaults. @throws TsopError `usage/invalid-argument` if numbers are out of range or contradict each other */
export function toCertificateTiming(options: WebhookCertificateOptions = {}): CertificateTiming {
  const { authorityLifetimeMs = 365 * day, servingLifetimeMs = 90 * day, settleMs = 10_000, retireMs = day } = options;
  const timing: CertificateTiming = { authorityLifetimeMs, servingLifetimeMs, settleMs, retireMs };
  const problems = Object.entries(timing)
    .filter(([name, ms]) => !(ms >= leastOf(name) && ms <= longestMs))
    .map(([name, ms]) => `${name} must be a number of milliseconds from ${leastOf(name)} to ${longestMs}, got ${ms}`);
  if (problems.length === 0 && servingLifetimeMs > authorityLifetimeMs) {
    problems.push("servingLifetimeMs must not exceed authorityLifetimeMs");
  }
  if (problems.length === 0) return timing;
  throw new TsopError("usage/invalid-argument", `webhookCertificates: ${problems.join("; ")}`);
}
