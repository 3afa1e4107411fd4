import type { JSONSchemaProps, ValidationRule } from "../../k8s/apiextensions/v1.js";
import type { AsJson } from "../api-object.js";

/** The schema in a CRD. It includes the fields that no CRD may set, so that they can be rejected. */
export type JsonSchema = AsJson<JSONSchemaProps>;

/** A rule with any reason; validation checks the reason. */
export type SchemaRule = Omit<AsJson<ValidationRule>, "reason"> & { reason?: string };

/** Returns the schema of a declared field. Names such as `constructor` are not inherited. */
export function propertyOf(schema: JsonSchema, name: string): JsonSchema | undefined {
  const { properties } = schema;
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

export function valuesOf({ additionalProperties }: JsonSchema): JsonSchema | undefined {
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}

export function itemsOf({ items }: JsonSchema): JsonSchema | undefined {
  return isSchemaList(items) ? undefined : items;
}

export function isSchemaList(
  items: JsonSchema | readonly (JsonSchema | string)[] | undefined,
): items is readonly JsonSchema[] {
  return Array.isArray(items);
}

/** A null default counts as no default. */
export function hasDefault({ default: value }: JsonSchema): boolean {
  return value !== undefined && value !== null;
}

/** Reports whether the value of a keyword has an effect. */
export function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== "";
}

export function isFilled(record: Readonly<Record<string, unknown>> | undefined): boolean {
  return record !== undefined && Object.keys(record).length > 0;
}
