/** Source: sigs.k8s.io/structured-merge-diff/v6/typed/tofieldset.go. */
import { isJsonObject, type Json } from "../../core/json.js";
import type { TypeNode } from "../types/type-node.js";
import { type FieldSet, insertPath, type MutableFieldSet, newFieldSet, type Path } from "./field-set.js";
import { fieldElement, type PathElement } from "./path-element.js";
import { elementOfItem, isAtomic, isDeclaredField, listOf, mapOf, shapeOf } from "./typed-value.js";

/** Returns all fields that a value sets. */
export function setOfFields(value: Json, node: TypeNode): FieldSet {
  const set = newFieldSet();
  addFields(set, value, node, []);
  return set;
}

function addFields(set: MutableFieldSet, value: Json, node: TypeNode, path: Path): void {
  const shape = shapeOf(node, value);
  if (isAtomic(node, shape)) insertPath(set, path);
  else if (shape === "list") addItems(set, listOf(value), node, path);
  else addMembers(set, value, node, path);
}

function addItems(set: MutableFieldSet, items: readonly Json[], node: TypeNode, path: Path): void {
  const elements = items.map((item) => elementOfItem(node, item));
  const [known, repeated] = [new Set<PathElement>(), new Set<PathElement>()];
  for (const element of elements) (known.has(element) ? repeated : known).add(element);
  for (const [index, element] of elements.entries()) {
    const at = [...path, element];
    insertPath(set, at);
    // Items with the same key are owned together, as a whole.
    if (!repeated.has(element) && node.items !== undefined) addFields(set, items[index] ?? null, node.items, at);
  }
}

function addMembers(set: MutableFieldSet, value: Json, node: TypeNode, path: Path): void {
  for (const [name, member] of Object.entries(mapOf(value))) {
    if (member === undefined) continue;
    const at = [...path, fieldElement(name)];
    const type = node.field(name);
    if (type !== undefined) addFields(set, member, type, at);
    const isEmpty = member === null || (isJsonObject(member) && Object.keys(member).length === 0);
    if (isEmpty || !isDeclaredField(node, name)) insertPath(set, at);
  }
}
