import type { Schema } from "../../schema/schema.js";
import type { JsonSchema } from "./json-schema.js";

/**
 * The schema as rules see it: without maps of untyped values, which they cannot look into. The parts of the new schema are
 * noted with the paths of those that they stand for.
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
  } as Schema; // what a structural schema may say is what a Schema may
  paths?.set(result, path);
  return result;
}
