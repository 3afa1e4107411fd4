import type { Schema } from "../schema/schema.js";

/** The schema without some of what it says. */
export function withoutKeywords(schema: Schema, keywords: ReadonlySet<string>): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.has(keyword)));
}

/** Nothing but some of what a schema says. */
export function onlyKeywords(schema: Schema, keywords: ReadonlySet<string>): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keywords.has(keyword)));
}

/** What is said of a type where it is used, and not of the type itself. */
export const useKeywords: ReadonlySet<string> = new Set(["description", "default", "example", "nullable"]);
