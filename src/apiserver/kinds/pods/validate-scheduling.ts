/** Tolerations, scheduling gates, and spread constraints. Source: pkg/apis/core/validation/validation.go. */
import type { PodSpec, Toleration, TopologySpreadConstraint } from "../../../k8s/core/v1.js";
import { duplicate, forbidden, invalid, notSupported } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { numberOf, objectsOf, textOf } from "../../api-object.js";
import { isSame } from "../common-strategy.js";
import { must, rule } from "../rules/index.js";
import { beOneLabelValue, labelSelector } from "../validation/labels.js";
import { labelKeys } from "./validate-label-keys.js";

export const toleration: rule.Table<Toleration> = [
  rule.optionalText("key", must.beQualifiedName),
  rule.text("operator", [
    (operator, { object }) => textOf(object, "key") !== "" || operator === "Exists",
    'operator must be Exists when `key` is empty, which means "match all values and all keys"',
  ]),
  rule.text("effect", [
    (effect, { object }) => numberOf(object, "tolerationSeconds") === undefined || effect === "NoExecute",
    "effect must be 'NoExecute' when `tolerationSeconds` is set",
  ]),
  rule.text("operator", (operator, path, { object }) => validateOperator(operator, textOf(object, "value"), path)),
  rule.optionalText("effect", must.beOneOf("NoSchedule", "PreferNoSchedule", "NoExecute")),
];
export const tolerations: rule.Rule<PodSpec, unknown> = rule.each("tolerations", toleration);

function validateOperator(operator: string, value: string, path: string): rule.Faults {
  switch (operator) {
    case "":
    case "Equal":
      return beOneLabelValue(value, path);
    case "Exists":
      return value === "" ? [] : [invalid(path, value, "value must be empty when `operator` is 'Exists'")];
    case "Lt":
    case "Gt":
      return [notSupported(path, operator, ["Equal", "Exists", "Lt", "Gt"])];
    default:
      return [notSupported(path, operator, ["Equal", "Exists"])];
  }
}

/** An update keeps the pod's tolerations, but may change how long they last. */
export function validateAddedTolerations({ object: spec, path, old }: rule.Place<unknown>): rule.Faults {
  const withoutTime = (each: JsonObject): JsonObject => ({ ...each, tolerationSeconds: undefined });
  const now = objectsOf(spec, "tolerations").map(withoutTime);
  const isKept = (before: JsonObject): boolean => now.some((each) => isSame(each, withoutTime(before)));
  if (objectsOf(old, "tolerations").every(isKept)) return rule.judge([tolerations], spec, path, undefined);
  return [forbidden(`${path}.tolerations`, "existing toleration can not be modified except its tolerationSeconds")];
}

export const schedulingGates: rule.Rule<PodSpec, unknown> = rule.each("schedulingGates", [
  rule.text(["name", ""], must.beQualifiedName),
  rule.text(["name", ""], must.beUnique()),
]);

export function validateDeletedGates({ object: spec, path, old }: rule.Place<unknown>): rule.Faults {
  const before = new Set(objectsOf(old, "schedulingGates").map((each) => textOf(each, "name")));
  return objectsOf(spec, "schedulingGates").flatMap((each, index) => {
    const name = textOf(each, "name");
    const detail = `only deletion is allowed, but found new scheduling gate '${name}'`;
    return before.has(name) ? [] : [forbidden(`${path}.schedulingGates[${index}].name`, detail)];
  });
}

const nodePolicy = must.beOneOf("Honor", "Ignore");

/** Reports the earlier of two equal constraints. */
export const topologySpread: rule.Table<TopologySpreadConstraint> = [
  rule.number("maxSkew", must.bePositive),
  rule.text("topologyKey", must.beSet("can not be empty")),
  rule.text("whenUnsatisfiable", must.beOneOf("DoNotSchedule", "ScheduleAnyway")),
  ({ object, path, parent, index = 0 }) => {
    const keyOf = (each: JsonObject): string =>
      `{${textOf(each, "topologyKey")}, ${textOf(each, "whenUnsatisfiable")}}`;
    const later = objectsOf(parent?.object, "topologySpreadConstraints").slice(index + 1);
    const isRepeated = later.some((other) => keyOf(other) === keyOf(object));
    return isRepeated ? [duplicate(`${path}.{topologyKey, whenUnsatisfiable}`, keyOf(object))] : [];
  },
  rule.numberPointer("minDomains", must.bePositive),
  rule.numberPointer("minDomains", [
    (_domains, { object }) => object["whenUnsatisfiable"] === "DoNotSchedule",
    (_domains, { object }) =>
      `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${textOf(object, "whenUnsatisfiable")}`,
  ]),
  rule.textPointer("nodeAffinityPolicy", nodePolicy),
  rule.textPointer("nodeTaintsPolicy", nodePolicy),
  ...labelKeys,
  rule.object("labelSelector", labelSelector),
];
