import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Prometheus' default buckets, which controller-runtime takes for webhooks. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What a webhook server tells of its work, under controller-runtime's names. */
export interface WebhookMetrics {
  started(path: string): void;
  ended(path: string, code: number, ms: number): void;
  /** A handler threw. */
  failed(path: string): void;
}

export function createWebhookMetrics(registry: Registry, paths: readonly string[]): WebhookMetrics {
  const registers = [registry];
  const latency = new Histogram({
    name: "controller_runtime_webhook_latency_seconds",
    help: "Duration of a request to a webhook",
    labelNames: ["webhook"],
    ...{ buckets, registers },
  });
  const requests = new Counter({
    name: "controller_runtime_webhook_requests_total",
    help: "Requests to webhooks by HTTP status",
    labelNames: ["webhook", "code"],
    registers,
  });
  const inFlight = new Gauge({
    name: "controller_runtime_webhook_requests_in_flight",
    help: "Requests to webhooks that are being answered",
    labelNames: ["webhook"],
    registers,
  });
  const panics = new Counter({
    name: "controller_runtime_webhook_panics_total",
    help: "Handlers of webhooks that threw",
    labelNames: ["webhook"],
    registers,
  });
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
