import type { SourceLocation } from "../core/source-location.js";
import type { KnownTypeName, TypeName, ValueDescriptions } from "../model/type-model.js";
import { innerSchemas, type Schema, type ValidationRule } from "../schema/schema.js";

/** A value in a tag, verbatim. */
export interface WrittenValue {
  /** The spelling of the tag: `@default`, `+kubebuilder:default`. */
  readonly spelling: string;
  readonly text: string;
}

/** A type that has a name, and its keywords without those of the field that uses it. */
interface NamedSchema {
  readonly name: TypeName;
  readonly schema: Schema;
}

/** Facts about a schema that the schema itself does not contain. */
interface Facts {
  /** The type behind it could not be read; its faults are already reported. */
  isUnreadable?: true;
  /** It belongs to a type outside of the project. */
  isImported?: true;
  knownType?: KnownTypeName;
  importedDescription?: string;
  /** The maximum length, in bytes, that a tag sets for the descriptions from here on. */
  descriptionLimit?: number;
  typeAt?: SourceLocation;
  named?: NamedSchema;
  valueDescriptions?: ValueDescriptions;
  /** The complete description, which the CRD may contain only in part. */
  description?: string;
  keywords?: Map<keyof Schema, SourceLocation>;
  /** The source text of values, for messages that show them. */
  written?: Partial<Record<"default" | "example", WrittenValue>>;
}

/** Records which tag or type gave a schema its keywords, so that later faults point to that location. */
export class Origins {
  readonly #facts = new WeakMap<Schema, Facts>();
  readonly #rules = new WeakMap<ValidationRule, SourceLocation>();
  readonly #withinImported = new WeakSet<Schema>();

  /** Returns the facts about a schema, to read and to change. */
  about(schema: Schema): Facts {
    const known = this.#facts.get(schema);
    if (known !== undefined) return known;
    const facts: Facts = {};
    this.#facts.set(schema, facts);
    return facts;
  }

  /** Records the tag that a rule comes from; a schema can have rules from several tags. */
  setRule(rule: ValidationRule, at: SourceLocation): void {
    this.#rules.set(rule, at);
  }

  ofRule(rule: ValidationRule): SourceLocation | undefined {
    return this.#rules.get(rule);
  }

  /** Moves the descriptions out of the schema of a type outside of the project, and stores them separately. */
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

  /** Returns whether the schema is part of an imported type, which cannot get tags. */
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

  /** Returns the location of the keyword, or of the type if that is unknown. */
  of(schema: Schema, keyword?: keyof Schema): SourceLocation | undefined {
    const facts = this.#facts.get(schema);
    return (keyword && facts?.keywords?.get(keyword)) ?? facts?.typeAt;
  }

  /** Copies the facts about a schema to the schema that replaces it. */
  move(from: Schema, to: Schema): void {
    Object.assign(this.about(to), this.#facts.get(from));
  }
}
