import type { Annotations } from "../model/annotations.js";
import type { TypeUse } from "../model/type-model.js";
import { fieldOf, type Schema } from "../schema/schema.js";

/** A field of a kind with its path (`.spec.rules[].host`). */
export interface FieldPath {
  readonly name: string;
  readonly path: string;
  readonly annotations: Annotations;
  readonly schema: Schema;
}

/** Returns all fields of a type with the schemas that were built from them, in source order. */
export function fieldPaths(use: TypeUse, schema: Schema, path = ""): FieldPath[] {
  const { type } = use;
  if (type.kind === "list" && schema.items !== undefined) return fieldPaths(type.items, schema.items, `${path}[]`);
  if (type.kind === "map" && schema.additionalProperties !== undefined) {
    return fieldPaths(type.values, schema.additionalProperties, `${path}{}`);
  }
  if (type.kind !== "object") return [];
  return type.fields.flatMap(({ name, annotations, use: inner }) => {
    const built = fieldOf(schema, name);
    if (built === undefined) return [];
    const own = { name, path: `${path}.${name}`, annotations, schema: built };
    return [own, ...fieldPaths(inner, built, own.path)];
  });
}
