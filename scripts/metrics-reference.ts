/** Prints the reference of the metrics as Markdown, from the registry that an operator serves. */
import { Registry } from "prom-client";
import { gaugeIn } from "../src/migrate/progress.js";
import { ManagerMetrics } from "../src/runtime/metrics/manager-metrics.js";
import { createCertificateMetrics } from "../src/runtime/webhook/certificates/certificate-metrics.js";
import { createWebhookMetrics } from "../src/runtime/webhook/webhook-metrics.js";

interface Metric {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
  readonly help: string;
}

export function printMetricsReference(): string {
  const manager = new ManagerMetrics();
  manager.observeInformers(() => []);
  const webhooks = new Registry();
  createWebhookMetrics(webhooks, []);
  createCertificateMetrics(webhooks, "webhooks");
  createCertificateMetrics(webhooks, "metrics");
  const migrations = new Registry();
  gaugeIn(migrations);
  const metrics = [manager.registry, webhooks, migrations].flatMap(metricsOf);
  const section = (title: string, pattern: RegExp): string[] => [
    `## ${title}`,
    "",
    "| metric | type | labels | meaning |",
    "|---|---|---|---|",
    ...metrics.filter(({ name }) => pattern.test(name)).map(row),
    "",
  ];
  return [
    "# Metrics",
    "",
    "<!-- Generated from src/runtime and src/migrate: `UPDATE_GOLDEN=1 npx vitest run --config test/vitest.config.ts test/docs/reference.test.ts`. -->",
    "",
    "An operator serves these metrics at `/metrics`, in the format of Prometheus, on the address that `--metrics-bind-address` sets: see",
    "[health and metrics](runtime.md#health-and-metrics). The names and the labels are those of controller-runtime; names that begin with `tsop_`",
    "are tsop's own. Add your own metrics to `manager.metricsRegistry`.",
    "",
    ...section("Controllers", /^controller_runtime_(?!webhook)/),
    ...section("Queues", /^workqueue_/),
    "`name` and `controller` are both the name of the controller. `priority` is the priority of the waiting requests.",
    "",
    ...section("Caches", /^tsop_informer_/),
    "`cluster` is the name of a further cluster, and empty for the manager's own.",
    "",
    ...section("Requests to the API server", /^rest_client_/),
    ...section("Leader election", /^leader_election_/),
    ...section("Webhooks", /^controller_runtime_webhook_/),
    ...section("Certificates", /^tsop_(?:webhook|metrics)_/),
    "The operator has these metrics only if it creates the certificate itself (`--webhook-cert-secret`, `--metrics-cert-secret`).",
    "",
    ...section("Migrations of kinds", /^tsop_migration_/),
    "The operator has this metric only if it calls [`migrateKind`](../how-to/migrate-a-kind.md). `from` and `to` are kinds, such as `Bar.foo.abc.com`; `state` is",
    "`moving`, `waiting`, `blocked` or `moved`.",
    "",
    "## The process",
    "",
    "The metrics of the process, `process_*` and `nodejs_*`, are the default metrics of prom-client: CPU time, memory, the delay of the event",
    "loop, garbage collection and open handles.",
    "",
  ].join("\n");
}

function metricsOf(registry: Registry): Metric[] {
  return registry.getMetricsAsArray().map((metric) => {
    const { name, help, type } = metric as typeof metric & { readonly type: string | number };
    const { labelNames = [] } = metric as { readonly labelNames?: readonly string[] };
    return { name, type: String(type), labels: labelNames, help };
  });
}

function row({ name, type, labels, help }: Metric): string {
  return `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(", ")} | ${help}. |`;
}
