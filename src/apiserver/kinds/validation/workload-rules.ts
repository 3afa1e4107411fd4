/** The rules that kinds with running pods share. Source: pkg/apis/apps/validation/validation.go. */
import type { LabelSelector } from "../../../k8s/meta/v1.js";
import { type FieldError, invalid } from "../../../core/field-error.js";
import type { Json, JsonObject } from "../../../core/json.js";
import { numberOf, objectOf } from "../../api-object.js";
import { validateTemplateLabels } from "../pods/validate-template.js";
import { rule } from "../rules/index.js";
import { isEmptySelector, labelSelector, validateLabelSelector } from "./labels.js";
import { intOrPercentOf, percentOf } from "./values.js";

/** `kind`: the name of the kind in the message. */
export function notEmptySelector(kind: string): rule.Rule<LabelSelector, unknown> {
  return ({ object, path }) =>
    isEmptySelector(object) ? [invalid(path, object, `empty selector is invalid for ${kind}`)] : [];
}

/** The selector of a controller's pods. */
export function podSelector(kind: string): rule.Table<{ selector?: LabelSelector }> {
  return [rule.requiredObject("selector", "", [...labelSelector, notEmptySelector(kind)])];
}

/** Reports whether the selector is valid and can be compared with labels. */
export function isReadable(selector: JsonObject | undefined): boolean {
  return validateLabelSelector(selector, "").length === 0;
}

/** A selector that selects nothing or everything is not compared. */
export function validateSelectedLabels(spec: JsonObject, path: string): FieldError[] {
  const selector = objectOf(spec, "selector");
  if (selector !== undefined && isEmptySelector(selector)) return [];
  return validateTemplateLabels(objectOf(spec, "template"), selector, `${path}.template`);
}

export const atMost100Percent: rule.Demand<Json> = [
  (amount) => (percentOf(amount) ?? 0) <= 100,
  "must not be greater than 100%",
];

export function isZero(amount: Json | undefined): boolean {
  return intOrPercentOf(amount) === 0;
}

interface ReplicasStatus {
  readonly nonnegative: readonly string[];
  /** The counts that must not exceed `replicas`. */
  readonly atMostReplicas: readonly string[];
  /** The name of `readyReplicas` in the message about more available than ready replicas. */
  readonly readyName?: string;
}

/** Validates the counts in a controller's status: no count may exceed the total. */
export function replicasStatus({
  nonnegative,
  atMostReplicas,
  readyName = "readyReplicas",
}: ReplicasStatus): rule.Table {
  const notMoreThan = (limit: string, shown: string): rule.Demand<number> => [
    (count, { object }) => count <= (numberOf(object, limit) ?? 0),
    `cannot be greater than ${shown}`,
  ];
  return [
    rule.nonnegative(...nonnegative),
    ...atMostReplicas.map((name) => rule.number<JsonObject, unknown>(name, notMoreThan("replicas", "status.replicas"))),
    rule.number("availableReplicas", notMoreThan("readyReplicas", readyName)),
  ];
}

/** Returns a validation function for a strategy that validates only the status. */
export function statusValidator<Status>(rules: rule.Table<Status>): ReturnType<typeof rule.validator> {
  return rule.validator<{ status?: Status }>([rule.object("status", rules)]);
}

/** The count of name collisions must not decrease. */
export const collisionCount: rule.Rule<JsonObject, unknown> = ({ object, path, old }) => {
  const [before, now] = [numberOf(old, "collisionCount"), numberOf(object, "collisionCount")];
  const isLess = before !== undefined && (now === undefined || now < before);
  return isLess ? [invalid(`${path}.collisionCount`, now ?? 0, "cannot be decremented")] : [];
};
