import type { SourceLocation } from "../core/source-location.js";
import type { KnownTypeName } from "../model/type-model.js";
import { innerSchemas, type Schema, type ValidationRule } from "../schema/schema.js";

/** A value in a tag, letter for letter. */
export interface WrittenValue {
  /** The tag's: `@default`, `+kubebuilder:default`. */
  readonly spelling: string;
  readonly text: string;
}

/** What is known of a schema besides what it says. */
interface Facts {
  /** The type behind it could not be read: whatever is wrong with it has been said already. */
  isUnreadable?: true;
  /** It belongs to a type that is not the project's own. */
  isImported?: true;
  knownType?: KnownTypeName;
  importedDescription?: string;
  /** The greatest length that a tag allows the descriptions from here on, in bytes. */
  descriptionLimit?: number;
  typeAt?: SourceLocation;
  keywords?: Map<keyof Schema, SourceLocation>;
  /** How values are written, for messages that show them. */
  written?: Partial<Record<"default" | "example", WrittenValue>>;
}

/** Remembers which tag or type gave a schema its keywords, so that a fault found later points there. */
export class Origins {
  readonly #facts = new WeakMap<Schema, Facts>();
  readonly #rules = new WeakMap<ValidationRule, SourceLocation>();
  readonly #withinImported = new WeakSet<Schema>();

  /** What is known of a schema, to be read and changed. */
  about(schema: Schema): Facts {
    const known = this.#facts.get(schema);
    if (known !== undefined) return known;
    const facts: Facts = {};
    this.#facts.set(schema, facts);
    return facts;
  }

  /** Remembers the tag that a rule comes from; a schema may have rules of several. */
  setRule(rule: ValidationRule, at: SourceLocation): void {
    this.#rules.set(rule, at);
  }

  ofRule(rule: ValidationRule): SourceLocation | undefined {
    return this.#rules.get(rule);
  }

  /** Takes the descriptions off the schema of a type that is not the project's own; they are kept aside. */
  importSchema(schema: Schema): void {
    const facts = this.about(schema);
    facts.isImported = true;
    if (schema.description !== undefined) facts.importedDescription = schema.description;
    delete schema.description;
    for (const inner of innerSchemas(schema)) {
      this.#withinImported.add(inner);
      this.importSchema(inner);
    }
  }

  /** Whether it is part of a type of somebody else, where no tag can stand. */
  isWithinImported(schema: Schema): boolean {
    return this.#withinImported.has(schema);
  }

  isUnreadable(schema: Schema): boolean {
    return this.#facts.get(schema)?.isUnreadable === true;
  }

  set(schema: Schema, keyword: keyof Schema, at: SourceLocation): void {
    const facts = this.about(schema);
    facts.keywords ??= new Map();
    facts.keywords.set(keyword, at);
  }

  /** Where the keyword was written, or the type where that is not known. */
  of(schema: Schema, keyword?: keyof Schema): SourceLocation | undefined {
    const facts = this.#facts.get(schema);
    return (keyword && facts?.keywords?.get(keyword)) ?? facts?.typeAt;
  }

  /** Lets a schema that replaces another keep what is known of it. */
  move(from: Schema, to: Schema): void {
    Object.assign(this.about(to), this.#facts.get(from));
  }
}
