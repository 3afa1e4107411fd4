import type { Json } from "../../core/json.js";

/** Where a value stands, as Go's decoder names it. */
export interface Place {
  /** The struct that holds the field. */
  readonly struct: string;
  /** Of fields alone: neither indices nor keys of maps. */
  readonly path: readonly string[];
}

/** As UnmarshalTypeError of Go's encoding/json says it. `literal`: the number as it was written. */
export function wrongTypeFault(value: Json, goType: string, { struct, path }: Place, literal?: string): string {
  const found = literal === undefined ? kindOf(value) : `number ${literal}`;
  const target =
    path.length === 0 ? `Go value of type ${goType}` : `Go struct field ${struct}.${path.join(".")} of type ${goType}`;
  return `json: cannot unmarshal ${found} into ${target}`;
}

function kindOf(value: Json): string {
  if (Array.isArray(value)) return "array";
  if (typeof value === "boolean") return "bool";
  return value === null ? "null" : typeof value;
}
