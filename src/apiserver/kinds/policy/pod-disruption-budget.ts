/** Source: pkg/registry/policy/poddisruptionbudget/strategy.go, pkg/apis/policy/validation/validation.go. */
import type { PodDisruptionBudgetSpec, PodDisruptionBudgetStatus } from "../../../k8s/policy/v1.js";
import { type ApiObject, objectOf } from "../../api-object.js";
import type { KindRules } from "../kind-rules.js";
import { must, rule } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import { conditions, conditionsSince137 } from "../validation/conditions.js";
import { invalidInternal } from "../validation/internal-forms.js";
import { labelSelector, lenientSelector } from "../validation/labels.js";
import { nameIsPathSegment } from "../validation/names.js";
import { validateIntOrPercent } from "../validation/values.js";
import { atMost100Percent, isReadable, statusValidator } from "../validation/workload-rules.js";
import { generationOfSpec, specOf } from "../workload-parts.js";

const amounts = ["minAvailable", "maxUnavailable"] as const;

function budgetSpec(selector: typeof labelSelector): rule.Table<PodDisruptionBudgetSpec> {
  return [
    ({ object, path }) => {
      const detail = "minAvailable and maxUnavailable cannot be both set";
      const areBoth = amounts.every((name) => object[name] !== undefined);
      return areBoth ? [invalidInternal(path, object, "policy/v1.PodDisruptionBudgetSpec", detail)] : [];
    },
    ...amounts.map((name) =>
      rule.when<PodDisruptionBudgetSpec, unknown>(
        (object) => object[name] !== undefined,
        rule.value(name, validateIntOrPercent),
        rule.value(name, atMost100Percent),
      ),
    ),
    rule.object("selector", selector),
    rule.textPointer("unhealthyPodEvictionPolicy", must.beOneOf("AlwaysAllow", "IfHealthyBudget")),
  ];
}

const counts: rule.Rule<PodDisruptionBudgetStatus, unknown> = rule.nonnegative(
  ...(["disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods"] as const),
);

export const validateBudgetStatusSince137 = statusValidator<PodDisruptionBudgetStatus>([conditionsSince137, counts]);

export const podDisruptionBudget: KindRules = {
  generationOf: generationOfSpec,
  validate: (object) => rule.judge(budgetSpec(labelSelector), specOf(object), "spec", undefined),
  validateUpdate(object, old) {
    const selector = isReadable(objectOf(specOf(old), "selector")) ? labelSelector : lenientSelector;
    return rule.judge(budgetSpec(selector), specOf(object), "spec", undefined);
  },
  validateName: nameIsPathSegment,
  allowsUnconditionalUpdate: false,
  status: { validateUpdate: statusValidator<PodDisruptionBudgetStatus>([conditions, counts]) },
  cells: cell.named(...amounts.map(amountCell), cell.number("status.disruptionsAllowed")),
};

function amountCell(name: string): (object: ApiObject) => string {
  return (object) => {
    const value = specOf(object)[name];
    return typeof value === "string" || typeof value === "number" ? String(value) : "N/A";
  };
}
