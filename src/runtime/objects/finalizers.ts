import { isQualifiedName } from "../../core/name-forms.js";
import { TsopError } from "../../core/errors.js";
import type { ObjectMeta } from "../../kube/objects.js";

/**
 * Adds a finalizer to an object in memory. As long as the object has the finalizer, a deletion only sets
 * `metadata.deletionTimestamp`, and the object remains. {@link withFinalizer} does that on the API server, in the right
 * order.
 *
 * @returns true if the finalizer was missing, and you must write the object
 * @throws TsopError `runtime/invalid-finalizer` if the name does not have the form `domain/name`
 *
 * @example
 * ```ts
 * import { addFinalizer, type Client, type KubeObject } from "tsop";
 *
 * export async function protect(client: Client, object: KubeObject): Promise<void> {
 *   if (addFinalizer(object, "foo.abc.com/bucket")) await client.update(object);
 * }
 * ```
 */
export function addFinalizer(object: { metadata: Partial<ObjectMeta> }, name: string): boolean {
  checkFinalizer(name);
  const { metadata } = object;
  if (metadata.finalizers?.includes(name) === true) return false;
  metadata.finalizers = [...(metadata.finalizers ?? []), name];
  return true;
}

/**
 * Removes a finalizer from an object in memory, and keeps all others. It accepts any name, because Kubernetes' own
 * finalizers (`foregroundDeletion`) have no domain.
 *
 * @returns true if the finalizer was present, and you must write the object
 *
 * @example
 * ```ts
 * import { type Client, type KubeObject, removeFinalizer } from "tsop";
 *
 * export async function letGo(client: Client, object: KubeObject): Promise<void> {
 *   if (removeFinalizer(object, "foo.abc.com/bucket")) await client.update(object);
 * }
 * ```
 */
export function removeFinalizer(object: { metadata: Partial<ObjectMeta> }, name: string): boolean {
  const { metadata } = object;
  if (metadata.finalizers?.includes(name) !== true) return false;
  const kept = metadata.finalizers.filter((finalizer) => finalizer !== name);
  if (kept.length > 0) metadata.finalizers = kept;
  else delete metadata.finalizers;
  return true;
}

/**
 * Returns whether an object has a finalizer.
 *
 * @example
 * ```ts
 * import { containsFinalizer, type KubeObject } from "tsop";
 *
 * export const isProtected = (object: KubeObject): boolean => containsFinalizer(object, "foo.abc.com/bucket");
 * ```
 */
export function containsFinalizer(
  object: { readonly metadata: { readonly finalizers?: readonly string[] } },
  name: string,
): boolean {
  return object.metadata.finalizers?.includes(name) === true;
}

/**
 * Checks the name like the API server (ValidateFinalizerName), but rejects the API server's own three finalizers, which
 * an operator must not set.
 */
export function checkFinalizer(name: string): void {
  if (name.includes("/") && isQualifiedName(name)) return;
  throw new TsopError("runtime/invalid-finalizer", `${JSON.stringify(name)} is not a valid name for a finalizer`, {
    hint: 'Write your domain, a slash and a name, for example "foo.abc.com/bucket".',
  });
}
