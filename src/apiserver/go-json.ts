/** Faults of JSON in the words of encoding/json. */
import { isJsonObject, type Json } from "../core/json.js";

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
