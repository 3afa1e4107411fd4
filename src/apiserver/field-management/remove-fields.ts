/** Source: sigs.k8s.io/structured-merge-diff/v6/typed/remove.go and fieldpath/set.go (EnsureNamedFieldsAreMembers). */
import type { Json } from "../../core/json.js";
import type { TypeNode } from "../types/type-node.js";
import type { FieldSet } from "./field-set.js";
import { fieldElement, fieldNameOf, isFieldElement, isKeyElement } from "./path-element.js";
import { elementOfItem, isAtomic, isDeclaredField, listOf, mapOf, shapeOf } from "./typed-value.js";

/** Returns the value without the fields and items of the set; a value that becomes empty becomes null. */
export function removeFields(value: Json, fields: FieldSet, node: TypeNode): Json {
  const shape = shapeOf(node, value);
  if (shape === "scalar") return value;
  if (isAtomic(node, shape)) return null;
  return shape === "list" ? removeItems(listOf(value), fields, node) : removeMembers(value, fields, node);
}

function removeItems(items: readonly Json[], fields: FieldSet, node: TypeNode): Json {
  const kept: Json[] = [];
  for (const item of items) {
    const element = elementOfItem(node, item);
    if (fields.members.has(element)) continue;
    const below = fields.children.get(element);
    kept.push(below === undefined || node.items === undefined ? item : removeFields(item, below, node.items));
  }
  return kept.length === 0 ? null : kept;
}

function removeMembers(value: Json, fields: FieldSet, node: TypeNode): Json {
  const kept: [string, Json][] = [];
  for (const [name, member] of Object.entries(mapOf(value))) {
    const element = fieldElement(name);
    if (member === undefined || fields.members.has(element)) continue;
    const [below, type] = [fields.children.get(element), node.field(name)];
    kept.push([name, below === undefined || type === undefined ? member : removeFields(member, below, type)]);
  }
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

/** Returns the set with the declared fields above its members, which it does not contain itself. */
export function withDeclaredFields(set: FieldSet, node: TypeNode | undefined): FieldSet {
  const members = new Set(set.members);
  for (const element of set.children.keys()) {
    if (node !== undefined && isFieldElement(element) && isDeclaredField(node, fieldNameOf(element)))
      members.add(element);
  }
  const children = [...set.children].map(([element, child]): [string, FieldSet] => {
    const type = isFieldElement(element)
      ? node?.field(fieldNameOf(element))
      : isKeyElement(element)
        ? node?.items
        : undefined;
    return [element, withDeclaredFields(child, type)];
  });
  return { members, children: new Map(children) };
}
