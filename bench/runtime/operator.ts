/**
 * The measured operators: the operators of ../controller-runtime, written with tsop. They are bundled like with `tsop
 * build`, and use only the public API of this repository.
 */
import { setTimeout as delay } from "node:timers/promises";
import { writeSync } from "node:fs";
import { parseArgs } from "node:util";
import { createManager, done, type Manager, type ReconcileResult } from "tsop";
import { ConvergeReconciler } from "./converge-reconciler.js";
import { LatencyReconciler } from "./latency-reconciler.js";
import { Widget } from "./widget.js";
import { widgetWebhook } from "./widget-webhook.js";

const { values } = parseArgs({
  options: {
    mode: { type: "string" },
    namespace: { type: "string", default: "default" },
    objects: { type: "string", default: "0" },
    workers: { type: "string", default: "1" },
    "webhook-port": { type: "string", default: "9443" },
    "webhook-cert-path": { type: "string" },
    "managed-fields": { type: "string", default: "drop" },
    "leader-elect": { type: "string", default: "false" },
  },
});
const [objects, workers] = [Number(values.objects), Number(values.workers)];

const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());
const manager = await createManager({
  name: "bench",
  namespaces: [values.namespace],
  healthProbeBindAddress: "0",
  leaderElect: values["leader-elect"] === "true",
  leaderElectionNamespace: values.namespace,
  logLevel: "warn",
  webhookPort: Number(values["webhook-port"]),
  ...(values["webhook-cert-path"] === undefined ? {} : { webhookCertPath: values["webhook-cert-path"] }),
});
setUp(manager);
await manager.start(stop.signal);

function setUp(manager: Manager): void {
  switch (values.mode) {
    case "converge":
      converge(manager);
      return;
    case "webhook":
      manager.webhook(Widget).withDefaulter(widgetWebhook).withValidator(widgetWebhook).complete();
      converge(manager);
      return;
    case "latency": {
      const reconciler = new LatencyReconciler(manager.client, objects, report);
      manager.controller("widget").for(Widget).concurrency(workers).complete(reconciler);
      return;
    }
    case "lead":
      lead(manager);
      return;
    case "sync":
      manager.add({ start: fillCache, needsLeaderElection: false });
      return;
    default:
      throw new Error(`no such mode: ${String(values.mode)}`);
  }
}

function converge(manager: Manager): void {
  const reconciler = new ConvergeReconciler(manager.client, objects, report);
  manager.controller("widget").for(Widget).owns(reconciler.makes).concurrency(workers).complete(reconciler);
}

/** Reports when the process waits for the lease, and when it has reconciled for the first time. */
function lead(manager: Manager): void {
  const standBy = (): Promise<void> => {
    report("standby");
    return Promise.resolve();
  };
  manager.add({ start: standBy, needsLeaderElection: false });
  const reconcile = (): Promise<ReconcileResult> => {
    report("reconciled");
    return Promise.resolve(done());
  };
  manager.controller("widget").for(Widget).complete({ reconcile });
}

/** Fills the cache of the kind, and reports when the cache is complete. */
async function fillCache(signal: AbortSignal): Promise<void> {
  collectGarbage();
  report("start");
  manager.cacheFor(Widget, { stripManagedFields: values["managed-fields"] === "drop" });
  await manager.client.list(Widget, { labels: "none=matches" });
  report("synced");
  collectGarbage();
  report("settled");
  // The benchmark reads the memory now.
  await delay(500);
  report("counted", await countInCache());
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}

/**
 * Counts all objects, and the objects with managedFields. Reads one object after the other, because memory is too small
 * for a list, which copies all objects.
 */
async function countInCache(): Promise<{ readonly found: number; readonly managed: number }> {
  let [found, managed] = [0, 0];
  for (let index = 0; index < objects; index++) {
    const key = { namespace: values.namespace, name: `widget-${index}` };
    const widget = await manager.client.get(Widget, key);
    if (widget !== undefined) found += 1;
    if (widget?.metadata.managedFields !== undefined) managed += 1;
  }
  return { found, managed };
}

function collectGarbage(): void {
  globalThis.gc?.();
  globalThis.gc?.();
}

/** Reports an event to the benchmark immediately, because the benchmark records the time itself. */
function report(event: string, more: object = {}): void {
  writeSync(1, `${JSON.stringify({ event, ...more })}\n`);
}
