import type { Registry } from "prom-client";
import type { BindAddress } from "../http/listener.js";
import { type CertificateFiles, createSecureServer } from "../http/secure-server.js";
import { convertPath } from "../../kube/webhook-paths.js";
import {
  type CertifiedServer,
  createOwnTlsServer,
  type OwnCertificatesOptions,
} from "./certificates/own-certificates.js";
import { serveReviews } from "./serve-reviews.js";
import { createWebhookMetrics } from "./webhook-metrics.js";
import type { Webhooks } from "./webhooks.js";
import type { Surroundings } from "../surroundings.js";

/** The address and certificate of a manager's webhook server. */
export interface WebhookServerOptions {
  readonly address: BindAddress;
  readonly certificate: WebhookCertificate;
  /**
   * The number of milliseconds without a new connection that the server waits for after the manager has stopped: in a
   * cluster, routes to a pod outlive it for a moment.
   */
  readonly lingerMs: number;
}

/** The source of the certificate. */
export type WebhookCertificate = { readonly kind: "files"; readonly files: CertificateFiles } | OwnCertificate;

/** The manager creates the certificate. */
export type OwnCertificate = { readonly kind: "own" } & Pick<
  OwnCertificatesOptions,
  "client" | "secret" | "service" | "timing" | "fieldManager" | "random"
>;

export interface WebhookServerParts extends Pick<Surroundings, "log" | "clock"> {
  readonly registry: Registry;
  readonly signal: AbortSignal;
}

const hint =
  "Check --webhook-cert-path, --webhook-cert-name and --webhook-cert-key.\n" +
  "Without webhooks the operator runs with ENABLE_WEBHOOKS=false; the configuration in the cluster must not name it then.";

/** An API server uses a connection for each pending request, and several API servers may send requests at once. */
const limits = { mostConnections: 1_000, mostRequests: 1_000 };

/**
 * Creates the server, which does not listen yet. @throws TsopError `files/read-failed` if the certificate
 * cannot be read
 */
export async function createWebhookServer(
  { endpoints }: Webhooks,
  { certificate }: WebhookServerOptions,
  { registry, log, clock, signal }: WebhookServerParts,
): Promise<CertifiedServer> {
  const paths = [...endpoints.keys()];
  const metrics = createWebhookMetrics(registry, paths);
  const handler = serveReviews(endpoints, { log, clock, metrics, signal });
  const options = { purpose: "webhooks", log, clock, ...limits };
  if (certificate.kind === "files") {
    const { files } = certificate;
    return { server: await createSecureServer(handler, { ...options, files, hint }) };
  }
  const serves = {
    admission: paths.some((path) => path !== convertPath),
    conversion: paths.includes(convertPath),
    extension: false,
  };
  return createOwnTlsServer(handler, options, { ...certificate, purpose: "webhooks", serves, registry });
}
