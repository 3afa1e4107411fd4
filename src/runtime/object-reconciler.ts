import type { Reader } from "../kube/client.js";
import type { Kind, KubeObject } from "../kube/objects.js";
import { done, type ReconcileContext, type Reconciler, type ReconcileResult } from "./reconcile.js";

/**
 * A reconciler that gets the object instead of its key. {@link objectReconciler} turns it into a {@link Reconciler}.
 *
 * @example
 * ```ts
 * import { done, type ObjectReconciler, type ReconcileContext, type ReconcileResult } from "tsop";
 * import type { ConfigMap } from "tsop/k8s/core/v1";
 *
 * export class KeyCounter implements ObjectReconciler<ConfigMap> {
 *   reconcile(config: ConfigMap, context: ReconcileContext): Promise<ReconcileResult> {
 *     context.log.info("counted", { keys: Object.keys(config.data ?? {}).length });
 *     return Promise.resolve(done());
 *   }
 * }
 * ```
 */
export interface ObjectReconciler<T extends KubeObject> {
  /**
   * Reconciles `object`, which is a copy that you may change. Results and errors have the same meaning as in a
   * {@link Reconciler}.
   */
  reconcile(object: T, context: ReconcileContext): Promise<ReconcileResult>;
}

/**
 * Reads the object that a request names, and passes it to a reconciler; if the object does not exist, the run is done
 * (controller-runtime's `reconcile.AsReconciler`). With the manager's client, the object comes from the cache.
 *
 * An object that is being deleted still exists: check its `metadata.deletionTimestamp`, or use `withFinalizer`.
 *
 * @param kind - the kind that the controller names in `for`
 *
 * @example
 * ```ts
 * import { type Manager, objectReconciler, type ObjectReconciler } from "tsop";
 * import { ConfigMap } from "tsop/k8s/core/v1";
 *
 * export function setUp(manager: Manager, counter: ObjectReconciler<ConfigMap>): void {
 *   manager.controller("configmap").for(ConfigMap).complete(objectReconciler(manager.client, ConfigMap, counter));
 * }
 * ```
 */
export function objectReconciler<T extends KubeObject>(
  client: Pick<Reader, "get">,
  kind: Kind<T>,
  reconciler: ObjectReconciler<T>,
): Reconciler {
  return {
    async reconcile(request, context) {
      const object = await client.get(kind, request, { signal: context.signal });
      return object === undefined ? done() : reconciler.reconcile(object, context);
    },
  };
}
