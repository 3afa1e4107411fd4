import type { SourceLocation } from "../core/source-location.js";
import type { Schema } from "../schema/schema.js";

/** Remembers which tag or type gave a schema its keywords, so that a fault found later points there. */
export class Origins {
  readonly #unreadable = new WeakSet<Schema>();
  readonly #types = new WeakMap<Schema, SourceLocation>();
  readonly #keywords = new WeakMap<Schema, Map<string, SourceLocation>>();

  readonly #descriptions = new WeakMap<Schema, string>();
  readonly #limits = new WeakMap<Schema, number>();

  /** Takes the descriptions off the schema of a type that is not the project's own; they are kept aside. */
  importSchema(schema: Schema): void {
    if (schema.description !== undefined) this.#descriptions.set(schema, schema.description);
    delete schema.description;
    for (const inner of Object.values(schema.properties ?? {})) this.importSchema(inner);
    if (schema.items !== undefined) this.importSchema(schema.items);
    if (schema.additionalProperties !== undefined) this.importSchema(schema.additionalProperties);
  }

  importedDescription(schema: Schema): string | undefined {
    return this.#descriptions.get(schema);
  }

  /** The greatest length that a tag allows the descriptions from here on, in bytes. */
  limitDescription(schema: Schema, bytes: number): void {
    this.#limits.set(schema, bytes);
  }

  descriptionLimit(schema: Schema): number | undefined {
    return this.#limits.get(schema);
  }

  /** Says that the type behind a schema could not be read: whatever is wrong with it has been said already. */
  markUnreadable(schema: Schema): void {
    this.#unreadable.add(schema);
  }

  isUnreadable(schema: Schema): boolean {
    return this.#unreadable.has(schema);
  }

  setType(schema: Schema, at: SourceLocation): void {
    this.#types.set(schema, at);
  }

  set(schema: Schema, keyword: keyof Schema, at: SourceLocation): void {
    const keywords = this.#keywords.get(schema) ?? new Map<string, SourceLocation>();
    keywords.set(keyword, at);
    this.#keywords.set(schema, keywords);
  }

  /** Where the keyword was written, or the type where that is not known. */
  of(schema: Schema, keyword?: keyof Schema): SourceLocation | undefined {
    const exact = keyword === undefined ? undefined : this.#keywords.get(schema)?.get(keyword);
    return exact ?? this.#types.get(schema);
  }

  /** Lets a schema that replaces another keep what is known of it. */
  move(from: Schema, to: Schema): void {
    if (this.#unreadable.has(from)) this.#unreadable.add(to);
    const description = this.#descriptions.get(from);
    if (description !== undefined) this.#descriptions.set(to, description);
    const limit = this.#limits.get(from);
    if (limit !== undefined) this.#limits.set(to, limit);
    const at = this.#types.get(from);
    if (at !== undefined) this.#types.set(to, at);
    const keywords = this.#keywords.get(from);
    if (keywords !== undefined) this.#keywords.set(to, keywords);
  }
}
