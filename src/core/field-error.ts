/**
 * Faults of an object's fields, with the API server's messages.
 * Source: k8s.io/apimachinery/pkg/util/validation/field/errors.go.
 */
import { joinErrors, quoteText } from "./go-text.js";
import { showGroupKind } from "./gvk.js";
import { printNumber, toGoJson } from "./go-value.js";
import type { Json } from "./json.js";

export type FieldErrorType =
  | "FieldValueNotFound"
  | "FieldValueRequired"
  | "FieldValueDuplicate"
  | "FieldValueInvalid"
  | "FieldValueNotSupported"
  | "FieldValueForbidden"
  | "FieldValueTooLong"
  | "FieldValueTooMany"
  | "InternalError"
  | "FieldValueTypeInvalid";

/** One fault; `type` becomes the reason of the cause. */
export interface FieldError {
  readonly type: FieldErrorType;
  /** `spec.containers[0].name`, `metadata.labels[a/b]`. */
  readonly field: string;
  /** The message without the path of the field: `Invalid value: -1: must be greater than or equal to 0`. */
  readonly message: string;
}

/** The path of a whole object, for which the API server has no path. */
export const noPath = "<nil>";

/**
 * Returns the path of a field below a path, which is empty at the root. Source:
 * k8s.io/apimachinery/pkg/util/validation/field/path.go.
 */
export function child(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

/** Returns the path of an item of a list by its index, or of a value of a map by its key. */
export function atKey(path: string, key: string | number): string {
  return `${path}[${key}]`;
}

export function required(field: string, detail = ""): FieldError {
  return { type: "FieldValueRequired", field, message: withDetail("Required value", detail) };
}

export function invalid(field: string, value: Json | undefined, detail: string): FieldError {
  return { type: "FieldValueInvalid", field, message: withDetail(`Invalid value: ${showValue(value)}`, detail) };
}

/** Returns the fault of an object or a list that is too large to show. */
export function invalidWithoutValue(field: string, detail: string): FieldError {
  return { type: "FieldValueInvalid", field, message: withDetail("Invalid value", detail) };
}

export function typeInvalid(field: string, value: Json | undefined, detail: string): FieldError {
  return { type: "FieldValueTypeInvalid", field, message: withDetail(`Invalid value: ${showValue(value)}`, detail) };
}

export function duplicate(field: string, value: Json | undefined): FieldError {
  return { type: "FieldValueDuplicate", field, message: `Duplicate value: ${showValue(value)}` };
}

export function notFound(field: string, value: Json | undefined): FieldError {
  return { type: "FieldValueNotFound", field, message: `Not found: ${showValue(value)}` };
}

/** Lists the supported values in the given order; the API server's callers sort them. */
export function notSupported(field: string, value: Json | undefined, supported: readonly string[]): FieldError {
  const detail = supported.length === 0 ? "" : `supported values: ${supported.map(quoteText).join(", ")}`;
  return {
    type: "FieldValueNotSupported",
    field,
    message: withDetail(`Unsupported value: ${showValue(value)}`, detail),
  };
}

export function forbidden(field: string, detail: string): FieldError {
  return { type: "FieldValueForbidden", field, message: withDetail("Forbidden", detail) };
}

export function internal(field: string, detail: string): FieldError {
  return { type: "InternalError", field, message: withDetail("Internal error", detail) };
}

/** Omits a value that is too long. */
export function tooLong(field: string, maxLength: number): FieldError {
  const detail = `may not be more than ${maxLength} ${maxLength === 1 ? "byte" : "bytes"}`;
  return { type: "FieldValueTooLong", field, message: `Too long: ${detail}` };
}

export function tooMany(field: string, actual: number, maximum: number): FieldError {
  const unit = maximum === 1 ? "item" : "items";
  return { type: "FieldValueTooMany", field, message: `Too many: ${actual}: must have at most ${maximum} ${unit}` };
}

/** Formats a value like Go's field.Error: quotes texts, prints objects and lists as JSON. */
function showValue(value: Json | undefined): string {
  if (typeof value === "string") return quoteText(value);
  return typeof value === "number" ? printNumber(value) : toGoJson(value ?? null);
}

function withDetail(text: string, detail: string): string {
  return detail === "" ? text : `${text}: ${detail}`;
}

/** The identity of a rejected object. */
export interface RefusedObject {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
}

/**
 * Returns the response to an object with invalid fields; group and kind belong to the kind, not to the resource.
 * Source: k8s.io/apimachinery/pkg/api/errors/errors.go (NewInvalid).
 */
export function invalidObject({ group, kind, name }: RefusedObject, faults: readonly FieldError[]) {
  const list = joinErrors(faults.map(({ field, message }) => `${field}: ${message}`));
  return {
    code: 422,
    reason: "Invalid",
    message: `${showGroupKind({ group, kind })} "${name}" is invalid: ${list}`,
    details: {
      ...(name === "" ? {} : { name }),
      ...(group === "" ? {} : { group }),
      ...(kind === "" ? {} : { kind }),
      causes: faults.map(({ type, message, field }) => ({ reason: type, message, field })),
    },
  };
}
