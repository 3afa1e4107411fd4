import { type ApiObject, isSet } from "../../api-object.js";
import { type FieldError, forbidden } from "../../../core/field-error.js";
import { isSame } from "../common-strategy.js";

/** The size limit of a ConfigMap and of a Secret, in bytes. Source: kubernetes/pkg/apis/core/types.go (MaxSecretSize). */
export const maxDataSize = 1024 * 1024;

/** Rejects changes to the fields that `immutable: true` protects. */
export function validateImmutableData(object: ApiObject, old: ApiObject, fields: readonly string[]): FieldError[] {
  if (!isSet(old, "immutable")) return [];
  const changed = fields.filter((field) => !isSame(object[field], old[field]));
  return [...(isSet(object, "immutable") ? [] : ["immutable"]), ...changed].map((field) =>
    forbidden(field, "field is immutable when `immutable` is set"),
  );
}
