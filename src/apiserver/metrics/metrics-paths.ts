/** `/metrics` and `/metrics/slis`. Source: k8s.io/apiserver/pkg/server/routes/metrics.go. */
import { type HealthChecks, isHealthPath } from "../discovery/health.js";
import type { Answer } from "../http/answer.js";
import type { PathHandler } from "../server/paths.js";
import type { ServerMetrics } from "./server-metrics.js";

export const metricsPaths: readonly string[] = ["/metrics", "/metrics/slis"];

/** Answers requests for metrics, and passes the others on. */
export function withMetrics(metrics: ServerMetrics, checks: HealthChecks, otherPaths: PathHandler): PathHandler {
  return async (request, url, user) => {
    const { pathname } = url;
    if (pathname === "/metrics/slis") return metricsAnswer(await metrics.printHealth());
    if (pathname !== "/metrics") {
      const type = pathname.slice(1);
      if (isHealthPath(type)) metrics.countHealth(type, checks[type]);
      return otherPaths(request, url, user);
    }
    if (request.method !== "DELETE") return metricsAnswer(await metrics.print());
    metrics.reset();
    return { type: "text", code: 200, contentType: "text/plain; charset=utf-8", text: "metrics reset\n" };
  };
}

function metricsAnswer(text: string): Answer {
  const contentType = "text/plain; version=0.0.4; charset=utf-8; escaping=underscores";
  return { type: "text", code: 200, contentType, text };
}
