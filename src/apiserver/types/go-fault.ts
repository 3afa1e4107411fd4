/** Faults of JSON in the words of encoding/json. */
import { isJsonObject, type Json } from "../../core/json.js";

/** Where a value stands, as Go's decoder names it. */
export interface Place {
  /** The struct that holds the field. */
  readonly struct: string;
  /** Of fields alone: neither indices nor keys of maps. Empty of a value that is no field. */
  readonly path: readonly string[];
}

export const noPlace: Place = { struct: "", path: [] };

/** As UnmarshalTypeError of Go's encoding/json says it. `literal`: the number as it was written. */
export function wrongTypeFault(value: Json, goType: string, { struct, path } = noPlace, literal?: string): string {
  const found = literal === undefined ? jsonKindOf(value) : `number ${literal}`;
  const target =
    path.length === 0 ? `Go value of type ${goType}` : `Go struct field ${struct}.${path.join(".")} of type ${goType}`;
  return `json: cannot unmarshal ${found} into ${target}`;
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
  return `couldn't get version/kind; json parse error: ${wrongTypeFault(value, into)}`;
}
