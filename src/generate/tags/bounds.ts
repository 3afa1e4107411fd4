/** Tags that restrict values. */
import { isInt64, isNumeric, printExactJson } from "../../core/exact-json.js";
import type { ExactJsonValue } from "../../core/json.js";
import type { TagEffect } from "../../model/tag-record.js";
import { type Schema, tighten } from "../../schema/schema.js";
import { conflict, describe, leastSizeOf, numberOf, requires, set, type TagUse, textOf } from "./context.js";

export function applyBound(use: TagUse, effect: TagEffect & { kind: "bound" }): void {
  const { origins, schema, tag } = use;
  if (!requires(use, effect.on)) return;
  const value = numberOf(tag);
  if (schema.type === "integer" && !isWhole(value)) {
    conflict(use, `${value} is not a bound for integers`, "Write an integer, or change the type to Double.");
    return;
  }
  // If both the named type and the field have a bound, both apply: the tighter bound suffices.
  if (tighten(schema, effect.keyword, value)) origins.set(schema, effect.keyword, tag.at);
}

/** Requires a value that is not empty: Go's declarative validation treats an empty value as absent. */
export function applyPresence(use: TagUse, { notEmpty }: TagEffect & { kind: "presence" }): void {
  const keyword = leastSizeOf(use.schema);
  if (notEmpty === true && keyword !== undefined && use.schema[keyword] === undefined) set(use, keyword, 1);
}

export function applyExclusive(use: TagUse, bound: "minimum" | "maximum"): void {
  const { schema, tag } = use;
  if (!requires(use, "number")) return;
  const keyword = bound === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum";
  const value = tag.argument.kind === "value" ? tag.argument.value : true;
  if (value === false) return;
  if (isNumeric(value)) set(use, bound, value);
  else if (value !== true) {
    conflict(use, `expected a number or nothing, found ${printExactJson(value)}`, `For example: @${keyword} 0`);
    return;
  }
  if (schema[bound] === undefined) conflict(use, `there is no @${bound} to exclude`, `Write the number: @${keyword} 0`);
  else set(use, keyword, true);
}

export function applyPattern(use: TagUse): void {
  const { origins, schema, tag } = use;
  if (!requires(use, "string")) return;
  const pattern = textOf(tag);
  if (schema.pattern === undefined || schema.pattern === pattern) {
    set(use, "pattern", pattern);
    return;
  }
  // Both the type's pattern and the field's pattern apply.
  const branch: Schema = { pattern };
  origins.set(branch, "pattern", tag.at);
  schema.allOf = [...(schema.allOf ?? []), branch];
}

export function applyFormat(use: TagUse): void {
  if (use.schema["x-kubernetes-int-or-string"] === true) {
    const hint = "Change the type to string or Int32: with a format, the API server would reject all numbers.";
    conflict(use, "an integer or string has no format", hint);
    return;
  }
  set(use, "format", textOf(use.tag));
}

/** Returns a number as written: 1.10 has the value 1.1. */
function shown(value: ExactJsonValue, written: string | undefined): string {
  return isNumeric(value) && written !== undefined ? written : printExactJson(value);
}

export function applyEnum(use: TagUse): void {
  const { schema, tag } = use;
  if (tag.argument.kind !== "values") return;
  // The values of a text field are always texts: @enum 1;2 on a string means "1" and "2".
  const { value: values, written } = tag.argument;
  const isText = schema.type === "string";
  const given = values.map((value, index) =>
    isText && (isNumeric(value) || typeof value === "boolean") ? (written[index] ?? String(value)) : value,
  );
  const wrong = given.findIndex((value) => !fitsType(value, schema));
  if (wrong !== -1) {
    conflict(
      use,
      `${shown(given[wrong] ?? null, written[wrong])} is not valid: the type is ${describe(schema)}`,
      "Correct the value or the type.",
    );
    return;
  }
  const present = schema.enum;
  const left = present === undefined ? given : given.filter((value) => present.includes(value));
  if (left.length === 0) {
    conflict(use, "the tag and the type have no value in common", `The type allows ${printExactJson(present ?? [])}.`);
    return;
  }
  set(use, "enum", [...new Set(left)]);
}

/** Checks that a type lists its own values. Go's generators collect the constants of the type instead. */
export function checkDeclaredEnum(use: TagUse): void {
  const { origins, schema } = use;
  if (schema.enum !== undefined || schema.type === "boolean" || origins.isUnreadable(schema)) return;
  const hint = 'Write the values as the type: "a" | "b"; or put @enum a;b here.';
  conflict(use, `${describe(schema)} names no values`, hint);
}

function isWhole(value: ExactJsonValue): boolean {
  return typeof value === "bigint" || Number.isInteger(value);
}

function fitsType(value: ExactJsonValue, schema: Schema): boolean {
  switch (schema.type) {
    case "string":
      return typeof value === "string";
    case "integer":
      return isInt64(value);
    case "number":
      return isNumeric(value);
    case "boolean":
      return typeof value === "boolean";
    default:
      return true;
  }
}
