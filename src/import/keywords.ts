import type { Schema } from "../schema/schema.js";

/** Returns the schema without some keywords. */
export function withoutKeywords(schema: Schema, keywords: ReadonlySet<string>): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.has(keyword)));
}

/** Returns only some keywords of a schema. */
export function onlyKeywords(schema: Schema, keywords: ReadonlySet<string>): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keywords.has(keyword)));
}

/** The keywords that belong to the use of a type, not to the type itself. */
export const useKeywords: ReadonlySet<string> = new Set(["description", "default", "example", "nullable"]);
