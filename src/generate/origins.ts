import type { SourceLocation } from "../core/source-location.js";
import type { KnownTypeName } from "../model/type-model.js";
import { innerSchemas, type Schema, type ValidationRule } from "../schema/schema.js";

/** A value in a tag, letter for letter. */
export interface WrittenValue {
  /** The tag's: `@default`, `+kubebuilder:default`. */
  readonly spelling: string;
  readonly text: string;
}

/** Remembers which tag or type gave a schema its keywords, so that a fault found later points there. */
export class Origins {
  readonly #unreadable = new WeakSet<Schema>();
  readonly #types = new WeakMap<Schema, SourceLocation>();
  readonly #keywords = new WeakMap<Schema, Map<string, SourceLocation>>();

  readonly #descriptions = new WeakMap<Schema, string>();
  readonly #limits = new WeakMap<Schema, number>();
  readonly #rules = new WeakMap<ValidationRule, SourceLocation>();

  /** Remembers the tag that a rule comes from; a schema may have rules of several. */
  setRule(rule: ValidationRule, at: SourceLocation): void {
    this.#rules.set(rule, at);
  }

  ofRule(rule: ValidationRule): SourceLocation | undefined {
    return this.#rules.get(rule);
  }
  readonly #written = new WeakMap<Schema, Partial<Record<"default" | "example", WrittenValue>>>();
  readonly #imported = new WeakSet<Schema>();
  readonly #withinImported = new WeakSet<Schema>();
  readonly #known = new WeakMap<Schema, KnownTypeName>();

  /** Takes the descriptions off the schema of a type that is not the project's own; they are kept aside. */
  importSchema(schema: Schema): void {
    this.#imported.add(schema);
    if (schema.description !== undefined) this.#descriptions.set(schema, schema.description);
    delete schema.description;
    for (const inner of innerSchemas(schema)) {
      this.#withinImported.add(inner);
      this.importSchema(inner);
    }
  }

  isImported(schema: Schema): boolean {
    return this.#imported.has(schema);
  }

  /** Whether it is part of a type of somebody else, where no tag can stand. */
  isWithinImported(schema: Schema): boolean {
    return this.#withinImported.has(schema);
  }

  setKnownType(schema: Schema, name: KnownTypeName): void {
    this.#known.set(schema, name);
  }

  /** The type behind the schema, where it has a name that says more than the schema. */
  knownType(schema: Schema): KnownTypeName | undefined {
    return this.#known.get(schema);
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

  /** Remembers how a value is written, for messages that show it. */
  setWritten(schema: Schema, keyword: "default" | "example", written: WrittenValue): void {
    this.#written.set(schema, { ...this.#written.get(schema), [keyword]: written });
  }

  written(schema: Schema, keyword: "default" | "example"): WrittenValue | undefined {
    return this.#written.get(schema)?.[keyword];
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
    if (this.#imported.has(from)) this.#imported.add(to);
    const known = this.#known.get(from);
    if (known !== undefined) this.#known.set(to, known);
    const description = this.#descriptions.get(from);
    if (description !== undefined) this.#descriptions.set(to, description);
    const limit = this.#limits.get(from);
    if (limit !== undefined) this.#limits.set(to, limit);
    const at = this.#types.get(from);
    if (at !== undefined) this.#types.set(to, at);
    const written = this.#written.get(from);
    if (written !== undefined) this.#written.set(to, written);
    const keywords = this.#keywords.get(from);
    if (keywords !== undefined) this.#keywords.set(to, keywords);
  }
}
