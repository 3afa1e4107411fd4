import { type FieldError, invalid } from "../../../core/field-error.js";
import { isSameJson, type Json } from "../../../core/json.js";

/** Rejects a changed value. A missing value equals null. */
export function immutable(field: string, value: Json | undefined, old: Json | undefined): FieldError[] {
  return isSameJson(value ?? null, old ?? null) ? [] : [invalid(field, value, "field is immutable")];
}
