/** What a controller may say of its pods: no more of one sort than there are at all. */
import { type FieldError, invalid } from "../../../core/field-error.js";
import type { ApiObject } from "../../api-object.js";
import { numberOf, objectOf } from "../../json-fields.js";
import { validateAllNonnegative } from "./values.js";

export interface ReplicasStatusRules {
  readonly nonnegative: readonly string[];
  /** None of these may be more than `replicas`. */
  readonly atMostReplicas: readonly string[];
  /** How `readyReplicas` is named where available ones are more than ready ones. */
  readonly readyName: string;
}

export function validateReplicasStatus(object: ApiObject, rules: ReplicasStatusRules): FieldError[] {
  const status = objectOf(object, "status");
  const count = (name: string): number => numberOf(status, name) ?? 0;
  const available = count("availableReplicas");
  return [
    ...validateAllNonnegative(status, rules.nonnegative, "status"),
    ...rules.atMostReplicas
      .filter((name) => count(name) > count("replicas"))
      .map((name) => invalid(`status.${name}`, count(name), "cannot be greater than status.replicas")),
    ...(available > count("readyReplicas")
      ? [invalid("status.availableReplicas", available, `cannot be greater than ${rules.readyName}`)]
      : []),
  ];
}

/** The count of collisions of names only grows. */
export function validateCollisionCount(object: ApiObject, old: ApiObject): FieldError[] {
  const before = numberOf(objectOf(old, "status"), "collisionCount");
  const now = numberOf(objectOf(object, "status"), "collisionCount");
  const isLess = before !== undefined && (now === undefined || now < before);
  return isLess ? [invalid("status.collisionCount", now ?? 0, "cannot be decremented")] : [];
}
