import type { Registry } from "prom-client";
import { metricsIn } from "../../core/metrics-in.js";

/** Prometheus' default buckets, which controller-runtime uses for webhooks. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Reports the metrics of a webhook server, under controller-runtime's names. */
export interface WebhookMetrics {
  started(path: string): void;
  ended(path: string, code: number, ms: number): void;
  /** Called when a handler threw. */
  failed(path: string): void;
}

export function createWebhookMetrics(registry: Registry, paths: readonly string[]): WebhookMetrics {
  const { counter, gauge, histogram } = metricsIn(registry);
  const prefix = "controller_runtime_webhook";
  const latency = histogram(`${prefix}_latency_seconds`, "Duration of a request to a webhook", buckets, "webhook");
  const requests = counter(`${prefix}_requests_total`, "Requests to webhooks by HTTP status", "webhook", "code");
  const inFlight = gauge(`${prefix}_requests_in_flight`, "Requests to webhooks in progress", "webhook");
  const panics = counter(`${prefix}_panics_total`, "Webhook calls whose handler threw an error", "webhook");
  for (const webhook of paths) {
    requests.inc({ webhook, code: "200" }, 0);
    requests.inc({ webhook, code: "500" }, 0);
    inFlight.set({ webhook }, 0);
    panics.inc({ webhook }, 0);
  }
  return {
    started: (webhook) => inFlight.inc({ webhook }),
    ended: (webhook, code, ms) => {
      inFlight.dec({ webhook });
      latency.observe({ webhook }, ms / 1000);
      requests.inc({ webhook, code: String(code) });
    },
    failed: (webhook) => panics.inc({ webhook }),
  };
}
