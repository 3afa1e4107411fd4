import { versionFault } from "./version-fault.js";
/** Source: k8s.io/apiserver/pkg/registry/rest/update.go and registry/generic/registry/store.go (Update). */
import type { KubernetesVersion } from "../../schema/kubernetes-versions.js";
import type { ApiObject } from "../api-object.js";
import { invalid } from "../../core/field-error.js";
import { withTimesOf } from "../field-management/objects.js";
import { dropDisabledFields } from "../kinds/pods/drop-disabled-fields.js";
import { reportErrors } from "../kinds/declarative/report-errors.js";
import type { Strategy } from "../resource.js";
import { conflictError, invalidError, notFoundError, serverFault } from "../status-error.js";
import { copyJson, isSameJson } from "../../core/json.js";
import { insertObject, refuseFaults, rememberWritten, validateMetadata } from "./create-object.js";
import { validateObjectMetaUpdate } from "./validate-metadata.js";
import { readForWrite } from "./undecodable.js";
import { refuseTooLarge } from "./stored-size.js";
import { attributesOf, groupResourceOf, type ObjectParts, toStored, type Write } from "./write.js";

export interface Change {
  /**
   * Returns the new object, with its managed fields; `live` is undefined if the object does not exist. Called again after a
   * concurrent write. The caller changes the returned object.
   */
  produce(live: ApiObject | undefined): ApiObject | Promise<ApiObject>;
  /** The strategy of the resource or its subresource. */
  readonly strategy: Pick<Strategy, "prepareForUpdate" | "validateUpdate" | "warnings">;
  /** Whether the client sends the whole object, so that its uid is a precondition. */
  readonly isReplacement?: boolean;
  /** Whether a missing object is created (apply, and PUT of some kinds). */
  readonly allowsCreate: boolean;
  /** Called before such a create: checks whether the user may create. Throws if not. */
  authorizeCreate?(): Promise<void>;
}

export interface Changed {
  readonly object: ApiObject;
  readonly isCreated: boolean;
}

const staleMessage = "the object has been modified; please apply your changes to the latest version and try again";

/** Changes the stored object; starts again with the current object after a concurrent write. */
export async function updateObject(parts: ObjectParts, write: Write, change: Change): Promise<Changed> {
  for (;;) {
    const stored = parts.store.get(write.resource.storageKey, write.namespace, write.name);
    const changed =
      stored === undefined ? await createAnew(parts, write, change) : await changeStored(parts, write, change, stored);
    if (changed !== undefined) return changed;
  }
}

async function createAnew(parts: ObjectParts, write: Write, change: Change): Promise<Changed> {
  const { resource, name } = write;
  if (!change.allowsCreate) throw notFoundError(groupResourceOf(resource), name);
  const object = copyJson(await change.produce(undefined));
  refuseUid(write, object, undefined);
  const attributes = attributesOf(write, "CREATE", object, undefined);
  await parts.admission.mutate(attributes);
  await change.authorizeCreate?.();
  return { object: await insertObject(parts, write, attributes.object ?? object), isCreated: true };
}

async function changeStored(
  parts: ObjectParts,
  write: Write,
  change: Change,
  stored: ApiObject,
): Promise<Changed | undefined> {
  const { resource } = write;
  const live = await readForWrite(parts, resource, stored);
  const produced = copyJson(await change.produce(live));
  if (change.isReplacement === true) refuseUid(write, produced, live);
  const attributes = attributesOf(write, "UPDATE", produced, live);
  await parts.admission.mutate(attributes);
  const object = attributes.object ?? produced;
  refuseStale(write, object, live);
  dropDisabledFields(resource.storageKey, object, live, parts.features);
  prepare(change, write, object, live, parts.now());
  resource.strategy.allocate?.(object, live, parts.store);
  refuseFaults(
    object,
    reportErrors(validate(change, write, object, live, parts.version), resource.storageKey, parts.version),
  );
  write.warnings.push(...(change.strategy.warnings?.(object, live) ?? []));
  await parts.admission.validate(attributesOf(write, "UPDATE", object, live));

  if (isEndOfDeletion(write, object)) {
    if (write.isDryRun) return { object, isCreated: false };
    const removed = await parts.writer.remove(resource.storageKey, stored);
    return removed === undefined ? undefined : { object, isCreated: false };
  }
  const settled = withTimesOf(object, live);
  const data = await toStored(resource, settled);
  // A write that changes nothing in the store is no write: no version, no event. Source: storage/etcd3/store.go,
  // GuaranteedUpdate.
  if (isSameJson(settled, live) && isSameJson(data, stored)) {
    const isStill = parts.store.get(resource.storageKey, write.namespace, write.name) === stored;
    return isStill ? { object: live, isCreated: false } : undefined;
  }
  if (write.isDryRun) return { object: settled, isCreated: false };
  refuseTooLarge(data);
  const written = await parts.writer.replace(resource.storageKey, stored, data);
  return written === undefined
    ? undefined
    : { object: await rememberWritten(parts, write, settled, written), isCreated: false };
}

/** Treats the uid in the sent object as a precondition. */
function refuseUid({ resource, name }: Write, { metadata }: ApiObject, live: ApiObject | undefined): void {
  const { uid = "" } = metadata;
  if (uid === "") return;
  if (live === undefined) {
    const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
    throw conflictError(groupResourceOf(resource), name, why);
  }
  if (uid !== live.metadata.uid) {
    const { namespace = "" } = live.metadata;
    const key = ["/registry", resource.resource, ...(namespace === "" ? [] : [namespace]), name].join("/");
    const why = `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${uid}, UID in object meta: ${live.metadata.uid}`;
    throw conflictError(groupResourceOf(resource), name, why);
  }
}

function refuseStale({ resource, name }: Write, { metadata }: ApiObject, live: ApiObject): void {
  const { resourceVersion = "" } = metadata;
  if (resourceVersion === "" || resourceVersion === "0") {
    if (!resource.strategy.allowsUnconditionalUpdate) {
      const fault = invalid("metadata.resourceVersion", 0, "must be specified for an update");
      throw invalidError(resource.group, resource.resource, name, [fault]);
    }
    metadata.resourceVersion = live.metadata.resourceVersion ?? "";
    return;
  }
  const fault = versionFault(resourceVersion);
  if (fault !== undefined) throw serverFault(fault);
  if (resourceVersion !== live.metadata.resourceVersion) {
    throw conflictError(groupResourceOf(resource), name, staleMessage);
  }
}

function prepare(
  change: Change,
  { resource, namespace, subresource }: Write,
  object: ApiObject,
  live: ApiObject,
  now: number,
): void {
  const { metadata } = object;
  const old = live.metadata;
  if (resource.namespaced) metadata.namespace = namespace;
  if (old.generation === undefined) delete metadata.generation;
  else metadata.generation = old.generation;
  change.strategy.prepareForUpdate(object, live, now);
  metadata.uid ??= old.uid ?? "";
  metadata.creationTimestamp = old.creationTimestamp ?? "";
  if (old.deletionTimestamp !== undefined) metadata.deletionTimestamp = old.deletionTimestamp;
  if (old.deletionGracePeriodSeconds !== undefined) {
    metadata.deletionGracePeriodSeconds ??= old.deletionGracePeriodSeconds;
  }
  const { generationOf } = resource.strategy;
  // Annotations, which the generation of some kinds covers, may change with the status.
  if (subresource !== "status" && generationOf !== undefined && !isSameJson(generationOf(object), generationOf(live))) {
    metadata.generation = (old.generation ?? 0) + 1;
  }
}

function validate(change: Change, write: Write, object: ApiObject, live: ApiObject, version: KubernetesVersion) {
  const metadata = validateObjectMetaUpdate(object.metadata, live.metadata, "metadata", version);
  return [
    ...validateMetadata(write, object, version),
    // Both the common rules and those of the kind report these errors.
    ...metadata,
    ...metadata,
    ...change.strategy.validateUpdate(object, live),
  ];
}

/** Returns whether the last finalizer of an object that is being deleted was removed. */
function isEndOfDeletion({ resource }: Write, object: ApiObject): boolean {
  if (resource.strategy.ownFinalizers?.isPending(object) === true) return false;
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, finalizers = [] } = object.metadata;
  return deletionTimestamp !== undefined && deletionGracePeriodSeconds === 0 && finalizers.length === 0;
}
