/** Who has set which field, and what that means for an apply. */
import { deepEqual, own, setOwn } from "../../kube/json.js";
import { isPlainObject, type JsonObject } from "../../kube/json-value.js";
import type { KubeObject } from "../../kube/objects.js";
import { type FieldPath, fromTree, keysOf, leavesOf, printPath, toTree } from "./fields.js";
import type { FieldConflict } from "./refusals.js";

/** Which half of an object a write is about: the status is the controller's, everything else the user's. */
export type Half = "main" | "status";

/** One who writes. The same name is another owner for each operation and half. */
export interface Writer {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  readonly half: Half;
}

/** A writer, and the fields whose values are its own. */
export interface Owner extends Writer {
  readonly fields: ReadonlySet<FieldPath>;
}

export interface AppliedObject {
  readonly object: KubeObject;
  readonly owners: readonly Owner[];
  /** Fields of others that have another value now. */
  readonly conflicts: readonly FieldConflict[];
}

/** Makes the given fields so, takes away those that the writer alone set before and names no more. */
export function applyFields(
  before: { readonly object: KubeObject; readonly owners: readonly Owner[] } | undefined,
  fields: KubeObject,
  writer: Writer,
): AppliedObject {
  const current = toTree(before?.object ?? {});
  const wanted = toTree(fields);
  const others = (before?.owners ?? []).filter((owner) => !isSameWriter(owner, writer));
  const mine = before?.owners.find((owner) => isSameWriter(owner, writer));
  const named = ownedLeaves(wanted, writer.half);
  const tree = merge(current, wanted);
  for (const path of mine?.fields ?? []) {
    const isKept = named.has(path) || others.some((owner) => owner.fields.has(path));
    if (!isKept) dropField(tree, wanted, keysOf(path));
  }
  // The identity is part of what is applied, so the result is an object.
  const object = fromTree(tree) as unknown as KubeObject;
  const [was, is] = [leavesOf(current), leavesOf(tree)];
  const isTaken = (path: FieldPath): boolean => !isSameField(path, was, is, tree);
  return {
    object,
    owners: withOwner(others, isTaken, { ...writer, fields: new Set(named.keys()) }),
    conflicts: others.flatMap((owner) =>
      [...owner.fields].filter(isTaken).map((path) => ({
        owner: printOwner(owner, fields.apiVersion),
        field: printPath(nearestOf(path, named)),
      })),
    ),
  };
}

/** The owners after a write that is no apply: what it changed is the writer's. */
export function ownersAfterUpdate(
  before: { readonly object: KubeObject; readonly owners: readonly Owner[] } | undefined,
  after: KubeObject,
  writer: Writer,
): readonly Owner[] {
  const tree = toTree(after);
  const [was, is] = [leavesOf(toTree(before?.object ?? {})), leavesOf(tree)];
  const owners = before?.owners ?? [];
  const changed = [...ownedLeaves(tree, writer.half)].filter(([path, value]) => !was.has(path) || !deepEqual(was.get(path), value));
  const isTaken = (path: FieldPath): boolean => !isSameField(path, was, is, tree);
  const mine = owners.find((owner) => isSameWriter(owner, writer));
  const kept = [...(mine?.fields ?? [])].filter((path) => is.has(path));
  return withOwner(
    owners.filter((owner) => owner !== mine),
    isTaken,
    { ...writer, fields: new Set([...kept, ...changed.map(([path]) => path)]) },
  );
}

function withOwner(others: readonly Owner[], isTaken: (path: FieldPath) => boolean, owner: Owner): readonly Owner[] {
  const rest = others.map((other) => ({ ...other, fields: new Set([...other.fields].filter((path) => !isTaken(path))) }));
  return [...rest, owner].filter(({ fields }) => fields.size > 0);
}

function isSameWriter(a: Writer, b: Writer): boolean {
  return a.manager === b.manager && a.operation === b.operation && a.half === b.half;
}

/** A branch that was empty is the same when it gets fields. */
function isSameField(
  path: FieldPath,
  was: ReadonlyMap<FieldPath, unknown>,
  is: ReadonlyMap<FieldPath, unknown>,
  tree: JsonObject,
): boolean {
  if (is.has(path)) return deepEqual(was.get(path), is.get(path));
  const value = keysOf(path).reduce<unknown>((at, key) => (isPlainObject(at) ? own(at, key) : undefined), tree);
  return isPlainObject(value) && isPlainObject(was.get(path));
}

function ownedLeaves(tree: JsonObject, half: Half): Map<FieldPath, unknown> {
  const leaves = [...leavesOf(tree)].filter(([path]) => {
    const [first = "", second = ""] = keysOf(path);
    if (first === "metadata") return half === "main" && !ownerless.has(second);
    return first !== "apiVersion" && first !== "kind" && (first === "status") === (half === "status");
  });
  return new Map(leaves);
}

/** What says which object it is, and what the server writes itself. */
const ownerless: ReadonlySet<string> = new Set([
  "name",
  "namespace",
  "generateName",
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "selfLink",
  "managedFields",
]);

function merge(target: JsonObject, fields: JsonObject): JsonObject {
  const result: JsonObject = { ...target };
  for (const [key, value] of Object.entries(fields)) {
    const inner = own(result, key);
    setOwn(result, key, isPlainObject(value) ? merge(isPlainObject(inner) ? inner : {}, value) : value);
  }
  return result;
}

/** Takes a field away, and the branches that it leaves empty, unless they are wanted. */
function dropField(tree: JsonObject, wanted: unknown, [key, ...rest]: readonly string[]): void {
  if (key === undefined) return;
  const inner = own(tree, key);
  const wantedInner = isPlainObject(wanted) ? own(wanted, key) : undefined;
  if (rest.length > 0) {
    if (!isPlainObject(inner)) return;
    dropField(inner, wantedInner, rest);
    if (Object.keys(inner).length > 0) return;
  } else if (isPlainObject(inner) && Object.keys(inner).length > 0) return;
  if (wantedInner === undefined) Reflect.deleteProperty(tree, key);
}

/** The applied field that is in the way of another's: often the same, sometimes a branch that it is in. */
function nearestOf(path: FieldPath, named: ReadonlyMap<FieldPath, unknown>): FieldPath {
  const keys = keysOf(path);
  for (let length = keys.length; length > 0; length -= 1) {
    const prefix = JSON.stringify(keys.slice(0, length));
    if (named.has(prefix)) return prefix;
  }
  return path;
}

function printOwner({ manager, operation, half }: Owner, apiVersion: string): string {
  const subresource = half === "status" ? ` with subresource "status"` : "";
  return `${JSON.stringify(manager)}${subresource}${operation === "Update" ? ` using ${apiVersion}` : ""}`;
}
