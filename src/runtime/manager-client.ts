import type { Client, ListOptions } from "../kube/client.js";
import type { DeepReadonly, Kind, KubeObject, ObjectList } from "../kube/objects.js";

export interface CachedListOptions extends ListOptions {
  /**
   * Selects the objects that have these values, by the name of the index. With several indexes, an object must match
   * all. Only the cache can serve such a read; otherwise it is an error.
   */
  readonly indexes?: Readonly<Record<string, string>>;
}

/**
 * The client of a manager, which can also read by the indexes of the manager's cache.
 *
 * @example
 * ```ts
 * import type { Manager, ManagerClient } from "tsop";
 * import { Pod } from "tsop/k8s/core/v1";
 *
 * export function addIndexes(manager: Manager): void {
 *   manager.cacheFor(Pod).index("node", ({ spec }) => (spec?.nodeName === undefined ? [] : [spec.nodeName]));
 * }
 *
 * export async function countPods(client: ManagerClient, node: string): Promise<number> {
 *   return (await client.list(Pod, { indexes: { node }, shared: true })).items.length;
 * }
 * ```
 */
export interface ManagerClient extends Client {
  /**
   * Returns the names of a kind's indexes. A client without this method is not a manager's client, and would ignore
   * `indexes`.
   */
  indexesOf<T extends KubeObject>(kind: Kind<T>): readonly string[];
  /** @throws TsopError `runtime/unknown-index`, `runtime/not-cached` if the cache does not contain all of these objects */
  list<T extends KubeObject>(
    kind: Kind<T>,
    options: CachedListOptions & { shared: true },
  ): Promise<ObjectList<DeepReadonly<T>>>;
  list<T extends KubeObject>(kind: Kind<T>, options?: CachedListOptions): Promise<ObjectList<T>>;
}
