/** Types and tags → schemas. Tags take effect after all names are resolved, so that they work on named types too. */
import type { Annotations } from "../model/annotations.js";
import type { Field, TypeUse } from "../model/type-model.js";
import { applyTags } from "./apply-tags.js";
import { celName } from "../schema/cel-name.js";
import { schemaOfKnownType } from "./known-types.js";
import type { Schema } from "../schema/schema.js";
import type { TagContext } from "./tags/context.js";

/** The schema of a type, with what the comments of its own name say and then what those of the field say. */
export function buildSchema(context: TagContext, use: TypeUse, field?: Annotations): Schema {
  const schema = schemaOf(context, use);
  context.origins.setType(schema, use.at);
  if (use.type.kind === "invalid") context.origins.markUnreadable(schema);
  if (use.nullable) schema.nullable = true;
  const layers = field === undefined ? use.annotations : [...use.annotations, field];
  let result = schema;
  for (const layer of layers) result = applyLayer(context, result, layer);
  dropOpenValues(result);
  if (use.type.kind === "number" && result.type === "number" && result.format === undefined) {
    context.reporter.warn(
      "type/ambiguous-number",
      use.at,
      "number may be whole or not, and of any size",
      'Write Int32, Int64, Integer or Double: import type { Int32 } from "tsop";',
    );
  }
  return result;
}

/** `Record<string, unknown>` whose unknown fields are kept is an object of anything. */
function dropOpenValues(schema: Schema): void {
  const isOpen = schema["x-kubernetes-preserve-unknown-fields"] === true;
  if (isOpen && Object.keys(schema.additionalProperties ?? { type: "" }).length === 0)
    delete schema.additionalProperties;
}

/** What one comment says, over what the comments further inside said. */
export function applyLayer(context: TagContext, schema: Schema, layer: Annotations): Schema {
  if (layer.description !== "") schema.description = layer.description;
  return applyTags(context, schema, layer.tags);
}

function schemaOf(context: TagContext, { type }: TypeUse): Schema {
  switch (type.kind) {
    case "string":
    case "boolean":
      return { type: type.kind };
    case "number":
      return { type: "number" };
    case "known":
      return schemaOfKnownType(type.name);
    case "any":
    case "invalid":
      return {};
    case "enum":
      return enumSchema(type.values);
    case "list": {
      const length = type.length === undefined ? {} : { minItems: type.length, maxItems: type.length };
      return { type: "array", items: buildSchema(context, type.items), ...length };
    }
    case "map":
      return { type: "object", additionalProperties: buildSchema(context, type.values) };
    case "object":
      return objectSchema(context, type.fields);
  }
}

function enumSchema(values: readonly (string | number | boolean)[]): Schema {
  const [first] = values;
  const isWhole = values.every((value) => Number.isInteger(value));
  const type =
    typeof first === "number" ? (isWhole ? "integer" : "number") : typeof first === "boolean" ? "boolean" : "string";
  return { type, enum: [...values] };
}

function objectSchema(context: TagContext, fields: readonly Field[]): Schema {
  if (fields.length === 0) return { type: "object" };
  const entries = fields.map((field) => [field.name, buildSchema(context, field.use, field.annotations)] as const);
  const required = fields
    .filter(isRequired)
    .map(({ name }) => name)
    .toSorted();
  const schema: Schema = { type: "object", properties: Object.fromEntries(entries) };
  if (required.length > 0) schema.required = required;
  addImmutability(schema, fields);
  return schema;
}

function isRequired({ optional, annotations }: Field): boolean {
  for (const { record, path } of annotations.tags) {
    if (path.length === 0 && record.effect.kind === "presence") return record.effect.required;
  }
  return !optional;
}

/** An optional field must not vanish either, which only a rule on the parent can see. */
function addImmutability(schema: Schema, fields: readonly Field[]): void {
  const rules = fields
    .filter(
      (field) => !isRequired(field) && field.annotations.tags.some(({ record }) => record.effect.kind === "immutable"),
    )
    .map(({ name }) => ({
      rule: `!has(oldSelf.${celName(name)}) || has(self.${celName(name)})`,
      message: `field ${name} is immutable once set`,
    }));
  if (rules.length > 0) schema["x-kubernetes-validations"] = rules;
}
