import type { ObjectStorage } from "./storage/object-storage.js";
import type { KubeObject, ObjectKey, ObjectMeta } from "../kube/objects.js";

/** Where the objects of a resource are: see {@link memoryStorage}, {@link fileStorage}, {@link virtualStorage}. */
export type ResourceStorage<T extends KubeObject> = ObjectStorage | VirtualStorage<T>;

export function isVirtual<T extends KubeObject>(storage: ResourceStorage<T>): storage is VirtualStorage<T> {
  return !("open" in storage);
}

/** See {@link virtualStorage}. */
export interface VirtualStorage<T extends KubeObject> extends VirtualSource<T> {
  readonly type: "virtual";
}

/**
 * An object of a virtual resource. The server adds the rest: the kind, a `uid` that follows from the name, and the time at which
 * it first saw the object, if the object has no `creationTimestamp`.
 */
export type VirtualObject<T extends KubeObject> = Omit<T, "apiVersion" | "kind" | "metadata"> & {
  readonly metadata: Pick<ObjectMeta, "name"> &
    Partial<Pick<ObjectMeta, "namespace" | "labels" | "annotations" | "creationTimestamp" | "ownerReferences">>;
};

/** The selection that a {@link VirtualSource} lists. */
export interface VirtualScope {
  /** Absent: all namespaces, or a cluster-scoped kind. */
  readonly namespace?: string;
}

/** Computes the objects of a virtual resource. */
export interface VirtualSource<T extends KubeObject> {
  /** Returns all objects, or those of a namespace. The server applies the selectors, and pages. */
  list(scope: VirtualScope): readonly VirtualObject<T>[] | Promise<readonly VirtualObject<T>[]>;
  /** Returns one object; undefined if it does not exist. Default: the server lists, and searches. */
  get?(key: ObjectKey): VirtualObject<T> | undefined | Promise<VirtualObject<T> | undefined>;
  /**
   * Yields a value, which the server ignores, whenever objects may have changed, until the signal fires. The server calls it while
   * clients watch, and lists after each value. Default: the server lists every `pollMs`.
   */
  changes?(signal: AbortSignal): AsyncIterable<unknown>;
  /** How often the server lists while clients watch, in milliseconds. Default: 10 000. Has no effect with `changes`. */
  readonly pollMs?: number;
}

/**
 * Stores nothing: computes the objects for each read. The resource has the verbs `get`, `list` and `watch`; the server answers
 * all others with 405. An object keeps its `resourceVersion` for as long as it does not change.
 *
 * @example
 * ```ts
 * import os from "node:os";
 * import { type CustomResource } from "tsop";
 * import { virtualStorage } from "tsop/apiserver";
 *
 * interface Load extends CustomResource<"metrics.abc.com/v1", "Load"> {
 *   status: { oneMinute: string };
 * }
 *
 * export const storage = virtualStorage<Load>({
 *   list: () => [{ metadata: { name: os.hostname() }, status: { oneMinute: String(os.loadavg()[0]) } }],
 *   pollMs: 5_000,
 * });
 * ```
 */
export function virtualStorage<T extends KubeObject>(source: VirtualSource<T>): VirtualStorage<T> {
  return {
    type: "virtual",
    list: (scope) => source.list(scope),
    ...(source.get === undefined ? {} : { get: source.get.bind(source) }),
    ...(source.changes === undefined ? {} : { changes: source.changes.bind(source) }),
    ...(source.pollMs === undefined ? {} : { pollMs: source.pollMs }),
  };
}
