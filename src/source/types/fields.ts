/** The fields of a type, from any form of type with fields. */
import { noAnnotations } from "../../model/annotations.js";
import type { Field, ObjectType, TypeModel, TypeUse } from "../../model/type-model.js";
import type { Schema } from "../../schema/schema.js";
import type { SourceLocation } from "../../core/source-location.js";

const nowhere: SourceLocation = { file: "" };

/** Returns undefined for a type without its own fields. */
export function fieldsOf(type: TypeModel, at: SourceLocation = nowhere): readonly Field[] | undefined {
  return objectOf(type, at)?.fields;
}

/** Returns the type as an object with fields. */
export function objectOf(type: TypeModel, at: SourceLocation): ObjectType | undefined {
  if (type.kind === "object") return type;
  if (type.kind === "bare") return { kind: "object", fields: [] };
  if (type.kind === "known" && type.name === "ObjectMeta") return { kind: "object", fields: [] };
  if (type.kind !== "schema" || type.schema.properties === undefined) return undefined;
  const { properties, required, ...keywords } = type.schema;
  // The new type has its own comment as its description.
  delete keywords.description;
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    optional: required?.includes(name) !== true,
    use: schemaUse(schema, at),
    annotations: noAnnotations,
    at,
  }));
  return { kind: "object", fields, keywords };
}

function schemaUse(schema: Schema, at: SourceLocation): TypeUse {
  return { type: { kind: "schema", schema }, nullable: schema.nullable === true, at, annotations: [] };
}

/** Merges fields: later fields replace earlier ones of the same name, at the same position, and narrow them. */
export function mergeFields(earlier: readonly Field[], later: readonly Field[]): readonly Field[] {
  const fields = new Map(earlier.map((field) => [field.name, field]));
  for (const field of later) {
    const narrowed = fields.get(field.name);
    fields.set(field.name, narrowed === undefined || narrowed === field ? field : { ...field, narrows: narrowed });
  }
  return [...fields.values()];
}

/** Merges everything that a type inherits from several others, besides fields. */
export function mergeObjects(earlier: ObjectType | undefined, later: ObjectType): ObjectType {
  if (earlier === undefined) return later;
  const isOpen = earlier.isOpen === true || later.isOpen === true;
  const keywords = { ...earlier.keywords, ...later.keywords };
  return {
    kind: "object",
    fields: mergeFields(earlier.fields, later.fields),
    ...(isOpen ? { isOpen } : {}),
    ...(Object.keys(keywords).length > 0 ? { keywords } : {}),
  };
}
