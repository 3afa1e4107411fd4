/**
 * The JSON of a value that an expression constructed.
 * Source: k8s.io/apiserver/pkg/cel/mutation/dynamic/objects.go and cel-go's conversion of values to structpb.Value.
 */
import type { Json } from "../core/json.js";
import { sizeOf } from "./compare.js";
import { printDuration, printTimestamp } from "./times.js";
import { isBytes, kindOf, typeNameOf, type Value } from "./values.js";

/** A value that JSON cannot express. */
export class NoJsonFault extends Error {
  override readonly name = "NoJsonFault";
}

/** @throws NoJsonFault */
export function jsonOf(value: Value): Json {
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  if (isBytes(value)) return Buffer.from(value).toString("base64");
  switch (value.kind) {
    case "uint":
      return Number(value.value);
    case "timestamp":
      return printTimestamp(value);
    case "duration":
      return printDuration(value);
    case "list":
      return Array.from({ length: sizeOf(value) }, (_, index) => jsonOf(value.items[index] ?? null));
    case "map":
      return Object.fromEntries(value.keys.map((key) => [keyOf(key), jsonOf(value.find(key) ?? null)]));
    case "record":
      return Object.fromEntries([...value.fields].map(([name, field]) => [name, jsonOf(field)]));
    default:
      throw new NoJsonFault(`unsupported type: ${typeNameOf(value)}`);
  }
}

function keyOf(key: Value): string {
  if (typeof key === "string") return key;
  throw new NoJsonFault(`map key is of type ${kindOf(key)}, not string`);
}
