/** What the API server does to an object on its way into storage. */
import { TsopError } from "../../core/errors.js";
import { copyJson, isSameJson, type UnknownObject } from "../../core/json.js";
import { pluralize } from "../../core/plural.js";
import type { KubeObject } from "../../kube/objects.js";
import type { Half } from "./apply.js";
import { conflict, invalid, modified } from "./refusals.js";
import type { MemoryStore } from "./store.js";

/** An object that is new: it gets its identity, and no status. */
export function prepareNew(object: KubeObject, store: MemoryStore): KubeObject {
  const { metadata, ...rest } = without(object, "status");
  const given = without(
    without(without(metadata, "deletionTimestamp"), "deletionGracePeriodSeconds"),
    "resourceVersion",
  );
  return tidied({ ...rest, metadata: { ...given, ...newIdentity(store) } });
}

/** An object that a test begins with: as given, with what is missing of its identity. */
export function prepareSeed(object: KubeObject, store: MemoryStore): KubeObject {
  const { metadata } = object;
  const describe = `${object.kind} ${JSON.stringify(metadata.name)}`;
  if (store.find(object, metadata) !== undefined) {
    throw new TsopError("cluster/invalid-request", `${describe} is given twice to createMemoryClient()`, {
      hint: "Objects of one apiVersion and kind need different names or namespaces.",
    });
  }
  if (metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length === 0) {
    throw new TsopError("cluster/invalid-request", `${describe} has a deletionTimestamp and no finalizers`, {
      hint: "Such an object is gone at once. Give it a finalizer, or leave it out.",
    });
  }
  return tidied({ ...object, metadata: { ...newIdentity(store), ...metadata } });
}

function newIdentity(store: MemoryStore): Partial<KubeObject["metadata"]> {
  return { uid: store.newUid(), creationTimestamp: store.now(), generation: 1 };
}

/** What an update of one half leaves in storage. @throws ApiError when somebody wrote in between */
export function prepareUpdate(before: KubeObject, wanted: KubeObject, half: Half): KubeObject {
  checkVersion(before, wanted);
  const [main, status] = half === "main" ? [wanted, before] : [before, wanted];
  checkDeletion(before, main);
  const { uid, generation, creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds, resourceVersion } =
    before.metadata;
  const after = withStatusOf(main, status);
  const metadata = {
    ...after.metadata,
    uid,
    creationTimestamp,
    deletionTimestamp,
    deletionGracePeriodSeconds,
    resourceVersion,
    generation: isSameJson(specOf(before), specOf(after)) ? generation : (generation ?? 0) + 1,
  };
  return tidied(toWire({ ...after, metadata } as KubeObject));
}

/** Without empty lists and maps in the metadata: there, empty and absent are one for the API server. */
export function tidied(object: KubeObject): KubeObject {
  const isEmpty = (value: unknown): boolean =>
    value === "" || value === null || (typeof value === "object" && Object.keys(value).length === 0);
  const metadata = Object.fromEntries(
    Object.entries(object.metadata).filter(([key, value]) => key === "name" || !isEmpty(value)),
  );
  // Whatever is left out may be absent.
  return { ...object, metadata: metadata as unknown as KubeObject["metadata"] };
}

/** An object as it arrives over the wire: without what is undefined, with dates as strings. */
export function toWire<T extends object>(object: T): T {
  // What is not JSON in an object of this type is no part of its type.
  return JSON.parse(JSON.stringify(object)) as T;
}

function checkVersion(before: KubeObject, { metadata }: KubeObject): void {
  const { resourceVersion = "", uid, name } = metadata;
  if (resourceVersion === "" && !allowsUnconditionalUpdate(before)) {
    // This one names the resource, all others the kind.
    throw invalid({ ...before, kind: pluralize(before.kind) }, name, {
      reason: "FieldValueInvalid",
      message: "Invalid value: 0: must be specified for an update",
      field: "metadata.resourceVersion",
    });
  }
  if (uid !== undefined && uid !== before.metadata.uid) {
    const found = before.metadata.uid ?? "";
    throw conflict(before, name, `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${found}`);
  }
  if (resourceVersion !== "" && resourceVersion !== before.metadata.resourceVersion) {
    throw conflict(before, name, modified);
  }
}

/** Custom resources are updated with a resourceVersion only; most built-in kinds are not so strict. */
function allowsUnconditionalUpdate({ apiVersion }: KubeObject): boolean {
  const [group = "", version] = apiVersion.split("/");
  return version === undefined || !group.includes(".") || group.endsWith(".k8s.io");
}

/** What must not change any more once an object is being deleted, nor begin by a write. */
function checkDeletion(before: KubeObject, wanted: KubeObject): void {
  const { name, deletionTimestamp, finalizers = [] } = wanted.metadata;
  if (deletionTimestamp !== undefined && deletionTimestamp !== before.metadata.deletionTimestamp) {
    const message = `Invalid value: ${JSON.stringify(deletionTimestamp)}: field is immutable`;
    throw invalid(before, name, { reason: "FieldValueInvalid", message, field: "metadata.deletionTimestamp" });
  }
  if (before.metadata.deletionTimestamp === undefined) return;
  const added = finalizers.filter((finalizer) => before.metadata.finalizers?.includes(finalizer) !== true);
  if (added.length === 0) return;
  const message =
    "Forbidden: no new finalizers can be added if the object is being deleted, " +
    `found new finalizers ${added.map((finalizer) => JSON.stringify(finalizer)).join(", ")}`;
  throw invalid(before, name, { reason: "FieldValueForbidden", message, field: "metadata.finalizers" });
}

function withStatusOf(object: KubeObject, source: KubeObject): KubeObject {
  const { status } = source as KubeObject & { status?: unknown };
  const rest = without(object, "status");
  return status === undefined ? rest : ({ ...rest, status: copyJson(status) } as KubeObject);
}

/** Everything that counts as desired state: all but the metadata and the status. */
function specOf(object: KubeObject): UnknownObject {
  return without(without({ ...object }, "metadata"), "status");
}

function without<T extends object>(object: T, key: string): T {
  // Only fields that may be absent are left out, or the result is no object of its kind any more.
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key)) as T;
}
