/** Deletes the objects that an earlier deployment created and this one does not contain. */
import { isConflict, isKindNotServed } from "../../kube/api-error.js";
import type { HttpClient } from "../../kube/http-client.js";
import { type KubeObject, unstructured } from "../../kube/objects.js";
import type { DeployedObject } from "./apply-object.js";
import { apiVersionOf, type InventoryEntry } from "./inventory.js";
import { idKey, idOf, showId } from "./object-id.js";
import { inOrder } from "./plan.js";

/** The deletion of these kinds deletes other users' data: only an explicit command may delete them. */
const kept: Readonly<Record<string, readonly string[]>> = {
  "": ["Namespace", "PersistentVolumeClaim", "PersistentVolume"],
  "apiextensions.k8s.io": ["CustomResourceDefinition"],
};

/**
 * Returns whether a deployment must never delete the object: it contains data, or belongs to one of the operator's own
 * kinds.
 */
function isKept({ group, kind, name }: InventoryEntry, entries: readonly InventoryEntry[]): boolean {
  if (kept[group]?.includes(kind) === true) return true;
  const isOfGroup = (entry: InventoryEntry): boolean =>
    entry.kind === "CustomResourceDefinition" && entry.name.endsWith(`.${group}`);
  return name !== "" && group !== "" && entries.some(isOfGroup);
}

/**
 * Returns the objects of an earlier deployment that the current one does not contain and that may be deleted, the last
 * created first.
 */
export function toPrune(earlier: readonly InventoryEntry[], current: readonly KubeObject[]): readonly InventoryEntry[] {
  const present = new Set(current.map((object) => idKey(idOf(object))));
  return inReverse(earlier.filter((entry) => !present.has(idKey(entry)) && !isKept(entry, earlier)));
}

/** Returns the entries in reverse order, from webhooks down to settings. */
export function inReverse(entries: readonly InventoryEntry[]): InventoryEntry[] {
  const byObject = new Map(entries.map((entry) => [objectOf(entry), entry] as const));
  return inOrder([...byObject.keys()])
    .toReversed()
    .flatMap((object) => byObject.get(object) ?? []);
}

export function objectOf(entry: InventoryEntry): KubeObject {
  const { kind, name, namespace } = entry;
  return {
    apiVersion: apiVersionOf(entry),
    kind,
    metadata: { name, ...(namespace === "" ? {} : { namespace }) },
  };
}

export interface RemoveOptions {
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  readonly change: "pruned" | "deleted";
}

export type Removal =
  | { readonly kind: "removed"; readonly removed: DeployedObject }
  | { readonly kind: "gone" }
  /** An object of that name exists, which tsop did not create. */
  | { readonly kind: "foreign"; readonly object: KubeObject };

/** Deletes the object if it still is the object of the entry. */
export async function removeEntry(
  client: HttpClient,
  entry: InventoryEntry,
  { dryRun, signal, change }: RemoveOptions,
): Promise<Removal> {
  const object = objectOf(entry);
  try {
    const kind = unstructured(object.apiVersion, object.kind);
    const before = await client.get(kind, object.metadata, { signal });
    if (before === undefined) return { kind: "gone" };
    if (!isOurs(before, entry)) return { kind: "foreign", object };
    const { uid } = before.metadata;
    const preconditions = uid === undefined ? {} : { preconditions: { uid } };
    await client.delete(kind, object.metadata, { dryRun, signal, propagationPolicy: "Background", ...preconditions });
    return { kind: "removed", removed: { object, change, before, after: undefined } };
  } catch (error) {
    if (isConflict(error)) return { kind: "foreign", object }; // it was created again between the two calls
    if (isKindNotServed(error)) return { kind: "gone" };
    throw error;
  }
}

/**
 * Returns whether tsop created the object. A UID in the inventory does not prove that: every user who may edit
 * ConfigMaps could add any object. If a deployment was killed, the UID is not known.
 */
export function isOurs({ metadata }: KubeObject, { uid }: InventoryEntry): boolean {
  if (uid !== "" && metadata.uid !== uid) return false;
  const fields = metadata.managedFields ?? [];
  return fields.some(({ manager, operation }) => manager === "tsop" && operation === "Apply");
}

/** Returns the reason why an object is kept. */
export function foreign(entry: InventoryEntry): string {
  return `${showId(entry)} is kept: another client created it`;
}
