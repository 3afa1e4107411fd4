/**
 * Faults of fields, in the words of the API server: what a validator returns.
 * Source: k8s.io/apimachinery/pkg/util/validation/field/errors.go.
 *
 * @example
 * ```ts
 * import { field, type FieldError } from "tsop";
 *
 * export function checkSize(size: number | undefined): FieldError[] {
 *   if (size === undefined) return [field.required("spec.size", "say how many")];
 *   return size % 2 === 1 ? [] : [field.invalid("spec.size", size, "must be odd")];
 * }
 * ```
 *
 * @module
 */
import * as faults from "../../core/field-error.js";
import type { FieldError } from "../../core/field-error.js";
import type { Json } from "../../core/json.js";

/** `spec.size: Required value: DETAIL`. Paths are written `spec.containers[0].name` and `metadata.labels[a/b]`. */
export function required(path: string, detail = ""): FieldError {
  return faults.required(path, detail);
}

/** `spec.size: Invalid value: 2: DETAIL` */
export function invalid(path: string, value: unknown, detail: string): FieldError {
  return faults.invalid(path, toJson(value), detail);
}

/** As {@link invalid}, of a value whose type is wrong. */
export function typeInvalid(path: string, value: unknown, detail: string): FieldError {
  return faults.typeInvalid(path, toJson(value), detail);
}

/** `spec.ports[1].name: Duplicate value: "http"` */
export function duplicate(path: string, value: unknown): FieldError {
  return faults.duplicate(path, toJson(value));
}

/** `spec.secretName: Not found: "db"`: the value names something that is not there. */
export function notFound(path: string, value: unknown): FieldError {
  return faults.notFound(path, toJson(value));
}

/** `spec.mode: Unsupported value: "fast": supported values: "safe", "slow"` */
export function notSupported(path: string, value: unknown, supported: readonly string[]): FieldError {
  return faults.notSupported(path, toJson(value), supported);
}

/** `spec.size: Forbidden: DETAIL`: the field may not be set, or not be changed. */
export function forbidden(path: string, detail: string): FieldError {
  return faults.forbidden(path, detail);
}

/** `spec.text: Too long: may not be more than 10 bytes` */
export function tooLong(path: string, maxLength: number): FieldError {
  return faults.tooLong(path, maxLength);
}

/** `spec.ports: Too many: 3: must have at most 2 items` */
export function tooMany(path: string, actual: number, maximum: number): FieldError {
  return faults.tooMany(path, actual, maximum);
}

/** `spec.size: Internal error: DETAIL`: it could not be judged. */
export function internal(path: string, detail: string): FieldError {
  return faults.internal(path, detail);
}

/** As it stands in the object: types of the user's have no index signatures. */
function toJson(value: unknown): Json | undefined {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as Json);
}
