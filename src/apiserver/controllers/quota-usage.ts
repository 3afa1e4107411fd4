/** Keeps what is used of quotas. Source: kubernetes/pkg/controller/resourcequota. */
import { calculateUsage, type Measured } from "../admission/quota/calculate-usage.js";
import { findEvaluator } from "../admission/quota/evaluators.js";
import type { ApiObject } from "../api-object.js";
import { objectOf } from "../json-fields.js";
import { isSame } from "../kinds/common-strategy.js";
import type { Registry } from "../objects/registry.js";
import { storageKeyOf } from "../resource.js";
import type { StoredEvent } from "../storage/history.js";
import { addAll, isSameAmounts, only, readAmounts, showAmounts } from "../types/amount.js";
import type { ControllerObjects } from "./controller-objects.js";
import type { WorkQueue } from "./work-queue.js";

const quotas = storageKeyOf("", "resourcequotas");
const definitions = storageKeyOf("apiextensions.k8s.io", "customresourcedefinitions");
/** Of which a change may give back what was taken; of others only their end. */
const measuredOnChange = new Set(["pods", "services", "persistentvolumeclaims"]);
export class QuotaUsage {
  readonly #objects: ControllerObjects;
  readonly #registry: Registry;
  readonly #queue: WorkQueue;
  readonly #unsubscribe: () => void;

  constructor(objects: ControllerObjects, registry: Registry) {
    this.#objects = objects;
    this.#queue = objects.queues.create((key) => this.#sync(key));
    this.#registry = registry;
    this.syncAll();
    this.#unsubscribe = objects.parts.store.subscribeToAll((storageKey, event) => this.#observe(storageKey, event));
  }

  stop(): void {
    this.#unsubscribe();
    this.#queue.stop();
  }

  #observe(storageKey: string, { type, object }: StoredEvent): void {
    const { store } = this.#objects.parts;
    if (store.count(quotas) === 0) return;
    if (storageKey === quotas && type !== "DELETED") {
      if (!isSame(objectOf(object, "spec")?.["hard"], objectOf(object, "status")?.["hard"])) this.#add(object);
    } else if (storageKey === definitions) {
      this.syncAll();
    } else if (type === "DELETED" || (type === "MODIFIED" && measuredOnChange.has(storageKey))) {
      const { namespace = "" } = object.metadata;
      if (namespace !== "") this.syncAll(namespace);
    }
  }

  /** Gives back what admission wrote down of writes that failed afterwards. */
  syncAll(namespace?: string): void {
    for (const quota of this.#objects.parts.store.list(quotas, namespace)) this.#add(quota);
  }

  #add({ metadata }: ApiObject): void {
    this.#queue.add(`${metadata.namespace}/${metadata.name}`);
  }

  async #sync(key: string): Promise<void> {
    const [namespace = "", name = ""] = key.split("/");
    const { store, now } = this.#objects.parts;
    const quota = store.get(quotas, namespace, name);
    if (quota === undefined) return;
    const [spec, status] = [objectOf(quota, "spec"), objectOf(quota, "status")];
    const hard = readAmounts(spec, "hard");
    const before = readAmounts(status, "used");
    const usage = calculateUsage(quota, [...hard.keys()], this.#measured(namespace), now());
    const used = only(new Map([...before, ...usage]), (each) => hard.has(each));
    const isKnown = status?.["hard"] !== undefined && status["used"] !== undefined;
    if (isKnown && isSame(spec?.["hard"], status["hard"]) && isSameAmounts(used, before)) return;
    const written = { hard: showAmounts(addAll(new Map(), hard)), used: showAmounts(used) };
    await this.#objects.updateStatus(this.#objects.builtIn(quotas), quota, written);
  }

  /** Each kind once, however many versions it has. */
  #measured(namespace: string): Measured[] {
    const { store } = this.#objects.parts;
    const byKey = new Map(this.#registry.all().map((each) => [each.storageKey, each]));
    return [...byKey.values()].flatMap((resource) => {
      if (!resource.namespaced || !resource.verbs.includes("list")) return [];
      const evaluator = findEvaluator(resource);
      const list = () => store.list(resource.storageKey, namespace);
      return evaluator === undefined ? [] : [{ evaluator, list }];
    });
  }
}
