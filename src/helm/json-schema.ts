/** The subset of JSON Schema that the values of a chart need. */
import { defined } from "../core/defined.js";
import type { Schema } from "../schema/schema.js";

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly required?: readonly string[];
}

/**
 * Returns the schema of a Kubernetes type with only the types of its fields. The schema accepts unknown fields, because
 * a later version of Kubernetes may define them.
 */
export function typeSchema(schema: Schema): JsonSchema {
  if (schema["x-kubernetes-int-or-string"] === true) return { type: ["integer", "string"] };
  const { type, items, properties, additionalProperties, required } = schema;
  const fields = properties && Object.entries(properties).map(([name, field]) => [name, typeSchema(field)] as const);
  return defined({
    type,
    items: items && typeSchema(items),
    properties: fields && Object.fromEntries(fields),
    additionalProperties: additionalProperties && typeSchema(additionalProperties),
    required,
  });
}
