/** The checks of single values, with the API server's messages. */
import { duplicate, forbidden, invalid, notSupported, required, tooLong, tooMany } from "../../../core/field-error.js";
import type { Json } from "../../../core/json.js";
import * as names from "../validation/names.js";
import { type Check, none, type PlainCheck, seenBy } from "./rule.js";

/** Rejects an empty value and 0. */
export function beSet(detail = ""): PlainCheck<Json | undefined> {
  return (value, path) => (isUnset(value) ? [required(path, detail)] : none);
}

export function notBeSet(detail: string): PlainCheck<Json | undefined> {
  return (value, path) => (isUnset(value) ? none : [forbidden(path, detail)]);
}

export function isUnset(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === null || value === "" || value === 0;
}

/** Reports the errors that the function returns for a whole name, not for a prefix. */
export function haveForm<Value extends Json>(
  faultsOf: (value: Value, isPrefix: boolean) => readonly string[],
): PlainCheck<Value> {
  return (value, path) => {
    const details = faultsOf(value, false);
    return details.length === 0 ? none : details.map((detail) => invalid(path, value, detail));
  };
}

/** Requires one of several values. */
export function beOneOf(...words: readonly string[]): PlainCheck<string> {
  return (value, path) => (words.includes(value) ? none : [notSupported(path, value, words)]);
}

/** Requires one of several values, and reports an empty value as missing. */
export function choose(...words: readonly string[]): PlainCheck<string> {
  const beWord = beOneOf(...words);
  return (value, path) => (value === "" ? [required(path)] : beWord(value, path));
}

/** Rejects repeated items of a list: as duplicate, or as invalid if there is a detail. Each call tracks its own values. */
export function beUnique(detail?: string): Check<number | string> {
  const own = {};
  return (value, path, { list }) => {
    const seen = seenBy(own, list);
    if (seen.has(value)) return [detail === undefined ? duplicate(path, value) : invalid(path, value, detail)];
    seen.add(value);
    return none;
  };
}

/** Limits a string in bytes, and a list in items. */
export function fit(limit: number): PlainCheck<Json | undefined> {
  return (value, path) => {
    if (typeof value === "string") return Buffer.byteLength(value) > limit ? [tooLong(path, limit)] : none;
    return Array.isArray(value) && value.length > limit ? [tooMany(path, value.length, limit)] : none;
  };
}

export const notBeNegative = beIn(0, Infinity, "must be greater than or equal to 0");
export const bePositive: PlainCheck<number> = (value, path) =>
  value > 0 ? none : [invalid(path, value, "must be greater than zero")];

export function beIn(
  minimum: number,
  maximum: number,
  detail = `must be between ${minimum} and ${maximum}, inclusive`,
): PlainCheck<number> {
  return (value, path) => (value >= minimum && value <= maximum ? none : [invalid(path, value, detail)]);
}

export const beLabel = haveForm(names.checkDns1123Label);
export const beSubdomain = haveForm(names.checkDns1123Subdomain);
export const bePortNumber = haveForm(names.checkPortNumber);
export const beQualifiedName = haveForm(names.checkQualifiedName);
export const beLabelValue = haveForm(names.checkLabelValue);
