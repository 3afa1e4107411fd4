/**
 * Sets the rules of ClusterRoles with an aggregationRule from the roles that it selects. Source:
 * kubernetes/pkg/controller/clusterroleaggregation.
 */
import { aggregateRules } from "../kinds/rbac/aggregate-rules.js";
import { isSameJson } from "../../core/json.js";
import { storageKeyOf } from "../resource.js";
import type { ControllerObjects, Stoppable } from "./controller-objects.js";

const clusterRoles = storageKeyOf("rbac.authorization.k8s.io", "clusterroles");

export function aggregateRoles(objects: ControllerObjects): Stoppable {
  const { store } = objects.parts;
  const queue = objects.queues.create(async (name) => {
    const role = store.get(clusterRoles, "", name);
    if (role === undefined) return;
    const rules = aggregateRules(role, store.list(clusterRoles));
    if (isSameJson(role["rules"] ?? [], rules)) return;
    const resource = objects.builtIn(clusterRoles);
    await objects.update(resource, role, (live) => ({ ...live, rules: rules.length === 0 ? null : rules }));
  });
  /** Adds all aggregated roles: there are few, and each may select any role. */
  const addAll = (): void => {
    for (const { metadata, aggregationRule } of store.list(clusterRoles)) {
      if (aggregationRule !== undefined) queue.add(metadata.name ?? "");
    }
  };
  addAll();
  return queue.feedBy(store.subscribe(clusterRoles, addAll));
}
