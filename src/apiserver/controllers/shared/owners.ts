/** Owners and what they control. Source: kubernetes/pkg/controller/controller_ref_manager.go. */
import type { KindObject, KindObjects, ObjectMeta, Stored } from "./kind-objects.js";

export type OwnerReference = NonNullable<ObjectMeta["ownerReferences"]>[number];

export function controllerOf({ ownerReferences = [] }: ObjectMeta): OwnerReference | undefined {
  return ownerReferences.find(({ controller }) => controller === true);
}

export function isControlledBy(object: KindObject, owner: Stored): boolean {
  return controllerOf(object.metadata)?.uid === owner.metadata.uid;
}

export function controllerReference({ apiVersion, kind, metadata: { name, uid } }: Stored): OwnerReference {
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}

interface Claim<Type extends KindObject> {
  readonly owner: Stored;
  readonly from: KindObjects<Type>;
  readonly candidates: readonly Stored<Type>[];
  readonly matches: (object: Stored<Type>) => boolean;
  /** The finalizer that the owner's objects have. */
  readonly finalizer?: string;
}

/** Returns the objects that the owner controls, after it adopts those that match and releases those that no longer match. */
export async function claim<Type extends KindObject>(claimed: Claim<Type>): Promise<Stored<Type>[]> {
  const results: Stored<Type>[] = [];
  for (const candidate of claimed.candidates) {
    const held = await claimOne(claimed, candidate);
    if (held !== undefined) results.push(held);
  }
  return results;
}

async function claimOne<Type extends KindObject>(
  { owner, from, matches, finalizer }: Claim<Type>,
  candidate: Stored<Type>,
): Promise<Stored<Type> | undefined> {
  const controller = controllerOf(candidate.metadata);
  const isEnding = owner.metadata.deletionTimestamp !== undefined;
  if (controller !== undefined) {
    if (controller.uid !== owner.metadata.uid) return undefined;
    if (matches(candidate)) return candidate;
    if (!isEnding) await from.update(candidate, ({ metadata }) => release(metadata, owner, finalizer));
    return undefined;
  }
  if (isEnding || candidate.metadata.deletionTimestamp !== undefined || !matches(candidate)) return undefined;
  return from.update(candidate, ({ metadata }) => {
    metadata.ownerReferences = [...(metadata.ownerReferences ?? []), controllerReference(owner)];
    if (finalizer !== undefined) metadata.finalizers = [...new Set([...(metadata.finalizers ?? []), finalizer])];
  });
}

export function removeFinalizer(metadata: ObjectMeta, finalizer: string): void {
  const others = (metadata.finalizers ?? []).filter((each) => each !== finalizer);
  if (others.length > 0) metadata.finalizers = others;
  else delete metadata.finalizers;
}

function release(metadata: ObjectMeta, owner: Stored, finalizer: string | undefined): void {
  if (finalizer !== undefined) removeFinalizer(metadata, finalizer);
  const others = (metadata.ownerReferences ?? []).filter(({ uid }) => uid !== owner.metadata.uid);
  if (others.length > 0) metadata.ownerReferences = others;
  else delete metadata.ownerReferences;
}
