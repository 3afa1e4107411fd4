/** Sets of paths in the form of managedFields. Source: sigs.k8s.io/structured-merge-diff/v6/fieldpath/serialize.go. */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import { type FieldSet, type MutableFieldSet, newFieldSet, type Path } from "./field-set.js";
import { compareElements, type PathElement, readElement } from "./path-element.js";

/** @throws SyntaxError */
export function readFieldsV1(fields: Json | undefined): FieldSet {
  const set = newFieldSet();
  if (isJsonObject(fields)) readInto(set, fields);
  return set;
}

function readInto(set: MutableFieldSet, fields: JsonObject): void {
  for (const [text, below] of Object.entries(fields)) {
    if (text === ".") continue;
    const element = readElement(text);
    if (element === undefined) continue;
    const inner = isJsonObject(below) ? below : {};
    const keys = Object.keys(inner);
    if (keys.length === 0 || keys.includes(".")) set.members.add(element);
    if (!keys.some((key) => key !== ".")) continue;
    const child = newFieldSet();
    readInto(child, inner);
    set.children.set(element, child);
  }
}

export function toFieldsV1(set: FieldSet): JsonObject {
  return Object.fromEntries(
    sortedElements([...set.members, ...set.children.keys()]).map((element) => {
      const child = set.children.get(element);
      const below = child === undefined ? {} : toFieldsV1(child);
      const isBoth = set.members.has(element) && Object.keys(below).length > 0;
      return [element, isBoth ? { ".": {}, ...below } : below];
    }),
  );
}

/** Returns all paths of a set: first the members, then the paths below, each in their order. */
export function pathsOf(set: FieldSet, prefix: Path = []): Path[] {
  return [
    ...sortedElements([...set.members]).map((element) => [...prefix, element]),
    ...sortedElements([...set.children.keys()]).flatMap((element) =>
      pathsOf(set.children.get(element) ?? newFieldSet(), [...prefix, element]),
    ),
  ];
}

function sortedElements(elements: readonly PathElement[]): PathElement[] {
  return [...new Set(elements)].toSorted(compareElements);
}
