import type { Client, ListOptions } from "../kube/client.js";
import type { DeepReadonly, Kind, KubeObject, ObjectList } from "../kube/objects.js";

export interface CachedListOptions extends ListOptions {
  /**
   * Only objects that are found under these values, by the name of the index: all of them, where there are several. Such a
   * read is answered by the cache or refused.
   */
  readonly indexes?: Readonly<Record<string, string>>;
}

/**
 * The client of a manager: it also reads by the indexes of the manager's cache.
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
  /** Names of the indexes of a kind. A client that has none is none of a manager: it would read by them in vain. */
  indexesOf<T extends KubeObject>(kind: Kind<T>): readonly string[];
  /** @throws TsopError `runtime/unknown-index`, `runtime/not-cached` for what the cache does not hold */
  list<T extends KubeObject>(
    kind: Kind<T>,
    options: CachedListOptions & { shared: true },
  ): Promise<ObjectList<DeepReadonly<T>>>;
  list<T extends KubeObject>(kind: Kind<T>, options?: CachedListOptions): Promise<ObjectList<T>>;
}
