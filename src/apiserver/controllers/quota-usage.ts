/** Keeps the usage of quotas up to date. Source: kubernetes/pkg/controller/resourcequota. */
import { calculateUsage, type Measured } from "../admission/quota/calculate-usage.js";
import { findEvaluator } from "../admission/quota/evaluators.js";
import { type ApiObject, objectOf } from "../api-object.js";
import { isSame } from "../kinds/common-strategy.js";
import type { Registry } from "../objects/registry.js";
import { definitionsKey } from "../custom-resources/definition.js";
import { storageKeyOf } from "../resource.js";
import type { StoredEvent } from "../storage/history.js";
import { addAll, isSameAmounts, only, readAmounts, showAmounts } from "../types/amount.js";
import type { ControllerObjects, Stoppable } from "./controller-objects.js";

const quotas = storageKeyOf("", "resourcequotas");
/** Resources whose changes may release usage; for other resources, only a delete does. */
const measuredOnChange = new Set(["pods", "services", "persistentvolumeclaims"]);

export interface QuotaUsage extends Stoppable {
  /** Releases usage that admission recorded for writes that failed later. */
  syncAll(): void;
}

export function keepQuotaUsage(objects: ControllerObjects, registry: Registry): QuotaUsage {
  const { store, now } = objects.parts;
  const queue = objects.queues.create((key) => sync(key));
  syncAll();
  queue.feedBy(store.subscribeToAll((storageKey, event) => observe(storageKey, event)));
  return { syncAll: () => syncAll(), stop: () => queue.stop() };

  function observe(storageKey: string, { type, object }: StoredEvent): void {
    if (store.count(quotas) === 0) return;
    if (storageKey === quotas && type !== "DELETED") {
      if (!isSame(objectOf(object, "spec")?.["hard"], objectOf(object, "status")?.["hard"])) add(object);
    } else if (storageKey === definitionsKey) {
      syncAll();
    } else if (type === "DELETED" || (type === "MODIFIED" && measuredOnChange.has(storageKey))) {
      const { namespace = "" } = object.metadata;
      if (namespace !== "") syncAll(namespace);
    }
  }

  function syncAll(namespace?: string): void {
    for (const quota of store.list(quotas, namespace)) add(quota);
  }

  function add({ metadata }: ApiObject): void {
    queue.add(`${metadata.namespace}/${metadata.name}`);
  }

  async function sync(key: string): Promise<void> {
    const [namespace = "", name = ""] = key.split("/");
    const quota = store.get(quotas, namespace, name);
    if (quota === undefined) return;
    const [spec, status] = [objectOf(quota, "spec"), objectOf(quota, "status")];
    const hard = readAmounts(spec, "hard");
    const before = readAmounts(status, "used");
    const usage = calculateUsage(quota, [...hard.keys()], measured(namespace), now());
    const used = only(new Map([...before, ...usage]), (each) => hard.has(each));
    const isKnown = status?.["hard"] !== undefined && status["used"] !== undefined;
    if (isKnown && isSame(spec?.["hard"], status["hard"]) && isSameAmounts(used, before)) return;
    const written = { hard: showAmounts(addAll(new Map(), hard)), used: showAmounts(used) };
    await objects.updateStatus(objects.builtIn(quotas), quota, written);
  }

  /** Returns each kind once, however many versions it has. */
  function measured(namespace: string): Measured[] {
    const byKey = new Map(registry.all().map((each) => [each.storageKey, each]));
    return [...byKey.values()].flatMap((resource) => {
      if (!resource.namespaced || !resource.verbs.includes("list")) return [];
      const evaluator = findEvaluator(resource);
      const list = () => store.list(resource.storageKey, namespace);
      return evaluator === undefined ? [] : [{ evaluator, list }];
    });
  }
}
