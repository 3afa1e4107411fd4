import type { Registry } from "prom-client";
import type { CertificatePurpose } from "./certificate-rights.js";
import { metricsIn } from "../../../core/metrics-in.js";

/** Reports metrics about the certificates that the manager creates. */
export interface CertificateMetrics {
  /** The expiry times of the certificates in use, in milliseconds since 1970. */
  inUse(until: { readonly serving: number; readonly authority: number }): void;
  /** Called when this process has created a certificate or an authority. */
  issued(): void;
  /** Called when this process has written the bundle to a configuration. */
  injected(): void;
  failed(): void;
}

const prefixes: Readonly<Record<CertificatePurpose, string>> = {
  webhooks: "tsop_webhook",
  metrics: "tsop_metrics",
  "extension API": "tsop_apiserver",
};

export function createCertificateMetrics(registry: Registry, purpose: CertificatePurpose): CertificateMetrics {
  const { counter, gauge } = metricsIn(registry);
  const prefix = prefixes[purpose];
  const expiry = gauge(
    `${prefix}_certificate_expiry_timestamp_seconds`,
    "Expiry time of the served certificate, and of its newest authority",
    "certificate",
  );
  const writes = "Writes of the certificate's Secret by this process";
  const issued = counter(`${prefix}_certificate_writes_total`, writes);
  const bundles = "Webhook configurations and CRDs to which this process wrote a caBundle";
  const injected = counter(`${prefix}_ca_bundle_writes_total`, bundles);
  const attempts = "Failed attempts to maintain the certificate";
  const failures = counter(`${prefix}_certificate_errors_total`, attempts);
  return {
    inUse: ({ serving, authority }) => {
      expiry.set({ certificate: "serving" }, serving / 1000);
      expiry.set({ certificate: "authority" }, authority / 1000);
    },
    issued: () => issued.inc(),
    injected: () => injected.inc(),
    failed: () => failures.inc(),
  };
}
