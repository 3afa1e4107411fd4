/** Source: ValidateConditions in k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go. */
import type { Condition } from "../../../k8s/meta/v1.js";
import { must, rule } from "../rules/index.js";
import { checkConditionReason } from "./names.js";

/** Validates a `conditions` list of the common type. */
export const conditions: rule.Rule<{ conditions?: Condition[] }, unknown> = rule.each("conditions", [
  rule.text("type", must.beUnique()),
  rule.text("type", must.beQualifiedName),
  rule.text("status", must.beOneOf("False", "True", "Unknown")),
  rule.number("observedGeneration", must.beIn(0, Infinity, "must be greater than or equal to zero")),
  rule.text("lastTransitionTime", must.beSet()),
  rule.text("reason", must.beSet(), must.haveForm(checkConditionReason)),
  rule.text("reason", must.fit(1024)),
  rule.text("message", must.fit(32768)),
]);
