/**
 * Objects as trees of fields, as server-side apply sees them: what has a key is a branch, the rest is a leaf and belongs
 * whole to who sets it. Of the lists, those have keys of which that is known without a schema.
 */
import { copyJson, isJsonObject, type UnknownObject } from "../../core/json.js";
import { ownOf, setOwn } from "../../core/own-members.js";

/** The way to a field: its keys, as JSON, so that it can be in a set. */
export type FieldPath = string;

/** Lists whose items have a key in every kind, or (conditions) by the API conventions. */
const keyedLists: readonly { readonly path: readonly [string, string]; readonly key: string | undefined }[] = [
  { path: ["metadata", "finalizers"], key: undefined },
  { path: ["metadata", "ownerReferences"], key: "uid" },
  { path: ["status", "conditions"], key: "type" },
];

/** The object with its keyed lists as branches. */
export function toTree(object: object): UnknownObject {
  const tree: UnknownObject = { ...copyJson(object) };
  forKeyedLists(tree, (list, { key, path }) => {
    if (!isList(list)) return list;
    const branch: UnknownObject = {};
    for (const item of list) {
      const name = key === undefined ? item : isJsonObject(item) ? ownOf(item, key) : undefined;
      // A list without keys, or with one twice, is a leaf like any other.
      if (typeof name !== "string" || Object.hasOwn(branch, toBranchKey(name))) return list;
      // An owner reference is replaced whole; a condition field by field.
      setOwn(branch, toBranchKey(name), path[1] === "ownerReferences" ? [item] : item);
    }
    return branch;
  });
  return tree;
}

/** The object of a tree. */
export function fromTree(tree: UnknownObject): UnknownObject {
  const object = { ...tree };
  forKeyedLists(object, (branch) =>
    isJsonObject(branch)
      ? Object.values(branch).map((item) => (Array.isArray(item) ? (item[0] as unknown) : item))
      : branch,
  );
  return object;
}

/** Every leaf of a tree by its path. A branch without fields is a leaf. */
export function leavesOf(tree: UnknownObject, path: readonly string[] = []): Map<FieldPath, unknown> {
  const leaves = new Map<FieldPath, unknown>();
  for (const [key, value] of Object.entries(tree)) {
    const here = [...path, key];
    if (isJsonObject(value) && Object.keys(value).length > 0) {
      for (const [inner, leaf] of leavesOf(value, here)) leaves.set(inner, leaf);
    } else leaves.set(JSON.stringify(here), value);
  }
  return leaves;
}

export function keysOf(path: FieldPath): string[] {
  // Made by leavesOf().
  return JSON.parse(path) as string[];
}

/** A path as the API server writes it: `.metadata.ownerReferences[uid="1"]`. */
export function printPath(path: FieldPath): string {
  const keys = keysOf(path);
  return keys
    .map((key, index) => {
      if (index !== 2 || !key.startsWith(branchPrefix)) return `.${key}`;
      const list = keyedLists.find((candidate) => candidate.path.join() === keys.slice(0, 2).join());
      return `[${list?.key ?? ""}=${JSON.stringify(key.slice(branchPrefix.length))}]`;
    })
    .join("");
}

/** Keeps keys that look like numbers in their order, which JavaScript would sort to the front. */
const branchPrefix = "k:";

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function toBranchKey(name: string): string {
  return `${branchPrefix}${name}`;
}

function forKeyedLists(
  object: UnknownObject,
  convert: (value: unknown, list: (typeof keyedLists)[number]) => unknown,
): void {
  for (const list of keyedLists) {
    const [outer, inner] = list.path;
    const parent = ownOf(object, outer);
    if (!isJsonObject(parent) || !Object.hasOwn(parent, inner)) continue;
    object[outer] = { ...parent, [inner]: convert(parent[inner], list) };
  }
}
