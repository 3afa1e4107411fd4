import { isDeepStrictEqual } from "node:util";
import type { SourceLocation } from "../core/source-location.js";
import type { Schema } from "../schema/schema.js";
import type { TagContext } from "./tags/context.js";

/** Merges one field of several forms of an object: joins literals; everything else must be identical in all forms. */
export function joinDeclarations(
  context: TagContext,
  known: Schema,
  other: Schema,
  name: string,
  at: SourceLocation,
): Schema {
  const description = known.description ?? other.description;
  const described = description === undefined ? {} : { description };
  if (isDeepStrictEqual(comparable(known), comparable(other))) return { ...known, ...described };
  const [one, two] = [known.enum, other.enum];
  if (known.type === other.type && one !== undefined && two !== undefined) {
    const values = [...new Set([...one, ...two])];
    const joined: Schema = { ...known, ...described, enum: values };
    // Both boolean values together are no restriction.
    if (known.type === "boolean" && values.length === 2) delete joined.enum;
    return joined;
  }
  context.reporter.error(
    "type/conflict",
    context.origins.of(other) ?? at,
    `the field ${name} has different types in the members of the union`,
    "Give the field the same type in all members, or rename it in one: a schema has one type for each field.",
  );
  return known;
}

function comparable(schema: Schema): unknown {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => {
      if (typeof value === "bigint") return `${value}n`;
      return key === "description" && typeof value === "string" ? undefined : value;
    }),
  );
}
