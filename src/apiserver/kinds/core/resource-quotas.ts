/** Source: kubernetes/pkg/registry/core/resourcequota/strategy.go, kubernetes/pkg/printers (printResourceQuota). */
import { ownOf } from "../../../core/own-members.js";
import { type ApiObject, objectOf, textMapOf } from "../../api-object.js";
import type { KindRules } from "../kind-rules.js";
import { rule } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import { statusValidator } from "../validation/workload-rules.js";
import { quotaRules, quotaStatus, quotaUpdate } from "./validate-resource-quota.js";

export const resourceQuotas: KindRules = {
  validate: rule.validator(quotaRules),
  validateUpdate: rule.validator(quotaUpdate),
  status: { validateUpdate: statusValidator(quotaStatus) },
  cells: cell.named(usedCell(false), usedCell(true)),
};

/** Shows the used amounts of requests, or of limits. */
function usedCell(areLimits: boolean): (quota: ApiObject) => string {
  return (quota) => {
    const status = objectOf(quota, "status");
    const used = textMapOf(status, "used");
    return Object.entries(textMapOf(status, "hard"))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .filter(([name]) => name.startsWith("limits.") === areLimits)
      .map(([name, quantity]) => `${name}: ${ownOf(used, name) ?? "0"}/${quantity}`)
      .join(", ");
  };
}
