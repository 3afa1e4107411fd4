/** Builds schemas from types and tags. Tags apply after all names are resolved, so that they also work on named types. */
import type { Annotations } from "../model/annotations.js";
import type { Field, TypeModel, TypeUse, Literal } from "../model/type-model.js";
import type { Schema } from "../schema/schema.js";
import { applyTags } from "./apply-tags.js";
import { schemaOfKnownType } from "./known-types.js";
import { narrowSchema } from "./narrow-schema.js";
import { objectSchema } from "./object-schema.js";
import { applyKeyPattern } from "./tags/keys.js";
import type { TagContext } from "./tags/context.js";
import { unionSchema } from "./union-schema.js";

/** Builds the schema of a type, and applies the comments of its own name first, then those of the field. */
export function buildSchema(context: TagContext, use: TypeUse, field?: Annotations): Schema {
  const schema = schemaOf(context, use);
  const facts = context.origins.about(schema);
  facts.typeAt = use.at;
  if (use.type.kind === "invalid" || isNever(use.type)) facts.isUnreadable = true;
  if (use.type.kind === "known") facts.knownType = use.type.name;
  if (use.nullable) schema.nullable = true;
  if (use.type.kind === "enum" && use.type.descriptions !== undefined) facts.valueDescriptions = use.type.descriptions;
  const layers = field === undefined ? use.annotations : [...use.annotations, field];
  let result = schema;
  for (const layer of use.annotations) result = applyLayer(context, result, layer);
  if (use.name !== undefined) context.origins.about(result).named = { name: use.name, schema: { ...result } };
  if (field !== undefined) result = applyLayer(context, result, field);
  if (result.description !== undefined) context.origins.about(result).description = result.description;
  dropOpenValues(result);
  const isMeant = layers.some(({ tags }) =>
    tags.some(({ record, path }) => path.length === 0 && record.effect.kind === "schemaType"),
  );
  if (use.type.kind === "number" && result.type === "number" && result.format === undefined && !isMeant) {
    context.reporter.warn(
      "type/ambiguous-number",
      use.at,
      "number allows integers and fractions of any size",
      'Write Int32, Int64, Integer or Double: import type { Int32 } from "tsop". To allow any number, put @schemaType number on the field.',
    );
  }
  return result;
}

/** Replaces `Record<string, unknown>` that preserves unknown fields with an object of any content. */
function dropOpenValues(schema: Schema): void {
  const isOpen = schema["x-kubernetes-preserve-unknown-fields"] === true;
  if (isOpen && Object.keys(schema.additionalProperties ?? { type: "" }).length === 0)
    delete schema.additionalProperties;
}

/** Applies one comment on top of the inner comments. */
export function applyLayer(context: TagContext, schema: Schema, layer: Annotations): Schema {
  if (layer.description !== "") schema.description = layer.description;
  return applyTags(context, schema, layer.tags);
}

function schemaOf(context: TagContext, { type, at }: TypeUse): Schema {
  switch (type.kind) {
    case "string":
    case "boolean":
      return { type: type.kind };
    case "text":
      return { type: "string", pattern: type.pattern };
    case "number":
      return { type: "number" };
    case "known":
      return schemaOfKnownType(type.name);
    case "bare":
      return { type: "object" };
    case "any":
    case "invalid":
      return {};
    case "enum":
      if (!isNever(type)) return enumSchema(type.values);
      context.reporter.error("type/unsupported", at, "never has no schema", neverHint);
      return {};
    case "list":
      return {
        type: "array",
        items: buildSchema(context, type.items),
        ...(type.least === undefined ? {} : { minItems: type.least }),
        ...(type.most === undefined ? {} : { maxItems: type.most }),
      };
    case "map": {
      const schema: Schema = { type: "object", additionalProperties: buildSchema(context, type.values) };
      if (type.keys !== undefined) applyKeyPattern(schema, type.keys);
      return schema;
    }
    case "object":
      return objectSchema(type, (field) => fieldSchema(context, field));
    case "union":
      return unionSchema(
        context,
        type.members.map((member) => ({
          type: member,
          schema: objectSchema(member, (field) => fieldSchema(context, field)),
        })),
        at,
      );
    case "schema": {
      const schema = structuredClone(type.schema);
      context.origins.importSchema(schema);
      return schema;
    }
  }
}

/** Builds the schema of a field. A field that narrows an inherited field keeps the constraints of the inherited field. */
function fieldSchema(context: TagContext, field: Field): Schema {
  const own = buildSchema(context, field.use, field.annotations);
  if (field.narrows === undefined || context.origins.isUnreadable(own)) return own;
  return narrowSchema(context, fieldSchema(context, field.narrows), own, field);
}

function isNever(type: TypeModel): boolean {
  return type.kind === "enum" && type.values.length === 0;
}

const neverHint =
  "No value can be of this type. Remove the field, or put @ignore on it; or correct the type that evaluates to never.";

function enumSchema(values: readonly Literal[]): Schema {
  const [first] = values;
  const isWhole = values.every((value) => typeof value === "bigint" || Number.isInteger(value));
  const isNumber = typeof first === "number" || typeof first === "bigint";
  const type = isNumber ? (isWhole ? "integer" : "number") : typeof first === "boolean" ? "boolean" : "string";
  return { type, enum: [...values] };
}
