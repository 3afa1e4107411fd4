/** Prints values like Go does in messages of the API server. */
import { compareText } from "./compare-text.js";
import { goJson } from "./go-json.js";
import { printDouble } from "./go-number.js";
import type { Json } from "./json.js";

/** Prints `%v` of a number from JSON: an int64 if it is whole. */
export function printNumber(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? BigInt(value).toString() : printDouble(value);
}

/** Prints a value like Go's `%v`. */
export function printGo(value: Json): string {
  if (value === null) return "<nil>";
  if (typeof value === "number") return printNumber(value);
  if (Array.isArray(value)) return `[${value.map(printGo).join(" ")}]`;
  if (typeof value !== "object") return String(value);
  const members = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `map[${members.map(([name, member]) => `${name}:${printGo(member ?? null)}`).join(" ")}]`;
}

/** Prints values like encoding/json, for messages and for the names of fields. */
export function toGoJson(value: Json): string {
  return goJson(value, { compareKeys: (left, right) => compareText(placeOf(left), placeOf(right)) });
}

/**
 * Returns the sort key of a field. Label selectors are the most frequent values, and the only type whose fields have another
 * order.
 */
function placeOf(name: string): string {
  return name === "matchLabels" ? "matchE" : name;
}
