/** Source: sigs.k8s.io/structured-merge-diff/v6/typed/merge.go. */
import type { Json } from "../../core/json.js";
import { ownOf } from "../../core/own-members.js";
import type { TypeNode } from "../types/type-node.js";
import type { PathElement } from "./path-element.js";
import { elementOfItem, isAtomic, listOf, mapOf, namesOf, shapeOf, TypedValueFault } from "./typed-value.js";

/** Returns the live value with everything that the configuration sets; removes nothing. */
export function mergeFields(live: Json, configuration: Json, node: TypeNode): Json {
  return merge(live, configuration, node) ?? {};
}

function merge(left: Json | undefined, right: Json | undefined, node: TypeNode): Json | undefined {
  const shape = shapeOf(node, right === undefined ? left : right);
  const kept = right === undefined ? left : right;
  if (isAtomic(node, shape)) return kept;
  if (shape === "list") {
    const [lefts, rights] = [listOf(left), listOf(right)];
    return lefts.length + rights.length === 0 ? kept : mergeLists(lefts, rights, node);
  }
  const [lefts, rights] = [mapOf(left), mapOf(right)];
  const names = namesOf(lefts, rights);
  if (names.length === 0) return kept;
  const members = names.map((name): [string, Json | undefined] => {
    const type = node.field(name);
    const [left, right] = [ownOf(lefts, name), ownOf(rights, name)];
    return [name, type === undefined ? (right ?? left) : merge(left, right, type)];
  });
  return Object.fromEntries(members.filter((member): member is [string, Json] => member[1] !== undefined));
}

/** Merges lists. The live order remains unless the configuration sets another. */
function mergeLists(lefts: readonly Json[], rights: readonly Json[], node: TypeNode): Json[] | undefined {
  const [live, applied] = [indexItems(lefts, node, true), indexItems(rights, node, false)];
  const shared = applied.elements.filter((element) => live.items.has(element));
  const merged: Json[] = [];
  const done = new Set<PathElement>();
  let nextShared = 0;
  const take = (element: PathElement, left: Json | undefined, right: Json | undefined): void => {
    const item = merge(left, right, node.items ?? node);
    if (item !== undefined) merged.push(item);
    if (right === undefined) return;
    done.add(element);
    if (shared[nextShared] === element) nextShared += 1;
  };
  let [atLeft, atRight] = [0, 0];
  while (atLeft < live.elements.length || atRight < applied.elements.length) {
    const [left, right] = [live.elements[atLeft], applied.elements[atRight]];
    if (left !== undefined && left === right) {
      take(left, live.items.get(left) ?? undefined, applied.items.get(left));
      atLeft += 1;
      atRight += 1;
      continue;
    }
    if (left !== undefined && !applied.items.has(left)) {
      take(left, lefts[atLeft], undefined);
      atLeft += 1;
      continue;
    }
    // Skip a shared item that is not the configuration's next: it is added at its position there.
    if (left !== undefined && right !== undefined && shared[nextShared] !== undefined && shared[nextShared] !== left) {
      atLeft += 1;
      continue;
    }
    if (left !== undefined && done.has(left)) atLeft += 1;
    if (right !== undefined) {
      take(right, live.items.get(right) ?? undefined, applied.items.get(right));
      atRight += 1;
    }
  }
  return merged.length === 0 ? undefined : merged;
}

interface IndexedItems {
  readonly elements: readonly PathElement[];
  /** Null for a key that several items of the live list have: none of them is merged. */
  readonly items: ReadonlyMap<PathElement, Json>;
}

function indexItems(list: readonly Json[], node: TypeNode, allowsDuplicates: boolean): IndexedItems {
  const items = new Map<PathElement, Json>();
  const elements = list.map((item) => elementOfItem(node, item));
  for (const [index, element] of elements.entries()) {
    if (items.has(element) && !allowsDuplicates) throw new TypedValueFault(`duplicate entries for key ${element}`);
    items.set(element, items.has(element) ? null : (list[index] ?? null));
  }
  return { elements, items };
}
