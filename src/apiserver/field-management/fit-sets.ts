/**
 * Adapts sets of fields to a type that has changed since: if the type now owns as one what was owned in parts, the set owns it as
 * a whole. Source: sigs.k8s.io/structured-merge-diff/v6/typed/reconcile_schema.go.
 */
import type { TypeNode } from "../types/type-node.js";
import { type FieldSet, isEmptySet } from "./field-set.js";
import { fieldNameOf, isFieldElement, type PathElement } from "./path-element.js";

export function fitSet(set: FieldSet, node: TypeNode): FieldSet {
  const members = new Set(set.members);
  const children = new Map<PathElement, FieldSet>();
  for (const [element, child] of set.children) {
    const type = typeAt(node, element);
    if (type !== undefined && isOwnedAsOne(type, child)) members.add(element);
    else children.set(element, type === undefined ? child : fitSet(child, type));
  }
  return { members, children };
}

function isOwnedAsOne(node: TypeNode, below: FieldSet): boolean {
  if (node.type === "array") return node.listType === "atomic";
  return node.type === "object" && node.mapType === "atomic" && !isEmptySet(below);
}

function typeAt(node: TypeNode, element: PathElement): TypeNode | undefined {
  return isFieldElement(element) ? node.field(fieldNameOf(element)) : node.items;
}
