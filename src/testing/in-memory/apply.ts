/** Who has set which field, and what that means for an apply. */
import { copyJson, isJsonObject, isSameJson, type UnknownObject } from "../../core/json.js";
import { ownOf, setOwn } from "../../core/own-members.js";
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

/** A writer, and the fields whose values are its ownOf. */
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
  const tree = copyJson(merge(current, wanted));
  const held = new Set([...named.keys(), ...others.flatMap((owner) => [...owner.fields])]);
  for (const path of mine?.fields ?? []) {
    if (!held.has(path)) dropField({ tree, wanted, held, path: [], rest: keysOf(path) });
  }
  // The identity is part of what is applied, so the result is an object.
  const object = fromTree(tree) as unknown as KubeObject;
  const isTaken = (path: FieldPath): boolean => !isSameField(path, current, tree);
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
  const current = toTree(before?.object ?? {});
  const tree = toTree(after);
  const owners = before?.owners ?? [];
  const isTaken = (path: FieldPath): boolean => !isSameField(path, current, tree);
  const changed = [...ownedLeaves(tree, writer.half).keys()].filter(isTaken);
  const mine = owners.find((owner) => isSameWriter(owner, writer));
  const kept = [...(mine?.fields ?? [])].filter((path) => fieldAt(tree, path) !== undefined);
  return withOwner(
    owners.filter((owner) => owner !== mine),
    isTaken,
    { ...writer, fields: new Set([...kept, ...changed]) },
  );
}

function withOwner(others: readonly Owner[], isTaken: (path: FieldPath) => boolean, owner: Owner): readonly Owner[] {
  const rest = others.map((other) => ({
    ...other,
    fields: new Set([...other.fields].filter((path) => !isTaken(path))),
  }));
  return [...rest, owner].filter(({ fields }) => fields.size > 0);
}

function isSameWriter(a: Writer, b: Writer): boolean {
  return a.manager === b.manager && a.operation === b.operation && a.half === b.half;
}

/** Of a branch, only that it is one counts: what is in it are other fields. */
function isSameField(path: FieldPath, before: UnknownObject, after: UnknownObject): boolean {
  const [was, is] = [fieldAt(before, path), fieldAt(after, path)];
  return (isJsonObject(was) && isJsonObject(is)) || isSameJson(was, is);
}

function fieldAt(tree: UnknownObject, path: FieldPath): unknown {
  return keysOf(path).reduce<unknown>((at, key) => (isJsonObject(at) ? ownOf(at, key) : undefined), tree);
}

function ownedLeaves(tree: UnknownObject, half: Half): Map<FieldPath, unknown> {
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

function merge(target: UnknownObject, fields: UnknownObject): UnknownObject {
  const result: UnknownObject = { ...target };
  for (const [key, value] of Object.entries(fields)) {
    const inner = ownOf(result, key);
    setOwn(result, key, isJsonObject(value) ? merge(isJsonObject(inner) ? inner : {}, value) : value);
  }
  return result;
}

interface Drop {
  readonly tree: UnknownObject;
  readonly wanted: unknown;
  readonly held: ReadonlySet<FieldPath>;
  /** How far down the tree is. */
  readonly path: readonly string[];
  readonly rest: readonly string[];
}

/** Takes a field away, and the branches that it leaves empty, unless somebody wants them. */
function dropField({ tree, wanted, held, path, rest: [key, ...rest] }: Drop): void {
  if (key === undefined) return;
  const here = [...path, key];
  const inner = ownOf(tree, key);
  const wantedInner = isJsonObject(wanted) ? ownOf(wanted, key) : undefined;
  if (rest.length > 0) {
    if (!isJsonObject(inner)) return;
    dropField({ tree: inner, wanted: wantedInner, held, path: here, rest });
  }
  const hasFields = isJsonObject(inner) && Object.keys(inner).length > 0;
  if (!hasFields && wantedInner === undefined && !held.has(JSON.stringify(here))) Reflect.deleteProperty(tree, key);
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
