/** Source: ValidateConditions in k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go. */
import { duplicate, type FieldError, invalid, notSupported, required, tooLong } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { numberOf, objectsOf, textOf } from "../../json-fields.js";
import { validateLabelName } from "./labels.js";
import { checkConditionReason } from "./names.js";
import { faultsAt } from "./values.js";

/** Of the list `conditions`, of the common type. */
export function validateConditions(holder: JsonObject | undefined, path: string): FieldError[] {
  const seen = new Set<string>();
  return objectsOf(holder, "conditions").flatMap((condition, index) => {
    const at = `${path}[${index}]`;
    const type = textOf(condition, "type");
    const isRepeated = seen.has(type);
    seen.add(type);
    return [...(isRepeated ? [duplicate(`${at}.type`, type)] : []), ...validateCondition(condition, at)];
  });
}

const statuses = ["False", "True", "Unknown"];

function validateCondition(condition: JsonObject, path: string): FieldError[] {
  const status = textOf(condition, "status");
  const generation = numberOf(condition, "observedGeneration") ?? 0;
  const reason = textOf(condition, "reason");
  return [
    ...validateLabelName(textOf(condition, "type"), `${path}.type`),
    ...(statuses.includes(status) ? [] : [notSupported(`${path}.status`, status, statuses)]),
    ...(generation < 0
      ? [invalid(`${path}.observedGeneration`, generation, "must be greater than or equal to zero")]
      : []),
    ...(textOf(condition, "lastTransitionTime") === "" ? [required(`${path}.lastTransitionTime`)] : []),
    ...(reason === ""
      ? [required(`${path}.reason`)]
      : faultsAt(`${path}.reason`, reason, checkConditionReason(reason))),
    ...(Buffer.byteLength(reason) > 1024 ? [tooLong(`${path}.reason`, 1024)] : []),
    ...(Buffer.byteLength(textOf(condition, "message")) > 32768 ? [tooLong(`${path}.message`, 32768)] : []),
  ];
}
