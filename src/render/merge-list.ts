/**
 * Merges lists by element: the elements of the patch come first, in its order, followed by the other elements of the
 * target.
 * Source: kyaml/yaml/walk/associative_sequence.go.
 */
import { TsopError } from "../core/errors.js";
import { findElement, setElement } from "./list-elements.js";
import { fieldOf, isEmpty, isMissing, listNode, type Node, scalar, setField, setScalar } from "./node.js";

/** Two versions of the same field. Both can be the same node after a patch has added it. */
export interface Sides {
  readonly target: Node | undefined;
  readonly patch: Node | undefined;
}

type MergeElement = (sides: Sides) => Node | undefined;

export function mergeElements(
  { target, patch }: { readonly target: Node; readonly patch: Node | undefined },
  keys: readonly string[],
  mergeElement: MergeElement,
): Node | undefined {
  const found = keys[0] === "" ? scalarValues([patch, target]) : keyValues([patch, target], keys);
  const all = keys.length > 1 ? unify(found) : found;
  const merged = listNode();
  let used = { keys, values: [] as readonly string[] };
  for (const values of all) {
    used = usedKeys(all, values, keys);
    const element = mergeElement(sidesOf(target, patch, used));
    if (element === undefined || isMissing(element) || (element.kind === "map" && isEmpty(element))) {
      setElement(target, undefined, used.keys, used.values);
      continue;
    }
    setKeys(element, used);
    setElement(merged, element, used.keys, used.values);
  }
  if (all.length > 0) appendElements(merged, target, used.keys);
  return all.length > 0 ? merged : target;
}

interface Used {
  readonly keys: readonly string[];
  readonly values: readonly string[];
}

function sidesOf(target: Node, patch: Node | undefined, { keys, values }: Used): Sides {
  const own = usedKeys([values], values, keys);
  return { target: findElement(target, own.keys, own.values), patch: findElement(patch, own.keys, own.values) };
}

function scalarValues(lists: readonly (Node | undefined)[]): string[][] {
  const values = lists.flatMap((list) => list?.items.map(({ value }) => value) ?? []);
  return [...new Set(values)].map((value) => [value]);
}

function keyValues(lists: readonly (Node | undefined)[], keys: readonly string[]): string[][] {
  const all = lists.flatMap((list) => list?.items.map((item) => keys.map((key) => keyValue(item, key))) ?? []);
  const seen = new Set<string>();
  return all.filter((values) => {
    const name = JSON.stringify(values);
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

function keyValue(item: Node, key: string): string {
  const field = fieldOf(item, key);
  return field === undefined || isEmpty(field) ? "" : field.value;
}

/** Fills a value that is missing in one element from another element that is otherwise equal. */
function unify(found: readonly string[][]): string[][] {
  const all = found.map((values) => [...values]);
  all.forEach((_, i) => {
    all.forEach((__, j) => {
      const both = matching(all[i] ?? [], all[j] ?? []);
      if (both === undefined) return;
      all[i] = both;
      all[j] = both;
    });
  });
  return all;
}

function matching(left: readonly string[], right: readonly string[]): string[] | undefined {
  if (left.length !== right.length) return undefined;
  const isContradicted = left.some((value, index) => value !== right[index] && value !== "" && right[index] !== "");
  if (isContradicted || !left.some((value, index) => value === right[index])) return undefined;
  return left.map((value, index) => (value === "" ? (right[index] ?? "") : value));
}

/** Returns the keys that at least one element has, or all keys if no element has any. */
function usedKeys(all: readonly (readonly string[])[], values: readonly string[], keys: readonly string[]): Used {
  const isUsed = keys.map((_, index) => all.some((each) => (each[index] ?? "") !== ""));
  if (!isUsed.includes(true)) return { keys, values };
  return {
    keys: keys.filter((_, index) => isUsed[index]),
    values: values.filter((value, index) => value !== "" || isUsed[index] === true),
  };
}

function setKeys(element: Node, { keys, values }: Used): void {
  keys.forEach((key, index) => {
    const value = values[index] ?? "";
    if (value === "" || fieldOf(element, key) !== undefined) return;
    if (key === "") setScalar(element, value);
    else setField(element, key, scalar(value));
  });
}

/** Adds the elements of the target that the patch does not contain. */
function appendElements(merged: Node, target: Node, keys: readonly string[]): void {
  // Iterate over a copy: if both lists are the same node, the loop changes the list.
  for (const element of [...target.items]) {
    if (keys[0] === "") {
      setElement(merged, element, [""], [element.value]);
      continue;
    }
    if (element.kind !== "map") {
      throw new TsopError("render/invalid", `an element of a list that is merged by ${keys.join(", ")} is not a map`, {
        hint: "Use only maps in the list.",
      });
    }
    const values: string[] = [];
    for (const key of keys) {
      const field = fieldOf(element, key);
      if (field === undefined) merged.items.push(element);
      else values.push(field.value);
    }
    if (keys.length > 1) setElement(merged, undefined, keys, values);
    setElement(merged, element, keys, values);
  }
}
