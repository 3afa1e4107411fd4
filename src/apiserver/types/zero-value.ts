import type { Json, JsonObject } from "../../core/json.js";
import type { TypeNode } from "./type-node.js";

const zerosByFormat: Readonly<Record<string, Json>> = {
  quantity: "0",
  "int-or-string": 0,
  "date-time": null,
  "micro-time": null,
};

/** How Go prints a value of the type that nobody has set. */
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

/** Puts what Go prints though nobody has set it. Changes the struct. */
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

/** An object with fields of its own, or one that may have none at all; not a map. */
export function isStruct(node: TypeNode): boolean {
  return node.type === "object" && (node.fieldNames.length > 0 || (node.values === undefined && !node.keepsUnknown));
}

/** A struct in Go is printed even when it is empty and its tag says omitempty. */
export function isGoStruct(node: TypeNode): boolean {
  const isSpecial = node.format !== undefined && Object.hasOwn(zerosByFormat, node.format);
  return isStruct(node) || isSpecial || node.typeName === "RawExtension";
}
