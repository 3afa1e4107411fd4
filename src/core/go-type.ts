import type { JsonValue } from "./print-yaml.js";

/** `%T` of a value that Go has read from JSON. */
export function goTypeOf(value: JsonValue): string {
  if (value === null) return "<nil>";
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "number":
      return Number.isInteger(value) ? "int64" : "float64";
    default:
      return Array.isArray(value) ? "[]interface {}" : "map[string]interface {}";
  }
}
