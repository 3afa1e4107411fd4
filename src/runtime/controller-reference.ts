import { TsopError } from "../core/errors.js";
import type { KubeObject, ObjectMeta, OwnerReference } from "../kube/objects.js";

/**
 * Makes `owner` the controller of `object`: its changes become requests for the owner (`owns`), and it is deleted along
 * with the owner. Called again, it changes nothing.
 *
 * @throws TsopError `runtime/invalid-owner` when another object controls it already, when the owner is not stored yet (no
 * UID), or when it is in another namespace (Kubernetes would delete the object at once)
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
export function setControllerReference(owner: KubeObject, object: { metadata: Partial<ObjectMeta> }): void {
  const { metadata } = object;
  const references = metadata.ownerReferences ?? [];
  const reference = controllerReference(owner);
  const problem = findProblem(owner, metadata, references);
  if (problem !== undefined) {
    throw new TsopError(
      "runtime/invalid-owner",
      `${owner.kind} ${owner.metadata.name} cannot control ${metadata.name ?? "the object"}: ${problem}`,
    );
  }
  metadata.ownerReferences = [...references.filter(({ uid }) => uid !== reference.uid), reference];
}

function controllerReference({ apiVersion, kind, metadata }: KubeObject): OwnerReference {
  const { name, uid = "" } = metadata;
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}

function findProblem(
  { metadata: owner }: KubeObject,
  metadata: Partial<ObjectMeta>,
  references: readonly OwnerReference[],
): string | undefined {
  if (owner.uid === undefined || owner.uid === "") return "it has no UID; use the object that the API server returned";
  const other = references.find(({ controller, uid }) => controller === true && uid !== owner.uid);
  if (other !== undefined) return `${other.kind} ${other.name} does already`;
  const [theirs = "", ours = ""] = [owner.namespace, metadata.namespace];
  if (theirs === "" || theirs === ours) return undefined;
  return `it is in namespace ${theirs}, the object in ${ours === "" ? "none" : ours}`;
}
