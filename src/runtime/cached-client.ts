import { TsopError } from "../core/errors.js";
import { ApiError } from "../kube/api-error.js";
import type {
  Applicable,
  ApplyOptions,
  CallOptions,
  Client,
  Creatable,
  DeleteAllOfOptions,
  DeleteOptions,
  GetOptions,
  MetadataReader,
  Patch,
  StatusWriter,
  WriteOptions,
} from "../kube/client.js";
import { copyObject, freezeObject } from "../kube/json.js";
import type { Kind } from "../kube/kind.js";
import { parseLabelSelector } from "../kube/label-selector.js";
import type { DeepReadonly, KubeObject, ObjectKey, ObjectList } from "../kube/objects.js";
import { showKey } from "../kube/show-key.js";
import { answersList, unknownIndex } from "./cache/answers-list.js";
import type { SubresourceAccess, SubresourceClient } from "../kube/subresource.js";
import type { Cache } from "./cache/cache.js";
import type { Informer } from "./cache/informer.js";
import type { CachedListOptions, ManagerClient } from "./manager-client.js";
import { untilAborted } from "../core/until-aborted.js";

export interface CachedClientOptions {
  readonly live: Client;
  readonly cache: Cache;
  /** Throws while this process must not write. */
  readonly checkMayWrite: () => void;
}

/**
 * The client of a manager. Reads of kinds that have an informer come from the cache, all other reads and all writes go to
 * the API server; what was written is in the cache when the write resolves.
 */
export class CachedClient implements ManagerClient {
  readonly #live: Client;
  readonly #cache: Cache;
  readonly #checkMayWrite: () => void;
  readonly status: StatusWriter;
  readonly metadata: MetadataReader;
  readonly subResource: SubresourceAccess;

  constructor({ live, cache, checkMayWrite }: CachedClientOptions) {
    this.#live = live;
    this.#cache = cache;
    this.#checkMayWrite = checkMayWrite;
    this.metadata = live.metadata;
    // By its name it is a client of bodies of that type.
    this.subResource = ((name: string) => this.#below(live.subResource(name))) as SubresourceAccess;
    this.status = {
      update: async (object, options) => {
        this.#checkWhole(object);
        return this.#write(options, () => live.status.update(object, options));
      },
      patch: (kind, key, patch, options) => this.#write(options, () => live.status.patch(kind, key, patch, options)),
      apply: (object, options) => this.#write(options, () => live.status.apply(object, options)),
    };
  }

  get<T extends KubeObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options: GetOptions & { shared: true },
  ): Promise<DeepReadonly<T> | undefined>;
  get<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: GetOptions): Promise<T | undefined>;
  async get<T extends KubeObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options: GetOptions = {},
  ): Promise<T | DeepReadonly<T> | undefined> {
    const informer = await this.#informerOf(kind, key.namespace ?? "", options);
    if (informer === undefined) return this.#live.get(kind, key, options);
    const object = informer.get(key);
    if (object !== undefined) return hand(object, options);
    // It may be there, and not be among those that the cache is to hold.
    return isSelective(informer) ? this.#live.get(kind, key, options) : undefined;
  }

  getOrThrow<T extends KubeObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options: GetOptions & { shared: true },
  ): Promise<DeepReadonly<T>>;
  getOrThrow<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: GetOptions): Promise<T>;
  async getOrThrow<T extends KubeObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options: GetOptions = {},
  ): Promise<T | DeepReadonly<T>> {
    const informer = await this.#informerOf(kind, key.namespace ?? "", options);
    if (informer === undefined) return this.#live.getOrThrow(kind, key, options);
    const object = informer.get(key);
    if (object !== undefined) return hand(object, options);
    if (isSelective(informer)) return this.#live.getOrThrow(kind, key, options);
    throw notFound(kind, key);
  }

  list<T extends KubeObject>(
    kind: Kind<T>,
    options: CachedListOptions & { shared: true },
  ): Promise<ObjectList<DeepReadonly<T>>>;
  list<T extends KubeObject>(kind: Kind<T>, options?: CachedListOptions): Promise<ObjectList<T>>;
  async list<T extends KubeObject>(
    kind: Kind<T>,
    options: CachedListOptions = {},
  ): Promise<ObjectList<T> | ObjectList<DeepReadonly<T>>> {
    const { namespace, labels, indexes } = options;
    const informer = await this.#filled(kind, options);
    if (informer === undefined && indexes !== undefined) throw unknownIndex(kind.kind, Object.keys(indexes), []);
    if (informer === undefined || !answersList(informer, options)) return this.#live.list(kind, options);
    const matches = parseLabelSelector(labels);
    const items: (T | DeepReadonly<T>)[] = [];
    const hasIndexes = indexes !== undefined && Object.keys(indexes).length > 0;
    for (const object of hasIndexes ? informer.select(indexes, namespace) : informer.values(namespace)) {
      if (matches(object.metadata.labels)) items.push(hand(object, options));
    }
    const { resourceVersion } = informer;
    const metadata = resourceVersion === undefined ? {} : { resourceVersion };
    // Which of the two it is follows from options.shared, as the overloads say.
    return { metadata, items } as ObjectList<T>;
  }

  indexesOf<T extends KubeObject>(kind: Kind<T>): readonly string[] {
    return this.#cache.find<T>(kind)?.indexNames ?? [];
  }

  create<T extends KubeObject>(object: T | Creatable<T>, options?: WriteOptions): Promise<T> {
    return this.#write(options, () => this.#live.create<T>(object, options));
  }

  async update<T extends KubeObject>(object: T, options?: WriteOptions): Promise<T> {
    this.#checkWhole(object);
    return this.#write(options, () => this.#live.update(object, options));
  }

  patch<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, patch: Patch, options?: WriteOptions): Promise<T> {
    return this.#write(options, () => this.#live.patch(kind, key, patch, options));
  }

  apply<T extends KubeObject>(object: T | Applicable<T>, options?: ApplyOptions): Promise<T> {
    return this.#write(options, () => this.#live.apply<T>(object, options));
  }

  async delete<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: DeleteOptions): Promise<void> {
    this.#checkMayWrite();
    const before = this.#cache.find<T>(kind)?.get(key);
    await this.#live.delete(kind, key, options);
    if (before !== undefined && options?.dryRun !== true) await this.#observeDeletion(kind, before, options);
  }

  /**
   * Whether the object is gone, or waits for its finalizers, only the API server knows. When it does not say, the watch
   * will.
   */
  async #observeDeletion<T extends KubeObject>(kind: Kind<T>, before: T, { signal }: CallOptions = {}): Promise<void> {
    const informer = this.#cache.find<T>(kind);
    try {
      const after = await this.#live.get(kind, before.metadata, signal === undefined ? {} : { signal });
      if (after?.metadata.uid !== before.metadata.uid) informer?.observeDeletion(before);
      if (after !== undefined) informer?.observeWrite(after);
    } catch {
      return;
    }
  }

  async deleteAllOf<T extends KubeObject>(kind: Kind<T>, options?: DeleteAllOfOptions): Promise<void> {
    this.#checkMayWrite();
    await this.#live.deleteAllOf(kind, options);
  }

  /** What is below an object is in no cache, but where it is the object itself (`status`, `resize`). */
  #below<Body extends KubeObject>(live: SubresourceClient<Body>): SubresourceClient<Body> {
    return {
      get: (kind, key, options) => live.get(kind, key, options),
      getOrThrow: (kind, key, options) => live.getOrThrow(kind, key, options),
      create: (kind, key, body, options) => this.#write(options, () => live.create(kind, key, body, options)),
      update: (kind, key, body, options) => this.#write(options, () => live.update(kind, key, body, options)),
      patch: (kind, key, patch, options) => this.#write(options, () => live.patch(kind, key, patch, options)),
      apply: (kind, key, fields, options) => this.#write(options, () => live.apply(kind, key, fields, options)),
    };
  }

  /** The informer that can answer, once it has the objects; undefined when the API server has to be asked. */
  async #informerOf<T extends KubeObject>(
    kind: Kind<T>,
    namespace: string,
    options: GetOptions,
  ): Promise<Informer<T> | undefined> {
    const informer = await this.#filled(kind, options);
    return informer?.covers(namespace) === true ? informer : undefined;
  }

  /** The informer of the kind, if there is one, once it has the objects. */
  async #filled<T extends KubeObject>(kind: Kind<T>, { signal }: GetOptions): Promise<Informer<T> | undefined> {
    const informer = this.#cache.find<T>(kind);
    if (informer === undefined) return undefined;
    if (!this.#cache.isStarted) {
      throw new TsopError(
        "runtime/not-started",
        `${kind.kind} is read from the cache, which is empty until the manager starts`,
        {
          hint: "Read it in reconcile(), or in a runnable that manager.add() was given.",
        },
      );
    }
    if (informer.isSynced) return informer;
    // The API server knows whether it has the kind; a cache that never fills would keep the caller waiting for ever.
    if (informer.isOptional) return undefined;
    await untilAborted(informer.waitForSync(), signal);
    return informer;
  }

  /** @throws TsopError `runtime/not-cached` where a replacement could lose what a transform has left out */
  #checkWhole(object: KubeObject): void {
    if (this.#cache.find(object)?.options.transform === undefined) return;
    throw new TsopError(
      "runtime/not-cached",
      `${object.kind}: update() would lose what the transform of its cache leaves out of an object`,
      { hint: "Use patch() or apply(), which leave alone what they do not name." },
    );
  }

  async #write<T extends KubeObject>(options: WriteOptions | undefined, send: () => Promise<T>): Promise<T> {
    this.#checkMayWrite();
    const written = await send();
    if (options?.dryRun !== true) this.#cache.find<T>(written)?.observeWrite(copyObject(written));
    return written;
  }
}

/** True if an object may exist that the cache is told to leave out. */
function isSelective<T extends KubeObject>({ options }: Informer<T>): boolean {
  return options.labels !== undefined || options.fields !== undefined;
}

function hand<T extends KubeObject>(object: T, { shared }: GetOptions): T | DeepReadonly<T> {
  return shared === true ? freezeObject(object) : copyObject(object);
}

function notFound({ kind }: Kind, key: ObjectKey): ApiError {
  const message = `${kind} "${showKey(key)}" not found`;
  return new ApiError({ kind: "Status", status: "Failure", code: 404, reason: "NotFound", message }, 404);
}
