/** Values as Go prints them, where they stand in a message of the API server. */
import { printDouble } from "../cel/go-text.js";
import { isJsonObject, type Json } from "./json.js";

/** `%v` of a number that came from JSON: an int64 where it is whole. */
export function printNumber(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? BigInt(value).toString() : printDouble(value);
}

/** The kind of a value in messages of encoding/json. */
export function goTypeOf(value: Json): string {
  if (Array.isArray(value)) return "array";
  return isJsonObject(value) ? "object" : value === null ? "null" : typeof value === "boolean" ? "bool" : typeof value;
}

/** Why a body is no object, in the words of what looks for its kind first. */
export function noTypeMeta(value: Json): string {
  const into =
    'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
  const why = `json: cannot unmarshal ${goTypeOf(value)} into Go value of type ${into}`;
  return `couldn't get version/kind; json parse error: ${why}`;
}

/** encoding/json: keys sorted, and what HTML or JavaScript could stumble over escaped. */
export function toGoJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(toGoJson).join(",")}]`;
  if (isJsonObject(value)) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([left], [right]) => (placeOf(left) < placeOf(right) ? -1 : 1))
      .map(([name, member]) => `${toGoJson(name)}:${toGoJson(member ?? null)}`);
    return `{${members.join(",")}}`;
  }
  if (typeof value !== "string") return JSON.stringify(value);
  return escapeGoJson(JSON.stringify(value));
}

/** Label selectors are shown most often, and theirs is the only type whose fields are in another order. */
function placeOf(name: string): string {
  return name === "matchLabels" ? "matchE" : name;
}

/** What HTML or JavaScript could stumble over, in a text that is JSON already. */
export function escapeGoJson(text: string): string {
  return text.replace(/[<>&\u2028\u2029]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
