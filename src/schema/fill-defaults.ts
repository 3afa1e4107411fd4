import { type ExactJsonValue, isList } from "../core/json.js";
import { fieldOf, innerSchemas, type Schema } from "./schema.js";

/** The value with the defaults of its fields, as the API server fills them in before it validates. */
export function fillDefaults(value: ExactJsonValue, schema: Schema): ExactJsonValue {
  if (typeof value !== "object" || value === null || innerSchemas(schema).length === 0) return value;
  if (isList(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map((item) => fillDefaults(item, items));
  }
  const filled = new Map(Object.entries(value));
  for (const [name, { default: preset, nullable }] of Object.entries(schema.properties ?? {})) {
    const present = filled.get(name);
    const isAbsent = present === undefined || (present === null && nullable !== true);
    if (preset !== undefined && isAbsent) filled.set(name, preset);
  }
  for (const [name, member] of filled) {
    const inner = fieldOf(schema, name) ?? schema.additionalProperties;
    if (member !== undefined && inner !== undefined) filled.set(name, fillDefaults(member, inner));
  }
  return Object.fromEntries(filled);
}
