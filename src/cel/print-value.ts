import { printIp } from "./addresses.js";
import { printDouble } from "../core/go-number.js";
import { printDuration, printTimestamp } from "./times.js";
import { kindOf, type Value } from "./values.js";

/** Prints a value like Go's `%v`. */
export function printValue(value: Value): string {
  if (value === null) return "null";
  switch (typeof value) {
    case "string":
      return value;
    case "boolean":
    case "bigint":
      return String(value);
    case "number":
      return printDouble(value);
    default:
      break;
  }
  if (value instanceof Uint8Array) return `[${value.join(" ")}]`;
  switch (value.kind) {
    case "uint":
      return String(value.value);
    case "timestamp":
      return printTimestamp(value);
    case "duration":
      return printDuration(value);
    case "list":
      return `[${value.items.map(printValue).join(", ")}]`;
    case "map":
      return `{${value.keys.map((key) => `${printValue(key)}: ${printValue(value.find(key) ?? null)}`).join(", ")}}`;
    case "optional":
      return value.held === undefined ? "optional.none()" : `optional(${printValue(value.held)})`;
    case "type":
    case "format":
      return value.name;
    case "ip":
      return printIp(value.bytes);
    case "cidr":
      return `${printIp(value.bytes)}/${value.bits}`;
    case "url":
      return value.url.text;
    case "error":
      return value.message;
    default:
      return kindOf(value);
  }
}
