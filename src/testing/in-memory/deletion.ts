/** How objects go: at once or when their finalizers are done, and their dependents with them, as the garbage collector does. */
import type { DeleteOptions } from "../../kube/client.js";
import type { DeepReadonly, KubeObject, OwnerReference } from "../../kube/objects.js";
import { tidied } from "./lifecycle.js";
import { preconditionFailed } from "./refusals.js";
import type { Entry, MemoryStore } from "./store.js";

type Propagation = NonNullable<DeleteOptions["propagationPolicy"]>;

/** Holds an owner until the dependents that block its deletion are gone (the garbage collector's own finalizer). */
const foreground = "foregroundDeletion";

/** Stores an object; one whose deletion waited for its last finalizer goes now. */
export function storeOrRemove(entry: Entry, memory: MemoryStore): KubeObject {
  const { object } = entry;
  if (object.metadata.deletionTimestamp === undefined || hasFinalizers(object)) return memory.put(entry);
  remove(object, memory);
  return object;
}

/** @throws ApiError when the object is not the one that is meant */
export function checkPreconditions(object: KubeObject, wanted: DeleteOptions["preconditions"] = {}): void {
  const { name, uid = "", resourceVersion = "" } = object.metadata;
  const check = (what: string, asked: string | undefined, found: string, why: string): void => {
    if (asked === undefined || asked === found) return;
    const mismatch = `the ${what} in the precondition (${asked}) does not match the ${what} in record (${found})`;
    throw preconditionFailed(object, name, `${mismatch}. The object might have been ${why}`);
  };
  check("UID", wanted.uid, uid, "deleted and then recreated");
  check("ResourceVersion", wanted.resourceVersion, resourceVersion, "modified");
}

/** Deletes an object, or marks it as deleted where finalizers hold it. */
export function deleteObject(object: KubeObject, memory: MemoryStore, propagation: Propagation): void {
  const dependents = dependentsOf(object, memory);
  if (propagation === "Orphan") dependents.forEach((dependent) => disown(dependent, object, memory));
  if (propagation === "Foreground" && dependents.length > 0) {
    markDeleted(object, memory, [...(object.metadata.finalizers ?? []), foreground]);
    collect(object, memory, "Foreground");
    release(object, memory);
  } else if (hasFinalizers(object)) markDeleted(object, memory, object.metadata.finalizers ?? []);
  else remove(object, memory);
}

function markDeleted(object: KubeObject, memory: MemoryStore, finalizers: readonly string[]): void {
  if (object.metadata.deletionTimestamp !== undefined) return;
  const { generation = 0 } = object.metadata;
  edit(object, memory, {
    finalizers: [...finalizers],
    generation: generation + 1,
    deletionGracePeriodSeconds: 0,
    deletionTimestamp: memory.now(),
  });
}

function remove(object: KubeObject, memory: MemoryStore): void {
  memory.remove(object);
  collect(object, memory, "Background");
  for (const { uid } of object.metadata.ownerReferences ?? []) {
    for (const owner of memory.select(({ metadata }) => metadata.uid === uid)) release(owner, memory);
  }
}

/** Deletes the dependents that have no other owner left. */
function collect(owner: KubeObject, memory: MemoryStore, propagation: Propagation): void {
  for (const dependent of dependentsOf(owner, memory)) {
    const others = (dependent.metadata.ownerReferences ?? []).filter(({ uid }) => uid !== owner.metadata.uid);
    if (others.some(({ uid }) => memory.hasUid(uid))) disown(dependent, owner, memory);
    else if (dependent.metadata.deletionTimestamp === undefined) deleteObject(dependent, memory, propagation);
  }
}

/** Lets an owner go that waited for its dependents, once no dependent that blocks it is left. */
function release(owner: KubeObject, memory: MemoryStore): void {
  const current = memory.find(owner, owner.metadata)?.object;
  if (current?.metadata.finalizers?.includes(foreground) !== true) return;
  const isBlocked = dependentsOf(current, memory).some((dependent) =>
    references(dependent, current).some(({ blockOwnerDeletion }) => blockOwnerDeletion === true),
  );
  if (isBlocked) return;
  edit(current, memory, { finalizers: current.metadata.finalizers.filter((finalizer) => finalizer !== foreground) });
}

function disown(dependent: KubeObject, owner: KubeObject, memory: MemoryStore): void {
  const { ownerReferences = [] } = dependent.metadata;
  edit(dependent, memory, { ownerReferences: ownerReferences.filter(({ uid }) => uid !== owner.metadata.uid) });
}

function edit(object: KubeObject, memory: MemoryStore, metadata: Partial<KubeObject["metadata"]>): void {
  const current = memory.find(object, object.metadata);
  if (current === undefined) return;
  const edited = { ...current.object, metadata: { ...current.object.metadata, ...metadata } };
  storeOrRemove({ ...current, object: tidied(edited) }, memory);
}

function dependentsOf(owner: KubeObject, memory: MemoryStore): KubeObject[] {
  return memory.select((object) => references(object, owner).length > 0);
}

function references(
  { metadata }: DeepReadonly<KubeObject>,
  owner: KubeObject,
): readonly DeepReadonly<OwnerReference>[] {
  return (metadata.ownerReferences ?? []).filter(({ uid }) => uid === owner.metadata.uid);
}

function hasFinalizers({ metadata: { finalizers = [] } }: KubeObject): boolean {
  return finalizers.length > 0;
}
