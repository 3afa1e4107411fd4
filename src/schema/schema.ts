/** The schemas of a CRD: OpenAPI v3 as in apiextensions.k8s.io/v1. */
import type { ExactJsonValue } from "../core/json.js";

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
  /** The bounds as written; the API server converts them to doubles. */
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
  /** `additionalProperties` if it is `true` or `false` instead of a schema. {@link schemaJson} writes it that way. */
  otherFields?: boolean;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  not?: Schema;
  externalDocs?: { url?: string; description?: string };
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
export type BoundKeyword = (typeof lowerBounds)[number] | (typeof upperBounds)[number];

/** Sets a bound if it is tighter than the bound of the schema; returns whether it is. */
export function tighten(schema: Schema, keyword: BoundKeyword, bound: number | bigint | undefined): boolean {
  const present = schema[keyword];
  if (bound === undefined) return false;
  if (present !== undefined && !(keyword.startsWith("min") ? bound > present : bound < present)) return false;
  // Only bounds of numbers can be bigints; bounds of lengths are counts.
  schema[keyword as "minimum"] = bound;
  return true;
}

/** Returns the schema of a field; a name such as `constructor` is a field only if it is declared. */
export function fieldOf(schema: Schema | undefined, name: string): Schema | undefined {
  const { properties } = schema ?? {};
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Returns the schemas of fields, items and values, but not of logical operators, which only restrict them. */
export function innerSchemas({ properties = {}, items, additionalProperties }: Schema): Schema[] {
  return [...Object.values(properties), items, additionalProperties].filter((inner) => inner !== undefined);
}

/** Returns the same schemas, each with its step, `.name`, `[]` or `{}`, and with the name of a field. */
export function innerSteps({ properties = {}, items, additionalProperties }: Schema): InnerStep[] {
  return [
    ...Object.entries(properties).map(([name, inner]) => ({ step: `.${name}`, name, inner })),
    ...(items === undefined ? [] : [{ step: "[]", inner: items }]),
    ...(additionalProperties === undefined ? [] : [{ step: "{}", inner: additionalProperties }]),
  ];
}

interface InnerStep {
  readonly step: string;
  readonly name?: string;
  readonly inner: Schema;
}

/** Converts schemas to their form in a CRD. */
export function schemaJson(schema: Schema | readonly Schema[]): ExactJsonValue {
  if (isList(schema)) return schema.map(schemaJson);
  const { otherFields, properties, items, additionalProperties, ...rest } = schema;
  return {
    // The rest consists of JSON only; its interfaces have no index signature, so the compiler cannot know.
    ...(rest as unknown as Record<string, ExactJsonValue>),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, schemaJson(each)])) }),
    ...(items === undefined ? {} : { items: schemaJson(items) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: schemaJson(additionalProperties) }),
    ...(otherFields === undefined ? {} : { additionalProperties: otherFields }),
  };
}

// Array.isArray does not narrow a readonly array out of a union.
function isList(schema: Schema | readonly Schema[]): schema is readonly Schema[] {
  return Array.isArray(schema);
}
