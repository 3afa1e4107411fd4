/** The schemas of a CRD: OpenAPI v3 as apiextensions.k8s.io/v1 has it. */
import type { ExactJsonValue } from "../core/print-yaml.js";

export type SchemaType = "string" | "integer" | "number" | "boolean" | "object" | "array";

export interface Schema {
  type?: SchemaType;
  format?: string;
  description?: string;
  title?: string;
  default?: ExactJsonValue;
  example?: ExactJsonValue;
  nullable?: true;
  enum?: ExactJsonValue[];
  /** As it is written; the API server makes doubles of bounds. */
  minimum?: number | bigint;
  maximum?: number | bigint;
  exclusiveMinimum?: true;
  exclusiveMaximum?: true;
  multipleOf?: number | bigint;
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
  oneOf?: Schema[];
  not?: Schema;
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

export const lowerBounds = ["minimum", "minLength", "minItems", "minProperties"] as const;
export const upperBounds = ["maximum", "maxLength", "maxItems", "maxProperties"] as const;

/** Takes a bound over where it is tighter than the one of the schema; whether it is. */
export function tighten(
  schema: Schema,
  keyword: (typeof lowerBounds)[number] | (typeof upperBounds)[number],
  bound: number | bigint | undefined,
): boolean {
  const present = schema[keyword];
  if (bound === undefined) return false;
  if (present !== undefined && !(keyword.startsWith("min") ? bound > present : bound < present)) return false;
  // Only the bounds of numbers can be bigints; those of lengths are counts.
  schema[keyword as "minimum"] = bound;
  return true;
}

/** A schema is made of nothing but JSON; its interface has no index signature, so the compiler cannot know. */
export function schemaJson(schema: Schema | readonly Schema[]): ExactJsonValue {
  return schema as unknown as ExactJsonValue;
}

/** The schema of a field; a name such as `constructor` is no field unless it was declared. */
export function fieldOf(schema: Schema | undefined, name: string): Schema | undefined {
  const { properties } = schema ?? {};
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** The schemas of fields, items and values; not those of junctors, which only restrict them. */
export function innerSchemas({ properties = {}, items, additionalProperties }: Schema): Schema[] {
  return [...Object.values(properties), items, additionalProperties].filter((inner) => inner !== undefined);
}
