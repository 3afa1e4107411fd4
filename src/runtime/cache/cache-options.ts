import type { KubeObject } from "../../kube/objects.js";

/**
 * What to hold of a kind, where not all of it is wanted. The API server is asked for no more than that. An object that
 * stops matching is deleted as far as the cache and its controllers are concerned.
 *
 * @example
 * ```ts
 * import type { CacheForOptions } from "tsop";
 * import type { Secret } from "tsop/k8s/core/v1";
 *
 * export const namesOnly: CacheForOptions<Secret> = {
 *   labels: { "app.kubernetes.io/managed-by": "operator-demo" },
 *   transform: (secret) => {
 *     delete secret.data; // this operator only wants to know which secrets there are
 *     return secret;
 *   },
 * };
 * ```
 */
export interface CacheForOptions<T extends KubeObject> {
  /** Only objects with these labels, as in `list`. A list from the cache has to ask for them too. */
  readonly labels?: Readonly<Record<string, string>> | string;
  /** Only objects that this field selector chooses, as in `list`. A list from the cache has to ask for the very same. */
  readonly fields?: string;
  /** Only these namespaces, whatever the manager's are. A list from the cache has to name one of them. */
  readonly namespaces?: readonly string[];
  /**
   * Changes each object, a copy of its own, before it is kept: most often, it drops what the operator does not read. Called
   * once a state. When it fails, that is logged, and the object is kept as it was. What it drops would be lost in a
   * replacement: `update` of the kind is refused, `patch` and `apply` are not.
   */
  readonly transform?: (object: T) => T;
  /** Keep objects without `metadata.managedFields`, which often is half of an object. Default true. */
  readonly stripManagedFields?: boolean;
}
