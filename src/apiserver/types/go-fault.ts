/** Errors in JSON, with the messages of encoding/json. */
import { isJsonObject, type Json } from "../../core/json.js";

/** The location of a value, as Go's decoder names it. */
export interface Place {
  /** The struct that contains the field. */
  readonly struct: string;
  /** The field names, without indices and map keys. Empty for a value that is not a field. */
  readonly path: readonly string[];
}

export const noPlace: Place = { struct: "", path: [] };

/** Returns the message of UnmarshalTypeError in Go's encoding/json. `literal`: the number as the client wrote it. */
export function wrongTypeFault(value: Json, goType: string, { struct, path } = noPlace, literal?: string): string {
  const found = literal === undefined ? jsonKindOf(value) : `number ${literal}`;
  const target =
    path.length === 0 ? `Go value of type ${goType}` : `Go struct field ${struct}.${path.join(".")} of type ${goType}`;
  return `json: cannot unmarshal ${found} into ${target}`;
}

/** Returns the kind of a value in messages of encoding/json. */
export function jsonKindOf(value: Json): string {
  if (Array.isArray(value)) return "array";
  return isJsonObject(value) ? "object" : value === null ? "null" : typeof value === "boolean" ? "bool" : typeof value;
}

/** Returns the error for a body that is not an object, from the code that first reads its kind. */
export function noTypeMeta(value: Json): string {
  const into =
    'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
  return `couldn't get version/kind; json parse error: ${wrongTypeFault(value, into)}`;
}
