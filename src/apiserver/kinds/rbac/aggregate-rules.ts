import { compareText } from "../../../core/compare-text.js";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { selects } from "../../selectors/selected-labels.js";

/**
 * The rules of a ClusterRole with an aggregationRule: those of the roles that it selects, each once.
 * Source: kubernetes/pkg/controller/clusterroleaggregation/clusterroleaggregation_controller.go.
 */
export function aggregateRules(role: ApiObject, roles: readonly ApiObject[]): JsonObject[] {
  const selectors = isJsonObject(role.aggregationRule) ? toList(role.aggregationRule.clusterRoleSelectors) : [];
  const sorted = [...roles].sort((a, b) => compareText(a.metadata.name ?? "", b.metadata.name ?? ""));
  const rules = new Map<string, JsonObject>();
  for (const selector of selectors) {
    for (const each of sorted) {
      if (each.metadata.name === role.metadata.name || !selects(selector, each.metadata.labels ?? {})) {
        continue;
      }
      for (const rule of toList(each.rules)) {
        const key = keyOf(rule);
        if (!rules.has(key)) {
          rules.set(key, rule);
        }
      }
    }
  }
  return [...rules.values()];
}

/** Rules are the same when their lists are, whatever the order of the fields; an empty list is none. */
function keyOf(rule: JsonObject): string {
  const lists = ["apiGroups", "nonResourceURLs", "resourceNames", "resources", "verbs"].map((name) => rule[name] ?? []);
  return JSON.stringify(lists);
}

function toList(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
