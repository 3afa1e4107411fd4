/** Computes equal keys for schemas with equal content, so that they share one type. */
import { createHash } from "node:crypto";
import type { Schema } from "../schema/schema.js";
import { withoutKeywords } from "./keywords.js";

/**
 * Processes each schema once, even if it is part of several schemas. Ignores the order of its keywords and, at the top level
 * only, its description.
 */
export class SchemaKeys {
  readonly #withDescriptions: boolean;
  readonly #known = new WeakMap<Schema, string>();

  constructor(withDescriptions: boolean) {
    this.#withDescriptions = withDescriptions;
  }

  of(schema: Schema): string {
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    const { properties, items, additionalProperties, required } = schema;
    const parts = {
      ...withoutKeywords(schema, new Set(["description", "properties", "items", "additionalProperties", "required"])),
      ...(properties === undefined
        ? {}
        : { properties: sorted(Object.entries(properties).map(([name, field]) => [name, this.#inner(field)])) }),
      ...(items === undefined ? {} : { items: this.#inner(items) }),
      ...(additionalProperties === undefined ? {} : { additionalProperties: this.#inner(additionalProperties) }),
      ...(required === undefined ? {} : { required: required.toSorted() }),
    };
    const key = createHash("sha256")
      .update(JSON.stringify(ordered(parts)))
      .digest("base64");
    this.#known.set(schema, key);
    return key;
  }

  #inner(schema: Schema): string {
    return this.#withDescriptions ? `${this.of(schema)} ${schema.description ?? ""}` : this.of(schema);
  }
}

function ordered(value: unknown): unknown {
  if (typeof value === "bigint") return { number: String(value) };
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  return { object: sorted(Object.entries(value).map(([key, item]) => [key, ordered(item)])) };
}

function sorted(entries: [string, unknown][]): [string, unknown][] {
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
}
