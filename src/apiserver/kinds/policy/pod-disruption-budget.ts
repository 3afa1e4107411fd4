/** Source: pkg/registry/policy/poddisruptionbudget/strategy.go, pkg/apis/policy/validation/validation.go. */
import type { Json, JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { type FieldError, notSupported } from "../../../core/field-error.js";
import { objectOf, textOf } from "../../json-fields.js";
import type { KindRules } from "../kind-rules.js";
import { ageOf } from "../table-times.js";
import { validateConditions } from "../validation/conditions.js";
import { invalidInternal } from "../validation/internal-forms.js";
import { labelSelector, lenientSelector, validateLabelSelector } from "../validation/labels.js";
import { nameIsPathSegment } from "../validation/names.js";
import { isReadable } from "../validation/workload-rules.js";
import { validateAllNonnegative, validateAtMost100Percent, validateIntOrPercent } from "../validation/values.js";
import { count, generationOfSpec, specOf, statusOf } from "../workload-parts.js";

export const podDisruptionBudget: KindRules = {
  generationOf: generationOfSpec,
  validate: (object) => validateBudget(specOf(object), false),
  validateUpdate: (object, old) => validateBudget(specOf(object), !isReadable(objectOf(specOf(old), "selector"))),
  validateName: nameIsPathSegment,
  allowsUnconditionalUpdate: false,
  status: { validateUpdate: validateStatus },
  cells: (object, now) => [
    object.metadata.name ?? "",
    amount(specOf(object)["minAvailable"]),
    amount(specOf(object)["maxUnavailable"]),
    count(statusOf(object), "disruptionsAllowed"),
    ageOf(object, now),
  ],
};

function amount(value: Json | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "N/A";
}

const evictionPolicies = ["AlwaysAllow", "IfHealthyBudget"];

function validateBudget(spec: JsonObject, allowsInvalidValues: boolean): FieldError[] {
  const { minAvailable, maxUnavailable } = spec;
  const policy = spec["unhealthyPodEvictionPolicy"];
  const validateAmount = (value: Json | undefined, path: string): FieldError[] =>
    value === undefined ? [] : [...validateIntOrPercent(value, path), ...validateAtMost100Percent(value, path)];
  return [
    ...(minAvailable !== undefined && maxUnavailable !== undefined
      ? [
          invalidInternal(
            "spec",
            spec,
            "policy/v1.PodDisruptionBudgetSpec",
            "minAvailable and maxUnavailable cannot be both set",
          ),
        ]
      : []),
    ...validateAmount(minAvailable, "spec.minAvailable"),
    ...validateAmount(maxUnavailable, "spec.maxUnavailable"),
    ...validateLabelSelector(
      objectOf(spec, "selector"),
      "spec.selector",
      allowsInvalidValues ? lenientSelector : labelSelector,
    ),
    ...(policy !== undefined && !evictionPolicies.includes(textOf(spec, "unhealthyPodEvictionPolicy"))
      ? [notSupported("spec.unhealthyPodEvictionPolicy", policy, evictionPolicies)]
      : []),
  ];
}

function validateStatus(object: ApiObject): FieldError[] {
  const counts = ["disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods"];
  const status = statusOf(object);
  return [...validateConditions(status, "status.conditions"), ...validateAllNonnegative(status, counts, "status")];
}
