/** Checks of single values, in the API server's words. Source: pkg/apis/core/validation/validation.go and others. */
import { type FieldError, invalid, notSupported, required } from "../../../core/field-error.js";
import type { Json, JsonObject } from "../../../core/json.js";
import { numberOf } from "../../json-fields.js";
import { checkPercent, checkPortName, checkPortNumber } from "./names.js";

/** What is wrong with a value, as faults at its field. */
export function faultsAt(field: string, value: Json, details: readonly string[]): FieldError[] {
  return details.map((detail) => invalid(field, value, detail));
}

/** A number that is not there is 0. */
export function validateNonnegative(object: JsonObject | undefined, name: string, path: string): FieldError[] {
  const value = numberOf(object, name) ?? 0;
  return value < 0 ? [invalid(`${path}.${name}`, value, "must be greater than or equal to 0")] : [];
}

export function validateAllNonnegative(
  object: JsonObject | undefined,
  names: readonly string[],
  path: string,
): FieldError[] {
  return names.flatMap((name) => validateNonnegative(object, name, path));
}

/** One of several words. Absent is reported as missing. */
export function validateChoice(value: string, choices: readonly string[], path: string): FieldError[] {
  if (value === "") return [required(path)];
  return validateOptionalChoice(value, choices, path);
}

/** One of several words, or nothing. */
export function validateOptionalChoice(
  value: string | undefined,
  choices: readonly string[],
  path: string,
): FieldError[] {
  return value === undefined || choices.includes(value) ? [] : [notSupported(path, value, choices)];
}

/** A port by number or by name. */
export function validatePort(port: Json | undefined, path: string): FieldError[] {
  if (typeof port === "string") return faultsAt(path, port, checkPortName(port));
  const number = typeof port === "number" ? port : 0;
  return faultsAt(path, number, checkPortNumber(number));
}

export function validateIntOrPercent(value: Json | undefined, path: string): FieldError[] {
  if (typeof value === "string") return faultsAt(path, value, checkPercent(value));
  const number = typeof value === "number" ? value : 0;
  return number < 0 ? [invalid(path, number, "must be greater than or equal to 0")] : [];
}

/** The number of a percentage; undefined for other values. */
export function percentOf(value: Json | undefined): number | undefined {
  return typeof value === "string" && checkPercent(value).length === 0 ? Number.parseInt(value, 10) : undefined;
}

/** As Go's IntOrString.IntValue: a text that is no number counts as 0. */
export function intOrPercentOf(value: Json | undefined): number {
  const percent = percentOf(value);
  if (percent !== undefined) return percent;
  if (typeof value === "number") return value;
  return typeof value === "string" && /^[+-]?\d+$/.test(value) ? Number(value) : 0;
}

export function validateAtMost100Percent(value: Json | undefined, path: string): FieldError[] {
  return (percentOf(value) ?? 0) > 100 ? [invalid(path, value, "must not be greater than 100%")] : [];
}
