import { Counter, Gauge, type Registry } from "prom-client";

/** What is told of the certificates that the manager makes itself. */
export interface CertificateMetrics {
  /** Until when they can be used, in milliseconds since 1970. */
  inUse(until: { readonly serving: number; readonly authority: number }): void;
  /** A certificate or an authority was made by this process. */
  issued(): void;
  /** A configuration got the bundle from this process. */
  injected(): void;
  failed(): void;
}

export function createCertificateMetrics(registry: Registry, purpose: "webhooks" | "metrics"): CertificateMetrics {
  const registers = [registry];
  const prefix = purpose === "webhooks" ? "tsop_webhook" : "tsop_metrics";
  const expiry = new Gauge({
    name: `${prefix}_certificate_expiry_timestamp_seconds`,
    help: "When the certificate of the server expires that is served, and when its newest authority does",
    labelNames: ["certificate"],
    registers,
  });
  const issued = new Counter({
    name: `${prefix}_certificate_writes_total`,
    help: "Writes of the Secret of the server's certificate by this process",
    registers,
  });
  const injected = new Counter({
    name: `${prefix}_ca_bundle_writes_total`,
    help: "Webhook configurations and CRDs that got a caBundle from this process",
    registers,
  });
  const failures = new Counter({
    name: `${prefix}_certificate_errors_total`,
    help: "Attempts to keep the certificate of the server that failed",
    registers,
  });
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
