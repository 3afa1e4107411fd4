/** Source: pkg/apis/autoscaling/validation/validation.go. */
import type { HorizontalPodAutoscalerSpec, HPAScalingRules } from "../../../k8s/autoscaling/v2.js";
import { type ApiObject, numberOf, objectOf, objectsOf, textOf } from "../../api-object.js";
import type { FieldError } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { isNegative, readQuantity, zero } from "../pods/resource-lists.js";
import { must, rule } from "../rules/index.js";
import { specOf } from "../workload-parts.js";
import { metricRules, reference, type VersionRule } from "./validate-metric.js";

interface SpecContext {
  readonly minimum: number;
  readonly versionRule: VersionRule;
}

/** @param minimum - the least number of replicas: 0 with HPAScaleToZero */
export function validateAutoscaler(object: ApiObject, minimum: number): FieldError[] {
  const versionRule = ruleOf(objectOf(specOf(object), "scaleTargetRef"));
  return rule.judge(spec, specOf(object), "spec", { minimum, versionRule });
}

/** Accepts values that were valid in the old object. */
export function validateAutoscalerUpdate(object: ApiObject, old: ApiObject, least: number): FieldError[] {
  const target = objectOf(specOf(object), "scaleTargetRef");
  const before = objectOf(specOf(old), "scaleTargetRef");
  const isKept = ["apiVersion", "kind"].every((name) => textOf(target, name) === textOf(before, name));
  const minimum = numberOf(specOf(old), "minReplicas") === 0 ? 0 : least;
  return rule.judge(spec, specOf(object), "spec", { minimum, versionRule: isKept ? "any" : ruleOf(target) });
}

/** ReplicationController is the only kind without a group that can be scaled. */
function ruleOf(target: JsonObject | undefined): VersionRule {
  return textOf(target, "kind") === "ReplicationController" ? "wellFormed" : "withGroup";
}

const scaling: rule.Table<HPAScalingRules> = [
  rule.number("stabilizationWindowSeconds", must.beIn(0, Infinity, "must be greater than or equal to zero")),
  rule.number("stabilizationWindowSeconds", must.beIn(-Infinity, 3600, "must be less than or equal to 3600")),
  rule.textPointer("selectPolicy", must.beOneOf("Disabled", "Max", "Min")),
  rule.list("policies", must.beSet("must specify at least one Policy")),
  rule.each("policies", [
    rule.text("type", must.beOneOf("Percent", "Pods")),
    rule.number("value", must.bePositive),
    rule.number("periodSeconds", must.bePositive),
    rule.number("periodSeconds", must.beIn(-Infinity, 1800, "must be less than or equal to 1800")),
  ]),
  rule.invalidIf("tolerance", "must be greater than or equal to 0", ({ tolerance }) =>
    isNegative(readQuantity(tolerance) ?? zero),
  ),
];

const spec: rule.Table<HorizontalPodAutoscalerSpec, SpecContext> = [
  rule.numberPointer("minReplicas", [
    (fewest, { context: { minimum } }) => fewest >= minimum,
    (_fewest, { context: { minimum } }) => `must be greater than or equal to ${minimum}`,
  ]),
  rule.number("maxReplicas", must.beIn(1, Infinity, "must be greater than 0")),
  rule.number("maxReplicas", [
    (most, { object }) => most >= (numberOf(object, "minReplicas") ?? -Infinity),
    "must be greater than or equal to `minReplicas`",
  ]),
  rule.object(
    "scaleTargetRef",
    reference(({ versionRule }) => versionRule),
  ),
  rule.each("metrics", metricRules),
  rule.forbiddenIf(
    "metrics",
    "must specify at least one Object or External metric to support scaling to zero replicas",
    (object) =>
      numberOf(object, "minReplicas") === 0 &&
      !objectsOf(object, "metrics").some(({ type }) => type === "Object" || type === "External"),
  ),
  rule.optional("behavior", [rule.optional("scaleUp", scaling), rule.optional("scaleDown", scaling)]),
];
