import type { Registry } from "prom-client";
import type { Server } from "node:https";
import type { Clock } from "../../core/clock.js";
import type { BindAddress } from "../http/listener.js";
import { createSecureServer } from "../http/secure-server.js";
import type { CertificateFiles } from "../http/serving-certificate.js";
import type { Logger } from "../logger.js";
import { serveReviews } from "./serve-reviews.js";
import { createWebhookMetrics } from "./webhook-metrics.js";
import type { Webhooks } from "./webhooks.js";

/** Where a manager serves its webhooks. */
export interface WebhookServerOptions {
  readonly address: BindAddress;
  readonly files: CertificateFiles;
  /** For how long requests are answered after the manager has stopped: in a cluster, routes to a pod outlive it for a moment. */
  readonly lingerMs: number;
}

export interface WebhookServerParts {
  readonly registry: Registry;
  readonly log: Logger;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const hint =
  "Check --webhook-cert-path, --webhook-cert-name and --webhook-cert-key.\n" +
  "Without webhooks the operator runs with ENABLE_WEBHOOKS=false; the configuration in the cluster must not name it then.";

/** Makes the server, not listening yet. @throws TsopError `files/read-failed` when there is no certificate to read */
export async function createWebhookServer(
  { endpoints }: Webhooks,
  { files }: WebhookServerOptions,
  { registry, log, clock, signal }: WebhookServerParts,
): Promise<Server> {
  const metrics = createWebhookMetrics(registry, [...endpoints.keys()]);
  const listener = serveReviews(endpoints, { log, clock, metrics, signal });
  return createSecureServer(listener, { files, purpose: "webhooks", hint, log, clock });
}
