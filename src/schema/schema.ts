/** The schemas of a CRD: OpenAPI v3 as apiextensions.k8s.io/v1 has it. */
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

/** The schema of a field; a name such as `constructor` is no field unless it was declared. */
export function fieldOf(schema: Schema | undefined, name: string): Schema | undefined {
  const { properties } = schema ?? {};
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** The schemas of fields, items and values; not those of junctors, which only restrict them. */
export function innerSchemas({ properties = {}, items, additionalProperties }: Schema): Schema[] {
  return [...Object.values(properties), items, additionalProperties].filter((inner) => inner !== undefined);
}
