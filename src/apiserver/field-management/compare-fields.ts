/** Source: sigs.k8s.io/structured-merge-diff/v6/typed/compare.go. */
import { groupBy } from "../../core/group-by.js";
import { isSameJson, type Json } from "../../core/json.js";
import { ownOf } from "../../core/own-members.js";
import type { TypeNode } from "../types/type-node.js";
import {
  type FieldSet,
  insertPath,
  type MutableFieldSet,
  newFieldSet,
  type Path,
  recursiveDifferenceOf,
} from "./field-set.js";
import { fieldElement, type PathElement } from "./path-element.js";
import { elementOfItem, isAtomic, listOf, mapOf, namesOf, shapeOf } from "./typed-value.js";

/** The differences between two values. No field is in more than one of the sets. */
export interface Comparison {
  readonly removed: FieldSet;
  readonly modified: FieldSet;
  readonly added: FieldSet;
}

/** Compares two values of the type. */
export function compareFields(left: Json, right: Json, node: TypeNode): Comparison {
  const comparison = { removed: newFieldSet(), modified: newFieldSet(), added: newFieldSet() };
  compare({ left, right, node, path: [] }, comparison);
  return comparison;
}

export function withoutFields({ removed, modified, added }: Comparison, fields: FieldSet): Comparison {
  return {
    removed: recursiveDifferenceOf(removed, fields),
    modified: recursiveDifferenceOf(modified, fields),
    added: recursiveDifferenceOf(added, fields),
  };
}

type Sets = Readonly<Record<keyof Comparison, MutableFieldSet>>;

/** The same location in both values; undefined if a value does not contain it. */
interface Pair {
  readonly left: Json | undefined;
  readonly right: Json | undefined;
  readonly node: TypeNode;
  readonly path: Path;
}

function compare(pair: Pair, sets: Sets): void {
  const { left, right, node, path } = pair;
  const shapes = [left, right].filter((value) => value !== undefined).map((value) => shapeOf(node, value));
  for (const shape of new Set(shapes)) {
    if (isAtomic(node, shape) || (isEmpty(left, shape) && isEmpty(right, shape))) compareLeaves(pair, sets);
    else if (shape === "list") compareLists(pair, sets);
    else compareMaps(pair, sets);
  }
  if (left === undefined) insertPath(sets.added, path);
  else if (right === undefined) insertPath(sets.removed, path);
}

function isEmpty(value: Json | undefined, shape: "list" | "map" | "scalar"): boolean {
  return shape === "list" ? listOf(value).length === 0 : Object.keys(mapOf(value)).length === 0;
}

function compareLeaves({ left, right, path }: Pair, sets: Sets): void {
  if (left !== undefined && right !== undefined && !isSameJson(left, right)) insertPath(sets.modified, path);
}

function compareMaps({ left, right, node, path }: Pair, sets: Sets): void {
  const [lefts, rights] = [mapOf(left), mapOf(right)];
  for (const name of namesOf(lefts, rights)) {
    const type = node.field(name);
    if (type === undefined) continue;
    const pair = {
      left: ownOf(lefts, name),
      right: ownOf(rights, name),
      node: type,
      path: [...path, fieldElement(name)],
    };
    if (pair.left !== undefined || pair.right !== undefined) compare(pair, sets);
  }
}

function compareLists({ left, right, node, path }: Pair, sets: Sets): void {
  const [lefts, rights] = [itemsByElement(left, node), itemsByElement(right, node)];
  for (const element of new Set([...lefts.keys(), ...rights.keys()])) {
    compareItems(lefts.get(element) ?? [], rights.get(element) ?? [], { node, path: [...path, element] }, sets);
  }
}

/** Compares items with a unique key field by field, and other items together, as a whole. */
function compareItems(
  lefts: readonly Json[],
  rights: readonly Json[],
  { node, path }: Pick<Pair, "node" | "path">,
  sets: Sets,
): void {
  const { items } = node;
  if (items === undefined) return;
  const [left, right] = [lefts[0], rights[0]];
  if (lefts.length <= 1 && rights.length <= 1) {
    compare({ left, right, node: items, path }, sets);
    return;
  }
  if (lefts.length >= 2 && rights.length >= 2) {
    if (!isSameJson([...lefts], [...rights])) insertPath(sets.modified, path);
    return;
  }
  if (lefts.length >= 2) {
    if (right !== undefined) compare({ left: undefined, right, node: items, path }, sets);
    insertPath(sets.removed, path);
    return;
  }
  if (left !== undefined) compare({ left, right: undefined, node: items, path }, sets);
  insertPath(sets.added, path);
}

function itemsByElement(value: Json | undefined, node: TypeNode): Map<PathElement, Json[]> {
  return groupBy(listOf(value), (item) => elementOfItem(node, item));
}
