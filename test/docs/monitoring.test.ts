/** docs/production/monitoring.md: its metrics are the manager's, and its alerts use them. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseAllYaml } from "../../src/core/yaml.js";
import { ManagerMetrics } from "../../src/runtime/metrics/manager-metrics.js";
import { WorkQueue } from "../../src/runtime/queue/work-queue.js";
import { createCertificateMetrics } from "../../src/runtime/webhook/certificates/certificate-metrics.js";
import { createWebhookMetrics } from "../../src/runtime/webhook/webhook-metrics.js";
import { systemClock } from "../../src/core/clock.js";

const page = readFileSync(new URL("../../docs/production/monitoring.md", import.meta.url), "utf8");

function createMetrics(): ManagerMetrics {
  const metrics = new ManagerMetrics();
  metrics.observeController("bar", 1, () => new WorkQueue({ clock: systemClock }));
  metrics.observeInformers(() => []);
  createWebhookMetrics(metrics.registry, ["/validate"]);
  createCertificateMetrics(metrics.registry, "webhooks");
  createCertificateMetrics(metrics.registry, "metrics");
  return metrics;
}

const own = createMetrics().registry.getMetricsAsArray();
/** The labels of each metric. */
const labels = new Map(
  own.map((metric) => [metric.name, "labelNames" in metric ? (metric.labelNames as readonly string[]) : []]),
);
/** The labels that Prometheus adds. */
const added = ["namespace"];

test("the table has every metric of a manager, and no other", () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| /gm)].map(([, name = ""]) => name);
  expect(rows.toSorted()).toEqual([...labels.keys()].toSorted());
});

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string };
}

const [rules] = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].flatMap(
  ([, text = ""]) =>
    parseAllYaml(text, "monitoring.md") as { readonly spec: { readonly groups: { rules: Rule[] }[] } }[],
);
const alerts = rules?.spec.groups.flatMap(({ rules }) => rules) ?? [];

describe.each(alerts)("the alert $alert", ({ expr, annotations }) => {
  const metrics = [...expr.matchAll(/(\w+)\{([^}]*)\}/g)].map(([, name = "", selector = ""]) => ({ name, selector }));

  test("uses metrics that exist, with their labels", () => {
    expect(metrics.length).toBeGreaterThan(0);
    for (const { name, selector } of metrics) {
      if (name.startsWith("nodejs_")) continue; // prom-client's
      expect(labels.has(name), name).toBe(true);
      const used = [...selector.matchAll(/(\w+)(?:=|!=)"/g)].map(([, label]) => label);
      expect([...(labels.get(name) ?? []), ...added]).toEqual(expect.arrayContaining(used));
    }
  });

  test("groups by labels that its metrics have, and names no other in its summary", () => {
    const grouped = [...expr.matchAll(/by \((\w+)\)/g)].map(([, label = ""]) => label);
    const named = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label = ""]) => label);
    const own = metrics.flatMap(({ name }) => labels.get(name) ?? []);
    expect([...own, ...added]).toEqual(expect.arrayContaining([...grouped, ...named]));
    if (grouped.length > 0) expect(grouped).toEqual(expect.arrayContaining(named));
  });
});

test("there are alerts", () => {
  expect(alerts.length).toBeGreaterThan(5);
});
