/** Builds schemas of objects: their fields, the required fields, and the rules on the object that concern fields. */
import type { Field, ObjectType } from "../model/type-model.js";
import { celName } from "../schema/cel-name.js";
import type { Schema } from "../schema/schema.js";

/** @param fieldSchema - the schema of a field's value */
export function objectSchema({ fields, isOpen, keywords }: ObjectType, fieldSchema: (field: Field) => Schema): Schema {
  const schema: Schema = { ...(keywords === undefined ? {} : structuredClone(keywords)), type: "object" };
  if (isOpen === true) schema["x-kubernetes-preserve-unknown-fields"] = true;
  if (fields.length === 0) return schema;
  schema.properties = Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)]));
  const required = fields.filter(isRequired).map(({ name }) => name);
  if (required.length > 0) schema.required = required.toSorted();
  addImmutability(schema, fields);
  return schema;
}

export function isRequired({ optional, annotations }: Field): boolean {
  for (const { record, path } of annotations.tags) {
    if (path.length === 0 && record.effect.kind === "presence") return record.effect.required;
  }
  return !optional;
}

/** Adds rules to the parent that prevent removing immutable optional fields, which only a rule on the parent can check. */
function addImmutability(schema: Schema, fields: readonly Field[]): void {
  const rules = fields
    .filter(
      (field) => !isRequired(field) && field.annotations.tags.some(({ record }) => record.effect.kind === "immutable"),
    )
    .map(({ name }) => ({
      rule: `!has(oldSelf.${celName(name)}) || has(self.${celName(name)})`,
      message: `field ${name} is immutable once set`,
    }));
  if (rules.length > 0) schema["x-kubernetes-validations"] = [...(schema["x-kubernetes-validations"] ?? []), ...rules];
}
