/** The schemas of a CRD (OpenAPI v3 as apiextensions.k8s.io/v1 has it), and where each part of one was written. */
import type { SourceLocation } from "../core/source-location.js";
import type { JsonValue } from "../core/yaml.js";

export type SchemaType = "string" | "integer" | "number" | "boolean" | "object" | "array";

export interface Schema {
  type?: SchemaType;
  format?: string;
  description?: string;
  title?: string;
  default?: JsonValue;
  example?: JsonValue;
  nullable?: true;
  enum?: JsonValue[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: true;
  exclusiveMaximum?: true;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
  minProperties?: number;
  maxProperties?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  externalDocs?: { url: string; description?: string };
  "x-kubernetes-preserve-unknown-fields"?: true;
  "x-kubernetes-embedded-resource"?: true;
  "x-kubernetes-int-or-string"?: true;
  "x-kubernetes-list-type"?: "map" | "set" | "atomic";
  "x-kubernetes-list-map-keys"?: string[];
  "x-kubernetes-map-type"?: "granular" | "atomic";
  "x-kubernetes-validations"?: ValidationRule[];
}

export interface ValidationRule {
  rule: string;
  message?: string;
  messageExpression?: string;
  reason?: string;
  fieldPath?: string;
  optionalOldSelf?: boolean;
}

/** The schema of a field; a name such as `constructor` is no field unless it was declared. */
export function fieldOf(schema: Schema | undefined, name: string): Schema | undefined {
  const { properties } = schema ?? {};
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Remembers which tag or type gave a schema its keywords, so that a fault found later points there. */
export class Origins {
  readonly #unreadable = new WeakSet<Schema>();
  readonly #types = new WeakMap<Schema, SourceLocation>();
  readonly #keywords = new WeakMap<Schema, Map<string, SourceLocation>>();

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
    const at = this.#types.get(from);
    if (at !== undefined) this.#types.set(to, at);
    const keywords = this.#keywords.get(from);
    if (keywords !== undefined) this.#keywords.set(to, keywords);
  }
}
