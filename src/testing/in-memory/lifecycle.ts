/** What the API server does to an object on its way into storage. */
import { copyObject, deepEqual } from "../../kube/json.js";
import type { JsonObject } from "../../kube/json-value.js";
import type { KubeObject } from "../../kube/objects.js";
import { conflict, invalid } from "./refusals.js";
import type { Applied, MemoryStore } from "./store.js";

/** Which half of an object a write is about: the status is the controller's, everything else the user's. */
export type Half = "main" | "status";

/** An object that is new: it gets its identity, and no status. */
export function prepareNew(object: KubeObject, store: MemoryStore): KubeObject {
  const rest = without(copyObject(object), "status");
  const metadata = without(rest.metadata, "deletionTimestamp");
  if (metadata.name === "" || typeof metadata.name !== "string") {
    throw invalid(object, "", "metadata.name: Required value: name or generateName is required");
  }
  return { ...rest, metadata: { ...metadata, uid: store.newUid(), creationTimestamp: store.now(), generation: 1 } };
}

/** What an update of one half leaves in storage. @throws ApiError when somebody wrote in between */
export function prepareUpdate(before: KubeObject, wanted: KubeObject, half: Half): KubeObject {
  const { name, resourceVersion, uid } = wanted.metadata;
  if (resourceVersion !== undefined && resourceVersion !== "" && resourceVersion !== before.metadata.resourceVersion) {
    throw conflict(
      before,
      name,
      "cannot be updated: the object has been modified; please apply your changes to the latest version and try again",
    );
  }
  if (uid !== undefined && uid !== before.metadata.uid) {
    throw conflict(before, name, `cannot be updated: its UID is ${before.metadata.uid ?? ""}, not ${uid}`);
  }
  const [main, status] = half === "main" ? [wanted, before] : [before, wanted];
  const after = withStatusOf(copyObject(main), status);
  const { generation = 1, creationTimestamp, deletionTimestamp } = before.metadata;
  const kept = {
    uid: before.metadata.uid,
    creationTimestamp,
    deletionTimestamp,
    resourceVersion: before.metadata.resourceVersion,
  };
  const metadata = { ...after.metadata, ...kept, generation: isSameSpec(before, after) ? generation : generation + 1 };
  // Fields that are undefined are absent on the wire.
  after.metadata = JSON.parse(JSON.stringify(metadata)) as KubeObject["metadata"];
  return after;
}

/** Stores an object; one whose deletion waited for its last finalizer goes now. Unchanged, it keeps its version. */
export function store(
  before: KubeObject | undefined,
  after: KubeObject,
  memory: MemoryStore,
  applied?: Applied,
): KubeObject {
  if (after.metadata.deletionTimestamp !== undefined && (after.metadata.finalizers ?? []).length === 0) {
    memory.remove(after);
    collectGarbage(after, memory);
    return after;
  }
  if (before !== undefined && deepEqual(before, after) && isSameApplied(memory.appliedOf(before), applied))
    return before;
  return memory.put(after, applied);
}

function isSameApplied(before: Applied, after: Applied | undefined): boolean {
  return after === undefined || deepEqual(Object.fromEntries(before), Object.fromEntries(after));
}

/** Deletes an object, or marks it as deleted where finalizers hold it. */
export function deleteObject(object: KubeObject, memory: MemoryStore, orphan: boolean): void {
  if (orphan) dependentsOf(object, memory).forEach((dependent) => memory.put(withoutOwner(dependent, object)));
  if ((object.metadata.finalizers ?? []).length === 0) {
    memory.remove(object);
    collectGarbage(object, memory);
  } else if (object.metadata.deletionTimestamp === undefined) {
    const { generation = 1 } = object.metadata;
    const metadata = { ...object.metadata, generation: generation + 1, deletionGracePeriodSeconds: 0 };
    memory.put({ ...object, metadata: { ...metadata, deletionTimestamp: memory.now() } });
  }
}

/** Dependents whose last owner is gone go too, at once. */
function collectGarbage(owner: KubeObject, memory: MemoryStore): void {
  for (const dependent of dependentsOf(owner, memory)) {
    const rest = withoutOwner(dependent, owner);
    const uids = new Set(memory.all().map(({ metadata }) => metadata.uid));
    const hasOwner = (rest.metadata.ownerReferences ?? []).some(({ uid }) => uids.has(uid));
    if (hasOwner) memory.put(rest);
    else deleteObject(dependent, memory, false);
  }
}

function dependentsOf({ metadata: { uid } }: KubeObject, memory: MemoryStore): KubeObject[] {
  return memory.all().filter(({ metadata }) => metadata.ownerReferences?.some((owner) => owner.uid === uid) === true);
}

function withoutOwner(dependent: KubeObject, { metadata: { uid } }: KubeObject): KubeObject {
  const ownerReferences = (dependent.metadata.ownerReferences ?? []).filter((owner) => owner.uid !== uid);
  return { ...dependent, metadata: { ...dependent.metadata, ownerReferences } };
}

function withStatusOf(object: KubeObject, source: KubeObject): KubeObject {
  const { status } = source as KubeObject & { status?: unknown };
  const rest = without(object, "status");
  return status === undefined ? rest : ({ ...rest, status: copyObject(status) } as KubeObject);
}

function isSameSpec(a: KubeObject, b: KubeObject): boolean {
  return deepEqual(specOf(a), specOf(b));
}

/** Everything that counts as desired state: all but the metadata and the status. */
function specOf(object: KubeObject): JsonObject {
  return without(without({ ...object }, "metadata"), "status");
}

function without<T extends object>(object: T, key: string): T {
  // Only fields that may be absent are left out, or the result is no object of its kind any more.
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key)) as T;
}
