import type { RecordArgument, Tag } from "../../model/annotations.js";
import type { SchemaSubject } from "../../model/tag-record.js";
import type { Reporter } from "../reporter.js";
import type { Origins } from "../origins.js";
import type { Schema, SchemaType } from "../../schema/schema.js";

/** The data that the effects of tags read and write. */
export interface TagContext {
  readonly reporter: Reporter;
  readonly origins: Origins;
}

/** A tag, and the schema that it applies to. */
export interface TagUse extends TagContext {
  readonly schema: Schema;
  readonly tag: Tag;
}

export function set<Keyword extends keyof Schema>(
  { origins, schema, tag }: TagUse,
  keyword: Keyword,
  value: Exclude<Schema[Keyword], undefined>,
): void {
  schema[keyword] = value;
  origins.set(schema, keyword, tag.at);
}

const subjects: Readonly<Record<SchemaSubject, { readonly types: readonly SchemaType[]; readonly name: string }>> = {
  number: { types: ["integer", "number"], name: "numbers" },
  string: { types: ["string"], name: "strings" },
  list: { types: ["array"], name: "lists" },
  object: { types: ["object"], name: "objects and maps" },
};

export function requires(use: TagUse, subject: SchemaSubject): boolean {
  const { origins, schema } = use;
  const { types, name } = subjects[subject];
  if (schema.type !== undefined && types.includes(schema.type)) return true;
  if (subject === "string" && schema["x-kubernetes-int-or-string"] === true) return true;
  if (origins.isUnreadable(schema)) return false;
  conflict(use, `it applies to ${name}, and this is ${describe(schema)}`, hintFor(use, subject));
  return false;
}

function hintFor({ schema, tag }: TagUse, subject: SchemaSubject): string {
  const inner = schema.items?.type ?? schema.additionalProperties?.type;
  if (inner !== undefined && subjects[subject].types.includes(inner)) {
    const step = schema.items === undefined ? "values" : "items";
    return `Did you mean @${step}.${tag.record.name}, for each of its ${step}?`;
  }
  const own = leastSizeOf(schema);
  if (own === undefined || !/^(?:min|max)/.test(tag.record.name)) return "Remove it, or correct the type.";
  return `Did you mean @${tag.record.name.startsWith("max") ? own.replace("min", "max") : own}?`;
}

const leastSizes = { string: "minLength", array: "minItems", object: "minProperties" } as const;

/** Returns the keyword for the minimum size of a value of this schema, if it has a size. */
export function leastSizeOf({ type }: Schema): (typeof leastSizes)[keyof typeof leastSizes] | undefined {
  return type === "string" || type === "array" || type === "object" ? leastSizes[type] : undefined;
}

export function describe(schema: Schema): string {
  if (schema["x-kubernetes-int-or-string"] === true) return "an integer or a string";
  switch (schema.type) {
    case undefined:
      return "of no type";
    case "array":
      return "a list";
    case "integer":
    case "object":
      return `an ${schema.type}`;
    default:
      return `a ${schema.type}`;
  }
}

export function conflict({ reporter, tag }: TagUse, message: string, hint: string): void {
  reporter.error("tag/conflict", tag.at, `${tag.spelling}: ${message}`, hint);
}

export function numberOf({ argument }: Tag): number | bigint {
  if (argument.kind !== "number") throw new Error("the tag's grammar is that of a number");
  return argument.value;
}

/** Returns the count in a tag whose grammar requires a count, which is never a bigint. */
export function countOf(tag: Tag): number {
  return Number(numberOf(tag));
}

export function textOf({ argument }: Tag): string {
  if (argument.kind !== "text") throw new Error("the tag's grammar is that of a text");
  return argument.value;
}

export function recordOf({ argument }: Tag): RecordArgument {
  return argument.kind === "record" ? argument.value : {};
}
