import type { KubeObject } from "../../kube/objects.js";

/**
 * The options of a kind's cache: which objects and which parts of them to cache. The selectors and namespaces also
 * limit the requests to the API server. The cache and its controllers treat an object that no longer matches as
 * deleted.
 *
 * @example
 * ```ts
 * import type { CacheForOptions } from "tsop";
 * import type { Secret } from "tsop/k8s/core/v1";
 *
 * export const namesOnly: CacheForOptions<Secret> = {
 *   labels: { "app.kubernetes.io/managed-by": "operator-demo" },
 *   transform: (secret) => {
 *     delete secret.data; // this operator reads only the metadata of Secrets
 *     return secret;
 *   },
 * };
 * ```
 */
export interface CacheForOptions<T extends KubeObject> {
  /** Caches only objects with these labels, as in `list`. A list from the cache must also select them. */
  readonly labels?: Readonly<Record<string, string>> | string;
  /**
   * Caches only objects that match this field selector, as in `list`. A list from the cache must have exactly the same
   * field selector.
   */
  readonly fields?: string;
  /** Caches only these namespaces, regardless of the manager's. A list from the cache must name one of them. */
  readonly namespaces?: readonly string[];
  /**
   * Changes each object before it is cached, usually by dropping fields that the operator does not read. It gets its
   * own copy, and is called once per state. If it fails, the error is logged and the object is cached unchanged. A
   * replacement would lose the dropped fields: `update` of the kind is rejected, `patch` and `apply` are allowed.
   */
  readonly transform?: (object: T) => T;
  /** Caches objects without `metadata.managedFields`, which often is half of an object. Default true. */
  readonly stripManagedFields?: boolean;
}
