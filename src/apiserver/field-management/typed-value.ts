/**
 * Decides by type and value which parts have separate owners and which are owned as a whole.
 * Source: sigs.k8s.io/structured-merge-diff/v6/typed/helpers.go.
 */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import { ownOf } from "../../core/own-members.js";
import type { TypeNode } from "../types/type-node.js";
import { keyElement, type PathElement, valueElement } from "./path-element.js";

export type Shape = "list" | "map" | "scalar";

/** Returns the shape of a value by its type; if the value does not fit, the type decides. */
export function shapeOf(node: TypeNode, value: Json | undefined): Shape {
  if (node.type !== "any") return node.type === "object" ? "map" : node.type === "array" ? "list" : "scalar";
  if (node.format === "quantity") return "scalar";
  if (Array.isArray(value)) return "list";
  return value === undefined || value === null || typeof value === "object" ? "map" : "scalar";
}

export function isAtomic(node: TypeNode, shape: Shape): boolean {
  if (shape === "scalar") return true;
  return shape === "list" ? node.listType === "atomic" : node.mapType === "atomic";
}

export function isDeclaredField(node: TypeNode, name: string): boolean {
  return node.fieldNames.includes(name);
}

/** Returns the map; empty for a missing value or one of another type. */
export function mapOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the names of both objects, each once. */
export function namesOf(left: JsonObject, right: JsonObject): string[] {
  return [...new Set([...Object.keys(left), ...Object.keys(right)])];
}

/** A value that does not fit its type. */
export class TypedValueFault extends Error {
  override readonly name = "TypedValueFault";
}

/**
 * Returns the path element that identifies an item of a list: by its keys, or by its value in a set.
 * @throws TypedValueFault
 */
export function elementOfItem(node: TypeNode, item: Json): PathElement {
  return node.listType === "map" ? keyOfItem(node, item) : valueOfItem(item);
}

function keyOfItem({ listMapKeys, items }: TypeNode, item: Json): PathElement {
  if (item === null) throw new TypedValueFault("associative list with keys may not have a null element");
  if (!isJsonObject(item)) throw new TypedValueFault("associative list with keys may not have non-map elements");
  const keys: [string, Json][] = [];
  for (const name of listMapKeys) {
    const value = ownOf(item, name) ?? items?.field(name)?.default;
    if (value !== undefined) keys.push([name, value]);
  }
  if (keys.length === 0) {
    const names = listMapKeys.map((name) => JSON.stringify(name)).join(" ");
    const why = "and doesn't have default values for any key fields";
    throw new TypedValueFault(
      `associative list with keys has an element that omits all key fields [${names}] (${why})`,
    );
  }
  return keyElement(keys);
}

function valueOfItem(item: Json): PathElement {
  if (item === null) throw new TypedValueFault("associative list without keys has an element that's an explicit null");
  if (Array.isArray(item)) throw new TypedValueFault("not supported: associative list with lists as elements");
  if (isJsonObject(item)) throw new TypedValueFault("associative list without keys has an element that's a map type");
  return valueElement(item);
}
