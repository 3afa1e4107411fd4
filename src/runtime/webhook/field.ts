/**
 * Field errors with the API server's messages, which a validator returns. Source:
 * k8s.io/apimachinery/pkg/util/validation/field/errors.go.
 *
 * @example
 * ```ts
 * import { field, type FieldError } from "tsop";
 *
 * export function checkSize(size: number | undefined): FieldError[] {
 *   if (size === undefined) return [field.required("spec.size", "set the number of replicas")];
 *   return size % 2 === 1 ? [] : [field.invalid("spec.size", size, "must be odd")];
 * }
 * ```
 *
 * @module
 */
import * as faults from "../../core/field-error.js";
import type { FieldError } from "../../core/field-error.js";
import type { Json } from "../../core/json.js";

/**
 * Returns the error `spec.size: Required value: DETAIL`. Paths have the form `spec.containers[0].name` and
 * `metadata.labels[a/b]`.
 */
export function required(path: string, detail = ""): FieldError {
  return faults.required(path, detail);
}

/** Returns the error `spec.size: Invalid value: 2: DETAIL`. */
export function invalid(path: string, value: unknown, detail: string): FieldError {
  return faults.invalid(path, toJson(value), detail);
}

/** Like {@link invalid}, for a value of the wrong type. */
export function typeInvalid(path: string, value: unknown, detail: string): FieldError {
  return faults.typeInvalid(path, toJson(value), detail);
}

/** Returns the error `spec.ports[1].name: Duplicate value: "http"`. */
export function duplicate(path: string, value: unknown): FieldError {
  return faults.duplicate(path, toJson(value));
}

/** Returns the error `spec.secretName: Not found: "db"`: the value refers to an object that does not exist. */
export function notFound(path: string, value: unknown): FieldError {
  return faults.notFound(path, toJson(value));
}

/** Returns the error `spec.mode: Unsupported value: "fast": supported values: "safe", "slow"`. */
export function notSupported(path: string, value: unknown, supported: readonly string[]): FieldError {
  return faults.notSupported(path, toJson(value), supported);
}

/** Returns the error `spec.size: Forbidden: DETAIL`: the field may not be set, or not be changed. */
export function forbidden(path: string, detail: string): FieldError {
  return faults.forbidden(path, detail);
}

/** Returns the error `spec.text: Too long: may not be more than 10 bytes`. */
export function tooLong(path: string, maxLength: number): FieldError {
  return faults.tooLong(path, maxLength);
}

/** Returns the error `spec.ports: Too many: 3: must have at most 2 items`. */
export function tooMany(path: string, actual: number, maximum: number): FieldError {
  return faults.tooMany(path, actual, maximum);
}

/** Returns the error `spec.size: Internal error: DETAIL`: the field could not be validated. */
export function internal(path: string, detail: string): FieldError {
  return faults.internal(path, detail);
}

/** Returns the value as in the object: types of users have no index signatures. */
function toJson(value: unknown): Json | undefined {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as Json);
}
