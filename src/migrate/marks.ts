/** The marks that a migration leaves on objects, and the link between an old object and its new one. */
import type { DeepReadonly, Kind, KubeObject, ObjectKey, OwnerReference } from "../kube/objects.js";

/** The finalizer of an old object: it lets the migration see each deletion before the object is gone. */
export const holdFinalizer = "migrate.tsop.dev/hold";

/**
 * The annotation of a new object whose dependents have not been handed over. Its value is the UID of the old object. It
 * counts only as long as the new object is linked to that old one.
 */
export const waitsForAnnotation = "migrate.tsop.dev/waits-for";

/** The annotation of a new object that records which state of the old object it shows. */
export const mirroredAnnotation = "migrate.tsop.dev/mirrored";

/** The label of an old object that has been moved. Its value is the UID of the new object. */
export const movedToLabel = "migrate.tsop.dev/moved-to";

type Marked = DeepReadonly<Pick<KubeObject, "metadata">>;

/** Returns the owner reference of a new object to its old one. */
export function linkTo(from: Kind, { metadata: { name, uid = "" } }: Marked): OwnerReference {
  return { apiVersion: from.apiVersion, kind: from.kind, name, uid, controller: false, blockOwnerDeletion: true };
}

export function isLinked(created: Marked, { metadata: { uid } }: Marked): boolean {
  return uid !== undefined && created.metadata.ownerReferences?.some((owner) => owner.uid === uid) === true;
}

/** Returns whether a new object waits for its dependents. Deleted objects do not: their controller has to clean up. */
export function isWaiting({ metadata }: Marked): boolean {
  const uid = metadata.annotations?.[waitsForAnnotation];
  const isDeleted = metadata.deletionTimestamp !== undefined;
  return uid !== undefined && !isDeleted && metadata.ownerReferences?.some((owner) => owner.uid === uid) === true;
}

export function isDeleted({ metadata }: Marked): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** Returns whether the old object was moved to the new one, even if the two are no longer linked. */
export function wasMovedTo(old: Marked, created: Marked): boolean {
  return created.metadata.uid !== undefined && old.metadata.labels?.[movedToLabel] === created.metadata.uid;
}

/** Returns whether the new object was created for the old one, even if the two are no longer linked. */
export function waitedFor({ metadata: { uid } }: Marked, created: Marked): boolean {
  return uid !== undefined && created.metadata.annotations?.[waitsForAnnotation] === uid;
}

export function keyOf({ metadata: { namespace, name } }: Marked): ObjectKey {
  return namespace === undefined ? { name } : { namespace, name };
}
