/** Compares schemas by the types of their values, and not by the limits or the words of their fields. */
import type { ExactJsonValue } from "../core/json.js";
import { isSameJson } from "../core/json.js";
import { printExactJson } from "../core/exact-json.js";
import type { Schema } from "../schema/schema.js";

/** Returns whether both schemas have the same fields, with the same types, at any depth. */
export function isSameType(left: Schema, right: Schema): boolean {
  return isSameJson(typeOf(left), typeOf(right));
}

/** Returns the same without null. */
export function withoutNull(schema: Schema): Schema {
  const copy = { ...schema };
  delete copy.nullable;
  return copy;
}

export function isIntOrString(schema: Schema): boolean {
  return schema["x-kubernetes-int-or-string"] === true;
}

/** Returns whether the schema has alternatives: its TypeScript type is a union, whose fields code cannot simply read. */
export function hasBranches(schema: Schema): boolean {
  if (isIntOrString(schema)) return false;
  return [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])].some(
    ({ properties, required, type, items }) =>
      properties !== undefined || required !== undefined || type !== undefined || items !== undefined,
  );
}

function typeOf(schema: Schema): ExactJsonValue {
  const { type, nullable, items, additionalProperties, otherFields, properties = {}, oneOf, anyOf, allOf } = schema;
  const values = schema.enum?.map((value) => printExactJson(value)).toSorted();
  const inner = Object.entries(properties).map(([name, field]) => [name, typeOf(field)]);
  return {
    ...(type === undefined ? {} : { type }),
    ...(nullable === undefined ? {} : { nullable }),
    ...(values === undefined ? {} : { values }),
    ...(items === undefined ? {} : { items: typeOf(items) }),
    ...(additionalProperties === undefined ? {} : { additional: typeOf(additionalProperties) }),
    ...(otherFields === undefined ? {} : { otherFields }),
    ...(inner.length === 0 ? {} : { fields: Object.fromEntries(inner) as Record<string, ExactJsonValue> }),
    isOpen: schema["x-kubernetes-preserve-unknown-fields"] === true,
    isIntOrString: isIntOrString(schema),
    isObject: schema["x-kubernetes-embedded-resource"] === true,
    ...(hasBranches(schema) ? { branches: [oneOf, anyOf, allOf].map((each) => (each ?? []).map(branchOf)) } : {}),
  };
}

function branchOf(schema: Schema): ExactJsonValue {
  return { type: typeOf(schema), required: schema.required ?? [] };
}

/** Returns the name of a type in a comment. */
export function typeName(schema: Schema): string {
  const suffix = schema.nullable === true ? " or null" : "";
  if (isIntOrString(schema)) return `integer or string${suffix}`;
  if (schema.enum !== undefined)
    return `one of ${schema.enum.map((value) => printExactJson(value)).join(", ")}${suffix}`;
  if (schema.type === "array") return `list of ${typeName(schema.items ?? {})}${suffix}`;
  if (schema.additionalProperties !== undefined) return `map of ${typeName(schema.additionalProperties)}${suffix}`;
  return `${schema.type ?? "any value"}${suffix}`;
}
