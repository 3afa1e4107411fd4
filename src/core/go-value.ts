/** Values as Go prints them, where they stand in a message of the API server. */
import { compareText } from "./compare-text.js";
import { goJson } from "./go-json.js";
import { printDouble } from "./go-number.js";
import type { Json } from "./json.js";

/** `%v` of a number that came from JSON: an int64 where it is whole. */
export function printNumber(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? BigInt(value).toString() : printDouble(value);
}

/** `%v` */
export function printGo(value: Json): string {
  if (value === null) return "<nil>";
  if (typeof value === "number") return printNumber(value);
  if (Array.isArray(value)) return `[${value.map(printGo).join(" ")}]`;
  if (typeof value !== "object") return String(value);
  const members = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `map[${members.map(([name, member]) => `${name}:${printGo(member ?? null)}`).join(" ")}]`;
}

/** encoding/json, for values in messages and in the names of fields. */
export function toGoJson(value: Json): string {
  return goJson(value, { compareKeys: (left, right) => compareText(placeOf(left), placeOf(right)) });
}

/** Label selectors are shown most often, and theirs is the only type whose fields are in another order. */
function placeOf(name: string): string {
  return name === "matchLabels" ? "matchE" : name;
}
