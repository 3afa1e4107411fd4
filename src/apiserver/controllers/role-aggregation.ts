/** Gives ClusterRoles with an aggregationRule the rules of those that it selects. Source: kubernetes/pkg/controller/clusterroleaggregation. */
import { aggregateRules } from "../kinds/rbac/aggregate-rules.js";
import { isSameJson } from "../../core/json.js";
import { storageKeyOf } from "../resource.js";
import type { ControllerObjects } from "./controller-objects.js";
import type { WorkQueue } from "./work-queue.js";

const clusterRoles = storageKeyOf("rbac.authorization.k8s.io", "clusterroles");

export class RoleAggregation {
  readonly #objects: ControllerObjects;
  readonly #queue: WorkQueue;
  readonly #unsubscribe: () => void;

  constructor(objects: ControllerObjects) {
    this.#objects = objects;
    this.#queue = objects.queues.create((name) => this.#aggregate(name));
    this.#addAll();
    this.#unsubscribe = objects.parts.store.subscribe(clusterRoles, () => this.#addAll());
  }

  stop(): void {
    this.#unsubscribe();
    this.#queue.stop();
  }

  /** There are few of them, and any role may be selected by each. */
  #addAll(): void {
    for (const { metadata, aggregationRule } of this.#objects.parts.store.list(clusterRoles)) {
      if (aggregationRule !== undefined) this.#queue.add(metadata.name ?? "");
    }
  }

  async #aggregate(name: string): Promise<void> {
    const { store } = this.#objects.parts;
    const role = store.get(clusterRoles, "", name);
    const resource = this.#objects.resource(clusterRoles);
    if (role === undefined || resource === undefined) return;
    const rules = aggregateRules(role, store.list(clusterRoles));
    if (isSameJson(role["rules"] ?? [], rules)) return;
    await this.#objects.update(resource, role, (live) => ({ ...live, rules: rules.length === 0 ? null : rules }));
  }
}
