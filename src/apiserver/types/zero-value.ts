import type { Json, JsonObject } from "../../core/json.js";
import type { TypeNode } from "./type-node.js";

const zerosByFormat: Readonly<Record<string, Json>> = {
  quantity: "0",
  "int-or-string": 0,
  "date-time": null,
  "micro-time": null,
};

/** Returns the value that Go prints for an unset field of the type. */
export function zeroValue(node: TypeNode): Json {
  if (node.format !== undefined && Object.hasOwn(zerosByFormat, node.format)) return zerosByFormat[node.format] ?? null;
  switch (node.type) {
    case "string":
      return node.format === "byte" ? null : "";
    case "integer":
    case "number":
      return 0;
    case "boolean":
      return false;
    case "object":
      return isStruct(node) ? filledIn({}, node) : null;
    default:
      return null;
  }
}

/** Adds the unset fields that Go prints. Changes the struct. */
export function filledIn(struct: JsonObject, node: TypeNode): JsonObject {
  for (const name of node.fieldNames) {
    const go = node.goField?.(name);
    if (go === undefined || go.isOmittedWhenZero || Object.hasOwn(struct, name)) continue;
    if (go.isPointer) {
      if (!go.isOmittedWhenEmpty) struct[name] = null;
      continue;
    }
    const field = node.field(name);
    if (field !== undefined && (!go.isOmittedWhenEmpty || isGoStruct(field))) struct[name] = zeroValue(field);
  }
  return struct;
}

/** Reports whether the type is an object with declared fields, or an object that must not have fields; not a map. */
export function isStruct(node: TypeNode): boolean {
  return node.type === "object" && (node.fieldNames.length > 0 || (node.values === undefined && !node.keepsUnknown));
}

/** Go prints a struct even if it is empty and its tag says omitempty. */
export function isGoStruct(node: TypeNode): boolean {
  const isSpecial = node.format !== undefined && Object.hasOwn(zerosByFormat, node.format);
  return isStruct(node) || isSpecial || node.typeName === "RawExtension";
}
