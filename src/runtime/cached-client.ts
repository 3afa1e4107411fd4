import { TsopError } from "../core/errors.js";
import { copyJson } from "../core/json.js";
import type { GetOptions, StatusWriter, WriteOptions } from "../kube/client.js";
import { freezeObject } from "../kube/json.js";
import type { DeepReadonly, Kind, KubeObject, ObjectKey } from "../kube/objects.js";
import { answersList, unknownIndex } from "./cache/answers-list.js";
import type { SubresourceAccess, SubresourceClient } from "../kube/subresource.js";
import type { Cache } from "./cache/cache.js";
import type { Informer } from "./cache/informer.js";
import { createCachedMetadata, filledInformer, listFrom, lookUp, notFound } from "./cached-reads.js";
import { CachedWrites, type CachedWritesOptions } from "./cached-writes.js";
import type { CachedListOptions, ManagerClient } from "./manager-client.js";

/**
 * The client of a manager. It reads kinds that have an informer from the cache; all other reads and all writes go to
 * the API server. When a write resolves, the cache contains the result.
 */
export function createCachedClient(options: CachedWritesOptions): ManagerClient {
  const { live, cache, checkMayWrite } = options;
  const writes = new CachedWrites(options);
  /** Returns the informer of the kind, if it exists, once it has the objects. */
  const filled = <T extends KubeObject>(kind: Kind<T>, read: GetOptions): Promise<Informer<T> | undefined> =>
    filledInformer(cache, cache.find<T>(kind), read);
  const replace = async <T extends KubeObject>(
    to: Pick<StatusWriter, "update">,
    object: T,
    write?: WriteOptions,
  ): Promise<T> => {
    checkWhole(cache, object);
    return writes.update({ update: (changed: T) => to.update(changed, write) }, object, write);
  };

  return {
    get: async (kind: Kind, key: ObjectKey, read: GetOptions = {}) => {
      const known = lookUp(await filled(kind, read), key);
      if (known === "unknown") return live.get(kind, key, read);
      return known && hand(known, read);
    },
    getOrThrow: async (kind: Kind, key: ObjectKey, read: GetOptions = {}) => {
      const known = lookUp(await filled(kind, read), key);
      if (known === "unknown") return live.getOrThrow(kind, key, read);
      if (known === undefined) throw notFound(kind, key);
      return hand(known, read);
    },
    list: async (kind: Kind, read: CachedListOptions = {}) => {
      const { indexes } = read;
      const informer = await filled(kind, read);
      if (informer === undefined && indexes !== undefined) throw unknownIndex(kind.kind, Object.keys(indexes), []);
      if (informer === undefined || !answersList(informer, read)) return live.list(kind, read);
      // read.shared determines which of the two types it is, as in the overloads.
      return listFrom(informer, read, (object) => hand(object, read) as KubeObject);
    },
    indexesOf: (kind) => cache.find(kind)?.indexNames ?? [],
    create: async (object, write) => writes.create(object, write),
    update: (object, write) => replace(live, object, write),
    patch: async (kind, key, patch, write) => writes.patch(live, kind, key, patch, write),
    apply: async (object, write) => writes.apply(object, write),
    delete: (kind, key, write) => writes.delete(kind, key, write),
    async deleteAllOf(kind, write) {
      checkMayWrite();
      await live.deleteAllOf(kind, write);
    },
    status: {
      update: (object, write) => replace(live.status, object, write),
      patch: async (kind, key, patch, write) => writes.patch(live.status, kind, key, patch, write),
      apply: async (object, write) => writes.applyStatus(object, write),
    },
    metadata: createCachedMetadata(live.metadata, cache),
    // The name decides the type of the bodies that this client reads and writes.
    subResource: ((name: string) => below(live.subResource(name), writes)) as SubresourceAccess,
  };
}

/** Subresources are not in the cache, except where the subresource is the object itself (`status`, `resize`). */
function below<Body extends KubeObject>(live: SubresourceClient<Body>, writes: CachedWrites): SubresourceClient<Body> {
  return {
    get: (kind, key, options) => live.get(kind, key, options),
    getOrThrow: (kind, key, options) => live.getOrThrow(kind, key, options),
    create: (kind, key, body, options) => writes.observed(options, () => live.create(kind, key, body, options)),
    update: (kind, key, body, options) => writes.observed(options, () => live.update(kind, key, body, options)),
    patch: (kind, key, patch, options) => writes.observed(options, () => live.patch(kind, key, patch, options)),
    apply: (kind, key, fields, options) => writes.observed(options, () => live.apply(kind, key, fields, options)),
  };
}

/** @throws TsopError `runtime/not-cached` if the replacement could delete fields that a transform removes */
function checkWhole(cache: Cache, object: KubeObject): void {
  if (cache.find(object)?.options.transform === undefined) return;
  throw new TsopError(
    "runtime/not-cached",
    `${object.kind}: update() would delete the fields that the transform of its cache removes`,
    { hint: "Use patch() or apply(), which change only the fields that they name." },
  );
}

function hand<T extends KubeObject>(object: T, { shared }: GetOptions): T | DeepReadonly<T> {
  return shared === true ? freezeObject(object) : copyJson(object);
}
