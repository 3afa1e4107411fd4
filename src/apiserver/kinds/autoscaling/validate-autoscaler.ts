/** Source: pkg/apis/autoscaling/validation/validation.go. */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { type FieldError, forbidden, invalid, notSupported, required } from "../../../core/field-error.js";
import { numberOf, objectOf, objectsOf, textOf } from "../../json-fields.js";
import { specOf } from "../workload-parts.js";
import { isNegative, readQuantity } from "../pods/resource-lists.js";
import { validateReference, type VersionRule } from "./validate-reference.js";
import { validateMetric } from "./validate-metric.js";

export function validateAutoscaler(object: ApiObject): FieldError[] {
  const target = objectOf(specOf(object), "scaleTargetRef");
  return validateSpec(specOf(object), { minimum: 1, versionRule: ruleOf(target) });
}

/** What was no fault before is none now. */
export function validateAutoscalerUpdate(object: ApiObject, old: ApiObject): FieldError[] {
  const target = objectOf(specOf(object), "scaleTargetRef");
  const before = objectOf(specOf(old), "scaleTargetRef");
  const isKept = ["apiVersion", "kind"].every((name) => textOf(target, name) === textOf(before, name));
  const minimum = numberOf(specOf(old), "minReplicas") === 0 ? 0 : 1;
  return validateSpec(specOf(object), { minimum, versionRule: isKept ? "any" : ruleOf(target) });
}

/** Of the kinds without a group only one can be scaled. */
function ruleOf(target: JsonObject | undefined): VersionRule {
  return textOf(target, "kind") === "ReplicationController" ? "wellFormed" : "withGroup";
}

interface SpecOptions {
  readonly minimum: number;
  readonly versionRule: VersionRule;
}

function validateSpec(spec: JsonObject, { minimum, versionRule }: SpecOptions): FieldError[] {
  const fewest = numberOf(spec, "minReplicas");
  const most = numberOf(spec, "maxReplicas") ?? 0;
  const behavior = objectOf(spec, "behavior");
  const metrics = objectsOf(spec, "metrics");
  const hasOutside = metrics.some((metric) => ["Object", "External"].includes(textOf(metric, "type")));
  const zeroDetail = "must specify at least one Object or External metric to support scaling to zero replicas";
  return [
    ...(fewest !== undefined && fewest < minimum
      ? [invalid("spec.minReplicas", fewest, `must be greater than or equal to ${minimum}`)]
      : []),
    ...(most < 1 ? [invalid("spec.maxReplicas", most, "must be greater than 0")] : []),
    ...(fewest !== undefined && most < fewest
      ? [invalid("spec.maxReplicas", most, "must be greater than or equal to `minReplicas`")]
      : []),
    ...validateReference(objectOf(spec, "scaleTargetRef"), "spec.scaleTargetRef", versionRule),
    ...metrics.flatMap((metric, index) => validateMetric(metric, `spec.metrics[${index}]`)),
    ...(fewest === 0 && !hasOutside ? [forbidden("spec.metrics", zeroDetail)] : []),
    ...["scaleUp", "scaleDown"].flatMap((name) => validateRules(objectOf(behavior, name), `spec.behavior.${name}`)),
  ];
}

function validateRules(rules: JsonObject | undefined, path: string): FieldError[] {
  if (rules === undefined) return [];
  const seconds = numberOf(rules, "stabilizationWindowSeconds") ?? 0;
  const select = rules["selectPolicy"];
  const selections = ["Disabled", "Max", "Min"];
  const policies = objectsOf(rules, "policies");
  const tolerance = readQuantity(rules["tolerance"]);
  const at = `${path}.stabilizationWindowSeconds`;
  return [
    ...(seconds < 0 ? [invalid(at, seconds, "must be greater than or equal to zero")] : []),
    ...(seconds > 3600 ? [invalid(at, seconds, "must be less than or equal to 3600")] : []),
    ...(typeof select === "string" && !selections.includes(select)
      ? [notSupported(`${path}.selectPolicy`, select, selections)]
      : []),
    ...(policies.length === 0 ? [required(`${path}.policies`, "must specify at least one Policy")] : []),
    ...policies.flatMap((policy, index) => validatePolicy(policy, `${path}.policies[${index}]`)),
    ...(tolerance !== undefined && isNegative(tolerance)
      ? [invalid(`${path}.tolerance`, rules["tolerance"], "must be greater than or equal to 0")]
      : []),
  ];
}

function validatePolicy(policy: JsonObject, path: string): FieldError[] {
  const type = textOf(policy, "type");
  const value = numberOf(policy, "value") ?? 0;
  const seconds = numberOf(policy, "periodSeconds") ?? 0;
  return [
    ...(["Percent", "Pods"].includes(type) ? [] : [notSupported(`${path}.type`, type, ["Percent", "Pods"])]),
    ...(value > 0 ? [] : [invalid(`${path}.value`, value, "must be greater than zero")]),
    ...(seconds > 0 ? [] : [invalid(`${path}.periodSeconds`, seconds, "must be greater than zero")]),
    ...(seconds > 1800 ? [invalid(`${path}.periodSeconds`, seconds, "must be less than or equal to 1800")] : []),
  ];
}
