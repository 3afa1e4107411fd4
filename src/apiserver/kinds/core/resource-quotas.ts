/** Source: kubernetes/pkg/registry/core/resourcequota/strategy.go, kubernetes/pkg/printers (printResourceQuota). */
import type { Json } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { objectOf, textMapOf } from "../../json-fields.js";
import type { KindRules } from "../kind-rules.js";
import { namedAndAged } from "../tables/cells.js";
import { validateQuotaSpec, validateQuotaStatus, validateQuotaUpdate } from "./validate-resource-quota.js";

export const resourceQuotas: KindRules = {
  validate: validateQuotaSpec,
  validateUpdate: validateQuotaUpdate,
  status: { validateUpdate: validateQuotaStatus },
  cells: namedAndAged(quotaCells),
};

/** What is used of requests, and of limits. */
function quotaCells(quota: ApiObject): Json[] {
  const status = objectOf(quota, "status");
  const hard = Object.entries(textMapOf(status, "hard")).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const used = textMapOf(status, "used");
  const shown = (areLimits: boolean): string =>
    hard
      .filter(([name]) => name.startsWith("limits.") === areLimits)
      .map(([name, quantity]) => `${name}: ${used[name] ?? "0"}/${quantity}`)
      .join(", ");
  return [shown(false), shown(true)];
}
