import { type FieldError, invalid } from "../../../core/field-error.js";
import { isSameJson, type Json } from "../../../core/json.js";

/** A value that must stay as it is; what is absent equals what is null. */
export function immutable(field: string, value: Json | undefined, old: Json | undefined): FieldError[] {
  return isSameJson(value ?? null, old ?? null) ? [] : [invalid(field, value, "field is immutable")];
}
