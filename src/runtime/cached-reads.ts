import { defined } from "../core/defined.js";
import { TsopError } from "../core/errors.js";
import { copyJson } from "../core/json.js";
import { untilAborted } from "../core/until-aborted.js";
import { ApiError } from "../kube/api-error.js";
import type { CallOptions, MetadataReader, ObjectMetadata } from "../kube/client.js";
import { parseLabelSelector } from "../kube/label-selector.js";
import { type Kind, type KubeObject, type ObjectKey, type ObjectList, showKey } from "../kube/objects.js";
import { answersList, type ListRead } from "./cache/answers-list.js";
import type { Cache } from "./cache/cache.js";
import type { Informer } from "./cache/informer.js";

/** Returns the informer once it has the objects, or undefined if the API server must serve the read. */
export async function filledInformer<T extends KubeObject>(
  cache: Cache,
  informer: Informer<T> | undefined,
  { signal }: CallOptions,
): Promise<Informer<T> | undefined> {
  if (informer === undefined) return undefined;
  if (!cache.isStarted) {
    throw new TsopError(
      "runtime/not-started",
      `cannot read ${informer.kind.kind}: the cache is empty until the manager starts`,
      { hint: "Read it in reconcile(), or in a runnable that you pass to manager.add()." },
    );
  }
  if (informer.isSynced) return informer;
  // The API server knows whether it serves the kind. A cache that never fills would block the caller forever.
  if (informer.isOptional) return undefined;
  await untilAborted(informer.waitForSync(), signal);
  return informer;
}

/**
 * Looks up an object in the informer. `unknown`: the API server must serve the read, because the cache does not contain
 * all objects.
 */
export function lookUp<T extends KubeObject>(
  informer: Informer<T> | undefined,
  key: ObjectKey,
): T | "unknown" | undefined {
  if (informer?.covers(key.namespace ?? "") !== true) return "unknown";
  const { labels, fields } = informer.options;
  return informer.get(key) ?? (labels === undefined && fields === undefined ? undefined : "unknown");
}

/** Returns a list from an informer that covers it. @param hand - turns an object of the cache into the object for the caller */
export function listFrom<T extends KubeObject, R>(
  informer: Informer<T>,
  { namespace, labels, indexes = {} }: ListRead,
  hand: (object: T) => R,
): ObjectList<R> {
  const matches = parseLabelSelector(labels);
  const items: R[] = [];
  const hasIndexes = Object.keys(indexes).length > 0;
  for (const object of hasIndexes ? informer.select(indexes, namespace) : informer.values(namespace)) {
    if (matches(object.metadata.labels)) items.push(hand(object));
  }
  return { metadata: defined({ resourceVersion: informer.resourceVersion }), items };
}

export function notFound({ kind }: Kind, key: ObjectKey): ApiError {
  const message = `${kind} "${showKey(key)}" not found`;
  return new ApiError({ kind: "Status", status: "Failure", code: 404, reason: "NotFound", message }, 404);
}

/** Reads metadata from the cache if it contains the metadata or the whole objects, else from the API server. */
export function createCachedMetadata(live: MetadataReader, cache: Cache): MetadataReader {
  const filled = <T extends KubeObject>(kind: Kind<T>, options: CallOptions): Promise<Informer<T> | undefined> =>
    filledInformer(cache, cache.find(kind, "metadata") ?? cache.find(kind), options);
  const reader: MetadataReader = {
    view: "metadata",
    async get(kind, key, options = {}) {
      const known = lookUp(await filled(kind, options), key);
      return known === "unknown" ? live.get(kind, key, options) : known && hand(known);
    },
    async getOrThrow(kind, key, options) {
      const object = await reader.get(kind, key, options);
      if (object === undefined) throw notFound(kind, key);
      return object;
    },
    async list(kind, options = {}) {
      const informer = await filled(kind, options);
      if (informer === undefined || !answersList(informer, options)) return live.list(kind, options);
      return listFrom(informer, options, hand);
    },
  };
  return reader;
}

function hand<T extends KubeObject>({ apiVersion, kind, metadata }: T): ObjectMetadata<T> {
  return copyJson({ apiVersion, kind, metadata });
}
