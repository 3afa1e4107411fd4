/**
 * Errors of a strategic merge patch whose result does not fit the type: there, Go converts maps to its structs one by one, with
 * messages that its JSON decoder does not have.
 * Source: k8s.io/apimachinery/pkg/runtime/converter.go.
 */
import { isJsonObject, type Json } from "../../core/json.js";
import type { TypeNode } from "../types/type-node.js";
import { isStruct } from "../types/zero-value.js";

/** Returns undefined if everything fits, or if a type reads its own JSON. */
export function unstructuredFault(value: Json, node: TypeNode, goType = ""): string | undefined {
  if (value === null || node.type === "any" || (node.format !== undefined && !simpleFormats.has(node.format))) {
    return undefined;
  }
  switch (node.type) {
    case "object":
      return objectFault(value, node, goType);
    case "array":
      return listFault(value, node, goType);
    default:
      return scalarFault(value, node, goType);
  }
}

const simpleFormats = new Set(["int32", "int64", "double", "float"]);

function objectFault(value: Json, node: TypeNode, goType: string): string | undefined {
  const isOfFields = isStruct(node);
  if (!isJsonObject(value)) {
    return isOfFields ? `cannot restore struct from: ${kindOf(value)}` : `cannot restore map from ${kindOf(value)}`;
  }
  const ofValues = goType.replace(/^map\[[^\]]*\]/, "");
  for (const [name, member] of Object.entries(value)) {
    const field = node.field(name);
    if (field === undefined) continue;
    const fault = unstructuredFault(member ?? null, field, isOfFields ? node.goField?.(name)?.type : ofValues);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function listFault(value: Json, { items }: TypeNode, goType: string): string | undefined {
  if (!Array.isArray(value)) return `cannot restore slice from ${kindOf(value)}`;
  if (items === undefined) return undefined;
  for (const item of value) {
    const fault = unstructuredFault(item, items, goType.replace(/^\[\]/, ""));
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function scalarFault(value: Json, node: TypeNode, goType: string): string | undefined {
  const found = kindOf(value);
  const wanted = kindOfNode(node);
  if (found === wanted || (typeof value === "number" && wanted === "float64")) return undefined;
  if (typeof value === "number" && wanted.startsWith("int")) {
    return Number.isInteger(value) ? undefined : `cannot convert float64 to ${goType || wanted}`;
  }
  // Go could convert a number to text: to the character with this code.
  if (found === "int64" && wanted === "string") return `cannot convert int64 to ${goType || wanted}`;
  return `unrecognized type: ${wanted}`;
}

function kindOf(value: Json): string {
  if (Array.isArray(value)) return "slice";
  if (isJsonObject(value)) return "map";
  if (typeof value === "number") return Number.isInteger(value) ? "int64" : "float64";
  return typeof value === "boolean" ? "bool" : "string";
}

function kindOfNode({ type, format }: TypeNode): string {
  if (type === "integer") return format ?? "int64";
  return type === "boolean" ? "bool" : type === "number" ? "float64" : "string";
}
