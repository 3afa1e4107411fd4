/** Values as Go prints them, where they stand in a message of the API server. */
import { compareText } from "../core/compare-text.js";
import { goJson } from "../core/go-json.js";
import { printDouble } from "../core/go-number.js";
import { isJsonObject, type Json } from "./json.js";

/** `%v` of a number that came from JSON: an int64 where it is whole. */
export function printNumber(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? BigInt(value).toString() : printDouble(value);
}

/** The kind of a value in messages of encoding/json. */
export function jsonKindOf(value: Json): string {
  if (Array.isArray(value)) return "array";
  return isJsonObject(value) ? "object" : value === null ? "null" : typeof value === "boolean" ? "bool" : typeof value;
}

/** Why a body is no object, in the words of what looks for its kind first. */
export function noTypeMeta(value: Json): string {
  const into =
    'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
  const why = `json: cannot unmarshal ${jsonKindOf(value)} into Go value of type ${into}`;
  return `couldn't get version/kind; json parse error: ${why}`;
}

/** encoding/json, for values in messages and in the names of fields. */
export function toGoJson(value: Json): string {
  return goJson(value, { compareKeys: (left, right) => compareText(placeOf(left), placeOf(right)) });
}

/** Label selectors are shown most often, and theirs is the only type whose fields are in another order. */
function placeOf(name: string): string {
  return name === "matchLabels" ? "matchE" : name;
}
