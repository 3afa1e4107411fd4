/** Tags that restrict values. */
import { isInt64, isNumeric, printExactJson } from "../../core/exact-json.js";
import type { ExactJsonValue } from "../../core/json.js";
import type { Tag } from "../../model/annotations.js";
import type { TagEffect } from "../../model/tag-record.js";
import { type Schema, tighten } from "../../schema/schema.js";
import { conflict, describe, leastSizeOf, numberOf, requires, set, type TagContext, textOf } from "./context.js";

export function applyBound(context: TagContext, schema: Schema, tag: Tag, effect: TagEffect & { kind: "bound" }): void {
  if (!requires(context, schema, tag, effect.on)) return;
  const value = numberOf(tag);
  if (schema.type === "integer" && !isWhole(value)) {
    conflict(context, tag, `${value} is no bound for whole numbers`, "Write a whole number, or Double as the type.");
    return;
  }
  // Where the named type and the field both have a bound, both hold: the tighter one says it all.
  if (tighten(schema, effect.keyword, value)) context.origins.set(schema, effect.keyword, tag.at);
}

/** Go's declarative validation takes an empty value for an absent one: what it requires is not empty. */
export function applyPresence(context: TagContext, schema: Schema, tag: Tag): void {
  const { effect } = tag.record;
  const keyword = leastSizeOf(schema);
  if (effect.kind !== "presence" || effect.notEmpty !== true || keyword === undefined) return;
  if (schema[keyword] === undefined) set(context, schema, tag, keyword, 1);
}

export function applyExclusive(context: TagContext, schema: Schema, tag: Tag, bound: "minimum" | "maximum"): void {
  if (!requires(context, schema, tag, "number")) return;
  const keyword = bound === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum";
  const value = tag.argument.kind === "value" ? tag.argument.value : true;
  if (value === false) return;
  if (isNumeric(value)) set(context, schema, tag, bound, value);
  else if (value !== true) {
    conflict(
      context,
      tag,
      `expected a number or nothing, found ${printExactJson(value)}`,
      `For example: @${keyword} 0`,
    );
    return;
  }
  if (schema[bound] === undefined)
    conflict(context, tag, `there is no @${bound} that it could exclude`, `Write the number: @${keyword} 0`);
  else set(context, schema, tag, keyword, true);
}

export function applyPattern(context: TagContext, schema: Schema, tag: Tag): void {
  if (!requires(context, schema, tag, "string")) return;
  const pattern = textOf(tag);
  if (schema.pattern === undefined || schema.pattern === pattern) {
    set(context, schema, tag, "pattern", pattern);
    return;
  }
  // The type's pattern and the field's both hold.
  const branch: Schema = { pattern };
  context.origins.set(branch, "pattern", tag.at);
  schema.allOf = [...(schema.allOf ?? []), branch];
}

export function applyFormat(context: TagContext, schema: Schema, tag: Tag): void {
  if (schema["x-kubernetes-int-or-string"] === true) {
    const hint = "The API server would refuse all numbers then. Write string or Int32 as the type.";
    conflict(context, tag, "an integer or string has no format", hint);
    return;
  }
  set(context, schema, tag, "format", textOf(tag));
}

/** A number as it is written: 1.10 has the value 1.1. */
function shown(value: ExactJsonValue, written: string | undefined): string {
  return isNumeric(value) && written !== undefined ? written : printExactJson(value);
}

export function applyEnum(context: TagContext, schema: Schema, tag: Tag): void {
  if (tag.argument.kind !== "values") return;
  // A text field's values are texts, however they look: @enum 1;2 on a string means "1" and "2".
  const { value: values, written } = tag.argument;
  const isText = schema.type === "string";
  const given = values.map((value, index) =>
    isText && (isNumeric(value) || typeof value === "boolean") ? (written[index] ?? String(value)) : value,
  );
  const wrong = given.findIndex((value) => !fitsType(value, schema));
  if (wrong !== -1) {
    conflict(
      context,
      tag,
      `${shown(given[wrong] ?? null, written[wrong])} is no value for ${describe(schema)}`,
      "Correct the value, or the type.",
    );
    return;
  }
  const present = schema.enum;
  const left = present === undefined ? given : given.filter((value) => present.includes(value));
  if (left.length === 0) {
    conflict(
      context,
      tag,
      "no value is left that the type allows as well",
      `The type allows ${printExactJson(present ?? [])}.`,
    );
    return;
  }
  set(context, schema, tag, "enum", [...new Set(left)]);
}

/** Go's generators gather the constants of the type; here the type names its values itself. */
export function checkDeclaredEnum(context: TagContext, schema: Schema, tag: Tag): void {
  if (schema.enum !== undefined || schema.type === "boolean" || context.origins.isUnreadable(schema)) return;
  const hint = 'Write the values as the type: "a" | "b"; or put @enum a;b here.';
  conflict(context, tag, `${describe(schema)} names no values`, hint);
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
