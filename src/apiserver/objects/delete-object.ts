/** Source: k8s.io/apiserver/pkg/registry/rest/delete.go and registry/generic/registry/store.go (Delete). */
import type { ApiObject } from "../api-object.js";
import type { ServedResource } from "../resource.js";
import { conflictError, notFoundError } from "../status-error.js";
import { copyJson, isSameJson, type JsonObject } from "../../core/json.js";
import { readForDelete } from "./undecodable.js";
import { rememberWritten } from "./create-object.js";
import { attributesOf, groupResourceOf, type ObjectParts, timeText, toStored, type Write } from "./write.js";

/** `DeleteOptions`, decoded and validated. */
export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: "Background" | "Foreground" | "Orphan";
  /** The older form of `propagationPolicy`. */
  readonly orphanDependents?: boolean;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  /** The object must be one that cannot be read. Deletes it without admission, and whatever its finalizers are. */
  readonly ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

/** The outcome: the object is deleted, or marked and waiting for its finalizers. */
export interface Deleted {
  readonly type: "gone" | "pending";
  readonly object: ApiObject;
}

const orphanFinalizer = "orphan";
const foregroundFinalizer = "foregroundDeletion";

/** Deletes an object, or marks it for deletion while it has finalizers or a grace period. */
export async function deleteObject(parts: ObjectParts, write: Write, options: DeleteOptions): Promise<Deleted> {
  for (;;) {
    const stored = parts.store.get(write.resource.storageKey, write.namespace, write.name);
    if (stored === undefined) throw notFoundError(groupResourceOf(write.resource), write.name);
    const deleted = await deleteStored(parts, write, options, stored);
    if (deleted !== undefined) return deleted;
  }
}

async function deleteStored(
  parts: ObjectParts,
  write: Write,
  options: DeleteOptions,
  stored: ApiObject,
): Promise<Deleted | undefined> {
  const { resource, isDryRun } = write;
  const live = await readForDelete(parts, resource, stored);
  refuseUnmet(write, options, live);
  const attributes = attributesOf(write, "DELETE", undefined, live);
  await parts.admission.mutate(attributes);
  await parts.admission.validate(attributes);

  const marked = markedAsDeleting(parts, write, options, live);
  if (marked === undefined) {
    const gone: Deleted = { type: "gone", object: lastStateOf(write, live, parts.now()) };
    if (isDryRun) return gone;
    const removed = await parts.writer.remove(resource.storageKey, stored);
    return removed === undefined ? undefined : gone;
  }
  if (marked === live || isDryRun) return { type: "pending", object: marked };
  const written = await parts.writer.replace(resource.storageKey, stored, await toStored(resource, marked));
  if (written === undefined) return undefined;
  return { type: "pending", object: await rememberWritten(parts, write, marked, written) };
}

/** Returns the last state of an object. An object with a grace period keeps the marks of its deletion to the end. */
function lastStateOf({ resource }: Write, live: ApiObject, now: number): ApiObject {
  if (resource.strategy.defaultGracePeriodSeconds === undefined) return live;
  const { deletionTimestamp = timeText(now), generation = 0 } = live.metadata;
  const isNew = live.metadata.deletionTimestamp === undefined && generation > 0;
  const marks = { deletionTimestamp, deletionGracePeriodSeconds: 0, ...(isNew ? { generation: generation + 1 } : {}) };
  return { ...live, metadata: { ...live.metadata, ...marks } };
}

/** Returns the object marked for deletion; the same object if it is already marked; undefined if it can be deleted at once. */
function markedAsDeleting(
  parts: ObjectParts,
  { resource }: Write,
  options: DeleteOptions,
  live: ApiObject,
): ApiObject | undefined {
  const { metadata } = live;
  const finalizers = finalizersOf(resource.strategy.defaultPropagationPolicy ?? "Background", options, live);
  const grace = gracePeriodOf(parts.now(), resource.strategy.defaultGracePeriodSeconds, options, live);
  if (grace.type === "pending") return live;
  const own = resource.strategy.ownFinalizers;
  const isKept = own !== undefined && own.isPending(live);
  if (finalizers.length === 0 && grace.seconds === 0 && !isKept) return undefined;

  const marked = copyJson(live);
  if (isKept) {
    if (metadata.deletionTimestamp !== undefined) return live;
    own.mark(marked, parts.now());
    marked.metadata.deletionTimestamp = timeText(parts.now());
    return marked;
  }
  if (finalizers.length > 0) marked.metadata.finalizers = finalizers;
  else delete marked.metadata.finalizers;
  if (metadata.deletionTimestamp === undefined && metadata.generation !== undefined && metadata.generation > 0) {
    marked.metadata.generation = metadata.generation + 1;
  }
  marked.metadata.deletionGracePeriodSeconds = grace.seconds;
  const end = grace.endsAt ?? parts.now();
  const earlier =
    metadata.deletionTimestamp === undefined ? end : Math.min(end, Date.parse(metadata.deletionTimestamp));
  marked.metadata.deletionTimestamp = timeText(grace.endsAt ?? earlier);
  const isMarked = metadata.deletionTimestamp !== undefined && metadata.deletionGracePeriodSeconds === grace.seconds;
  return isMarked && isSameJson(metadata.finalizers ?? [], finalizers) ? live : marked;
}

type GracePeriod =
  /** The object already ends soon enough. */
  { readonly type: "pending" } | { readonly type: "set"; readonly seconds: number; readonly endsAt?: number };

function gracePeriodOf(
  now: number,
  defaultSeconds: ((object: ApiObject) => number) | undefined,
  { gracePeriodSeconds }: DeleteOptions,
  live: ApiObject,
): GracePeriod {
  if (defaultSeconds === undefined) return { type: "set", seconds: 0 };
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = live.metadata;
  if (deletionTimestamp !== undefined) {
    if (deletionGracePeriodSeconds === 0) return { type: "set", seconds: 0 };
    if (gracePeriodSeconds === undefined || gracePeriodSeconds >= deletionGracePeriodSeconds)
      return { type: "pending" };
    const endsAt = Date.parse(deletionTimestamp) + (gracePeriodSeconds - deletionGracePeriodSeconds) * 1_000;
    if (endsAt >= now) return { type: "set", seconds: gracePeriodSeconds, endsAt };
    return { type: "set", seconds: Math.min(gracePeriodSeconds, 1), endsAt: now };
  }
  const usual = defaultSeconds(live);
  // A pod that does not run yet, or no longer runs, has nothing to end.
  const asked = gracePeriodSeconds ?? usual;
  const seconds = usual === 0 ? 0 : asked < 0 ? 1 : asked;
  return { type: "set", seconds, endsAt: now + seconds * 1_000 };
}

function finalizersOf(usual: "Background" | "Orphan", options: DeleteOptions, { metadata }: ApiObject): string[] {
  const { finalizers = [] } = metadata;
  const others = finalizers.filter((each) => each !== orphanFinalizer && each !== foregroundFinalizer);
  const given = policyOf(options);
  const standing = finalizers.find((each) => each === orphanFinalizer || each === foregroundFinalizer);
  if (given === "Orphan") return [...others, orphanFinalizer];
  if (given === "Foreground") return [...others, foregroundFinalizer];
  if (given === "Background") return others;
  if (standing !== undefined) return [...others, standing];
  return usual === "Orphan" ? [...others, orphanFinalizer] : others;
}

function policyOf({ orphanDependents, propagationPolicy }: DeleteOptions): DeleteOptions["propagationPolicy"] {
  if (orphanDependents !== undefined) return orphanDependents ? "Orphan" : "Background";
  return propagationPolicy;
}

/** @throws StatusError 409 if the object does not match the preconditions */
export function refuseUnmet(
  { resource, name }: Pick<Write, "resource" | "name">,
  { preconditions }: DeleteOptions,
  { metadata }: ApiObject,
): void {
  const { uid, resourceVersion } = preconditions ?? {};
  const target = { group: resource.group, resource: resource.kind };
  if (uid !== undefined && uid !== metadata.uid) {
    const why = `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`;
    throw conflictError(target, name, why);
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    const why = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`;
    throw conflictError(target, name, why);
  }
}

/** Source: ReturnDeletedObject in kubernetes/pkg/registry. */
const returnedKinds: ReadonlySet<string> = new Set([
  ...["pods", "podtemplates", "services", "serviceaccounts", "namespaces", "resourcequotas"],
  ...["persistentvolumes", "persistentvolumeclaims"],
  ...["csidrivers", "csinodes", "storageclasses", "volumeattachments", "volumeattributesclasses"].map(
    (name) => `storage.k8s.io/${name}`,
  ),
  ...["deviceclasses", "devicetaintrules", "resourceclaims", "resourceclaimtemplates", "resourceslices"].map(
    (name) => `resource.k8s.io/${name}`,
  ),
]);

/** Returns whether the response to a completed delete is the deleted object. */
export function returnsDeleted({ storageKey }: Pick<ServedResource, "storageKey">): boolean {
  return returnedKinds.has(storageKey);
}

/** Returns the response to a completed delete. */
export function deletedStatus({ resource, name }: Write, { metadata }: ApiObject): JsonObject {
  const details = {
    name,
    ...(resource.group === "" ? {} : { group: resource.group }),
    kind: resource.resource,
    uid: metadata.uid ?? "",
  };
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details };
}
