import type { Schema } from "../../schema/schema.js";
import type { JsonSchema } from "./json-schema.js";

/**
 * Returns the schema that rules see: without maps of untyped values, which rules cannot read. `paths` receives the path of
 * the original schema for each part of the new schema.
 */
export function toRuleSchema(schema: JsonSchema, path = "", paths?: Map<Schema, string>): Schema {
  const { properties, items, additionalProperties, ...rest } = schema;
  const inner = (each: JsonSchema, step: string): Schema =>
    toRuleSchema(each, path === "" ? step : `${path}.${step}`, paths);
  const result = {
    ...rest,
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, each]) => [name, inner(each, `properties[${name}]`)]),
          ),
        }),
    ...(items === undefined || Array.isArray(items) ? {} : { items: inner(items, "items") }),
    ...(typeof additionalProperties === "object"
      ? { additionalProperties: inner(additionalProperties, "additionalProperties") }
      : {}),
  } as Schema; // a Schema can contain everything that a structural schema can
  paths?.set(result, path);
  return result;
}
