/** Takes away what an earlier deploy made and this one does not. */
import { isConflict, isKindNotServed } from "../../kube/api-error.js";
import type { HttpClient } from "../../kube/http-client.js";
import { type KubeObject, unstructured } from "../../kube/objects.js";
import type { DeployedObject } from "./apply-object.js";
import { apiVersionOf, type InventoryEntry } from "./inventory.js";
import { idKey, idOf, showId } from "./object-id.js";
import { inOrder } from "./plan.js";

/** With these, data of others goes: nothing but their own name may delete them. */
const kept: Readonly<Record<string, readonly string[]>> = {
  "": ["Namespace", "PersistentVolumeClaim", "PersistentVolume"],
  "apiextensions.k8s.io": ["CustomResourceDefinition"],
};

/** Whether no list of objects may be the reason to delete it: what holds data, and objects of the operator's own kinds. */
function isKept({ group, kind, name }: InventoryEntry, entries: readonly InventoryEntry[]): boolean {
  if (kept[group]?.includes(kind) === true) return true;
  const isOfGroup = (entry: InventoryEntry): boolean =>
    entry.kind === "CustomResourceDefinition" && entry.name.endsWith(`.${group}`);
  return name !== "" && group !== "" && entries.some(isOfGroup);
}

/** What was deployed earlier, is no more, and may go; what was made last goes first. */
export function toPrune(earlier: readonly InventoryEntry[], current: readonly KubeObject[]): readonly InventoryEntry[] {
  const present = new Set(current.map((object) => idKey(idOf(object))));
  return inReverse(earlier.filter((entry) => !present.has(idKey(entry)) && !isKept(entry, earlier)));
}

/** From webhooks down to settings. */
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
  /** One of its name is there, which we have not made. */
  | { readonly kind: "foreign"; readonly object: KubeObject };

/** Deletes the object if it still is the one of the entry. */
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
    if (isConflict(error)) return { kind: "foreign", object }; // it was made anew between the two calls
    if (isKindNotServed(error)) return { kind: "gone" };
    throw error;
  }
}

/**
 * Whether tsop has made the object. That the inventory names its UID does not prove it: whoever may edit a ConfigMap could name any
 * object there. Where a deploy was killed, the UID is not known.
 */
export function isOurs({ metadata }: KubeObject, { uid }: InventoryEntry): boolean {
  if (uid !== "" && metadata.uid !== uid) return false;
  const fields = metadata.managedFields ?? [];
  return fields.some(({ manager, operation }) => manager === "tsop" && operation === "Apply");
}

/** Why an object stays. */
export function foreign(entry: InventoryEntry): string {
  return `${showId(entry)} is kept: somebody else has made it`;
}
