import { defined } from "../../core/defined.js";
import { parseApiVersion } from "../../core/gvk.js";
import { TsopError } from "../../core/errors.js";
import type { KubeObject, ObjectMeta, OwnerReference } from "../../kube/objects.js";

/** The options of {@link setOwnerReference} and {@link setControllerReference}. */
export interface OwnerReferenceOptions {
  /**
   * Whether a foreground deletion of the owner waits until the object is deleted. Default: the value of the existing
   * reference, else false; for a controller true. `true` requires the permission to update the owner's finalizers.
   */
  readonly blockOwnerDeletion?: boolean;
}

/** An object that can have owner references, stored or not. */
interface Owned {
  metadata: Partial<ObjectMeta>;
}

/** The part of an object, perhaps a frozen one, that contains its owners. */
interface MaybeOwned {
  readonly metadata: { readonly ownerReferences?: readonly Readonly<OwnerReference>[] };
}

type Owner = Pick<KubeObject, "apiVersion" | "kind"> & { readonly metadata: Pick<ObjectMeta, "name" | "uid"> };

/**
 * Makes `owner` the controller of `object`: changes of the object become requests for the owner (`owns`), and
 * Kubernetes deletes the object with its owner. A foreground deletion of the owner waits for it, unless
 * `blockOwnerDeletion` is false. A second call changes nothing.
 *
 * @throws TsopError `runtime/invalid-owner` if another object already controls it, if the owner is not stored yet (no UID),
 * or if the owner is in another namespace (Kubernetes would delete the object at once)
 *
 * @example
 * ```ts
 * import { type Client, type KubeObject, setControllerReference } from "tsop";
 * import type { ConfigMap } from "tsop/k8s/core/v1";
 *
 * export async function createSettings(client: Client, owner: KubeObject): Promise<void> {
 *   const { name, namespace = "" } = owner.metadata;
 *   const settings: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace } };
 *   setControllerReference(owner, settings);
 *   await client.create(settings);
 * }
 * ```
 */
export function setControllerReference(
  owner: KubeObject,
  object: Owned,
  { blockOwnerDeletion = true }: OwnerReferenceOptions = {},
): void {
  const { metadata } = object;
  const other = getControllerOf(object);
  const isOther = other !== undefined && other.uid !== owner.metadata.uid;
  const problem =
    findProblem(owner, metadata) ?? (isOther ? `${other.kind} ${other.name} already controls it` : undefined);
  if (problem !== undefined) throw invalidOwner(owner, metadata, "control", problem);
  const { apiVersion, kind } = owner;
  const { name, uid = "" } = owner.metadata;
  const references = (metadata.ownerReferences ?? []).filter((reference) => reference.uid !== uid);
  metadata.ownerReferences = [...references, { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion }];
}

/**
 * Adds `owner` to the owners of `object`: Kubernetes deletes the object when its last owner is deleted. An object may
 * have many owners, and its controller does not change; `owns` of a controller follows only controllers, see
 * `setControllerReference`. A second call changes nothing. Replaces a reference to an earlier object of the owner's
 * kind and name.
 *
 * @throws TsopError `runtime/invalid-owner` if the owner is not stored yet (no UID), is the object itself, or is in
 * another namespace (Kubernetes would delete the object at once)
 *
 * @example
 * ```ts
 * import { type Client, type KubeObject, setOwnerReference } from "tsop";
 * import type { ConfigMap } from "tsop/k8s/core/v1";
 *
 * export async function share(client: Client, settings: ConfigMap, users: KubeObject[]): Promise<void> {
 *   for (const user of users) setOwnerReference(user, settings);
 *   await client.update(settings);
 * }
 * ```
 */
export function setOwnerReference(owner: KubeObject, object: Owned, options: OwnerReferenceOptions = {}): void {
  const { metadata } = object;
  const problem = findProblem(owner, metadata);
  if (problem !== undefined) throw invalidOwner(owner, metadata, "own", problem);
  const references = metadata.ownerReferences ?? [];
  const same = references.filter((reference) => isReferenceTo(reference, owner, "name"));
  const old = same.find((reference) => isReferenceTo(reference, owner, "uid")) ?? same[0];
  const { apiVersion, kind } = owner;
  const { name, uid = "" } = owner.metadata;
  const { blockOwnerDeletion = old?.blockOwnerDeletion } = options;
  const reference: OwnerReference = {
    ...{ apiVersion, kind, name, uid },
    ...defined({ controller: old?.controller, blockOwnerDeletion }),
  };
  metadata.ownerReferences =
    old === undefined
      ? [...references, reference]
      : references.flatMap((each) => (each === old ? [reference] : isReferenceTo(each, owner, "name") ? [] : [each]));
}

/**
 * Removes `owner` from the owners of `object`. If this removes the last owner, Kubernetes does not delete the object.
 *
 * @returns true if it was an owner
 *
 * @example
 * ```ts
 * import { type Client, type KubeObject, removeOwnerReference } from "tsop";
 *
 * export async function release(client: Client, owner: KubeObject, object: KubeObject): Promise<void> {
 *   if (removeOwnerReference(owner, object)) await client.update(object);
 * }
 * ```
 */
export function removeOwnerReference(owner: Owner, object: Owned): boolean {
  const { metadata } = object;
  const references = metadata.ownerReferences ?? [];
  const kept = references.filter((reference) => !isReferenceTo(reference, owner, "uid"));
  if (kept.length === references.length) return false;
  if (kept.length > 0) metadata.ownerReferences = kept;
  else delete metadata.ownerReferences;
  return true;
}

/**
 * Removes `owner` from the owners of `object` if it is the controller; keeps any other owner.
 *
 * @returns true if it was the controller
 *
 * @example
 * ```ts
 * import { type Client, type KubeObject, removeControllerReference } from "tsop";
 *
 * export async function orphan(client: Client, owner: KubeObject, object: KubeObject): Promise<void> {
 *   if (removeControllerReference(owner, object)) await client.update(object);
 * }
 * ```
 */
export function removeControllerReference(owner: Owner, object: Owned): boolean {
  const controller = getControllerOf(object);
  return controller !== undefined && isReferenceTo(controller, owner, "uid") && removeOwnerReference(owner, object);
}

/**
 * Returns whether `owner` is one of the owners of `object`. An owner with a UID matches only itself, not an earlier
 * object of the same name.
 *
 * @example
 * ```ts
 * import { hasOwnerReference, type KubeObject } from "tsop";
 *
 * export const isOurs = (owner: KubeObject, object: KubeObject): boolean => hasOwnerReference(owner, object);
 * ```
 */
export function hasOwnerReference(owner: Owner, object: MaybeOwned): boolean {
  return object.metadata.ownerReferences?.some((reference) => isReferenceTo(reference, owner, "uid")) === true;
}

/**
 * Returns whether the object has a controller.
 *
 * @example
 * ```ts
 * import { hasControllerReference } from "tsop";
 * import type { Pod } from "tsop/k8s/core/v1";
 *
 * export const bare = (pods: readonly Pod[]): Pod[] => pods.filter((pod) => !hasControllerReference(pod));
 * ```
 */
export function hasControllerReference(object: MaybeOwned): boolean {
  return getControllerOf(object) !== undefined;
}

/**
 * Returns a copy of the reference to the object's controller, or undefined if it has none.
 *
 * @example
 * ```ts
 * import { getControllerOf, type KubeObject } from "tsop";
 *
 * export const controllerName = (object: KubeObject): string => getControllerOf(object)?.name ?? "none";
 * ```
 */
export function getControllerOf(object: MaybeOwned): OwnerReference | undefined {
  const found = object.metadata.ownerReferences?.find(({ controller }) => controller === true);
  return found && { ...found };
}

/**
 * Compares without the API version: all versions of a kind show the same object.
 *
 * @param by - `uid`: a new object with the same name is a different owner; `name`: it is the same owner
 */
function isReferenceTo(reference: Readonly<OwnerReference>, owner: Owner, by: "uid" | "name"): boolean {
  const { name, uid = "" } = owner.metadata;
  return (
    reference.name === name &&
    reference.kind === owner.kind &&
    parseApiVersion(reference.apiVersion).group === parseApiVersion(owner.apiVersion).group &&
    (by === "name" || uid === "" || reference.uid === uid)
  );
}

function findProblem(
  { metadata: owner }: KubeObject,
  { uid, namespace = "" }: Partial<ObjectMeta>,
): string | undefined {
  if (owner.uid === undefined || owner.uid === "") return "it has no UID; use the object that the API server returned";
  if (owner.uid === uid) return "it is the same object";
  const { namespace: theirs = "" } = owner;
  if (theirs === "" || theirs === namespace) return undefined;
  return `it is in namespace ${theirs}, and the object ${namespace === "" ? "has none" : `is in namespace ${namespace}`}`;
}

function invalidOwner(
  { kind, metadata: owner }: KubeObject,
  { name = "the object" }: Partial<ObjectMeta>,
  verb: "own" | "control",
  problem: string,
): TsopError {
  return new TsopError("runtime/invalid-owner", `${kind} ${owner.name} cannot ${verb} ${name}: ${problem}`);
}
