import type { JSONSchemaProps, ValidationRule } from "../../k8s/apiextensions/v1.js";
import type { AsJson } from "../api-object.js";

/** A schema as a CRD carries it. What no CRD may set is here too, so that it can be refused. */
export type JsonSchema = AsJson<JSONSchemaProps>;

/** A rule with any reason: which there are is checked. */
export type SchemaRule = Omit<AsJson<ValidationRule>, "reason"> & { reason?: string };

/** The schema of a declared field; names such as `constructor` are no fields of themselves. */
export function propertyOf(schema: JsonSchema, name: string): JsonSchema | undefined {
  const { properties } = schema;
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** The schema of a map's values. */
export function valuesOf({ additionalProperties }: JsonSchema): JsonSchema | undefined {
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}

/** The schema of a list's items. */
export function itemsOf({ items }: JsonSchema): JsonSchema | undefined {
  return isSchemaList(items) ? undefined : items;
}

export function isSchemaList(
  items: JsonSchema | readonly (JsonSchema | string)[] | undefined,
): items is readonly JsonSchema[] {
  return Array.isArray(items);
}

/** A default of null is none. */
export function hasDefault({ default: value }: JsonSchema): boolean {
  return value !== undefined && value !== null;
}

/** Whether the value of a keyword says anything. */
export function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== "";
}
