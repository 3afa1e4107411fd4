import { compareText } from "../../../core/compare-text.js";
import type { JsonObject } from "../../../core/json.js";
import { type ApiObject, objectOf, objectsOf } from "../../api-object.js";
import { selects } from "../../selectors/selected-labels.js";

/**
 * Returns the rules of a ClusterRole with an aggregationRule: the rules of the roles that it selects, without duplicates.
 * Source: kubernetes/pkg/controller/clusterroleaggregation/clusterroleaggregation_controller.go.
 */
export function aggregateRules(role: ApiObject, roles: readonly ApiObject[]): JsonObject[] {
  const others = roles
    .filter(({ metadata }) => metadata.name !== role.metadata.name)
    .toSorted((a, b) => compareText(a.metadata.name ?? "", b.metadata.name ?? ""));
  const rules = new Map<string, JsonObject>();
  for (const selector of objectsOf(objectOf(role, "aggregationRule"), "clusterRoleSelectors")) {
    for (const other of others.filter(({ metadata }) => selects(selector, metadata.labels ?? {}))) {
      for (const rule of objectsOf(other, "rules")) if (!rules.has(keyOf(rule))) rules.set(keyOf(rule), rule);
    }
  }
  return [...rules.values()];
}

/** Rules are equal if their lists are equal. The order of the fields does not matter, and an empty list equals a missing list. */
function keyOf(rule: JsonObject): string {
  const lists = ["apiGroups", "nonResourceURLs", "resourceNames", "resources", "verbs"].map((name) => rule[name] ?? []);
  return JSON.stringify(lists);
}
