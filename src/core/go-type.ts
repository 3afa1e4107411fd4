import type { ExactJsonValue } from "./json.js";

/** Prints `%T` of a value that Go has decoded from JSON. */
export function goTypeOf(value: ExactJsonValue): string {
  if (value === null) return "<nil>";
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "bigint":
      return "int64";
    case "number":
      return Number.isInteger(value) ? "int64" : "float64";
    default:
      return Array.isArray(value) ? "[]interface {}" : "map[string]interface {}";
  }
}
