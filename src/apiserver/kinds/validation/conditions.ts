/** Source: ValidateConditions in k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go. */
import type { Condition } from "../../../k8s/meta/v1.js";
import { must, rule } from "../rules/index.js";
import { checkConditionReason } from "./names.js";

type WithConditions = rule.Rule<{ conditions?: Condition[] }, unknown>;

const fields: rule.Table<Condition> = [
  rule.text("type", must.beQualifiedName),
  rule.text("status", must.beOneOf("False", "True", "Unknown")),
  rule.number("observedGeneration", must.beIn(0, Infinity, "must be greater than or equal to zero")),
  rule.text("lastTransitionTime", must.beSet()),
  rule.text("reason", must.beSet(), must.haveForm(checkConditionReason)),
  rule.text("reason", must.fit(1024)),
  rule.text("message", must.fit(32768)),
];

/** Validates a `conditions` list of the common type. */
export const conditions: WithConditions = rule.each("conditions", [rule.text("type", must.beUnique()), ...fields]);

const beUnique = must.beUnique();

/** Since 1.37, the error about a repeated type has the path of its condition. */
export const conditionsSince137: WithConditions = rule.each("conditions", [
  rule.text("type", (type, path, place) => beUnique(type, path.replace(/\.type$/, ""), place)),
  ...fields,
]);
