import { TsopError } from "../core/errors.js";
import { copyJson } from "../core/json.js";
import type {
  Applicable,
  ApplyOptions,
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
import { freezeObject } from "../kube/json.js";
import type { DeepReadonly, Kind, KubeObject, ObjectKey, ObjectList } from "../kube/objects.js";
import { answersList, unknownIndex } from "./cache/answers-list.js";
import type { SubresourceAccess, SubresourceClient } from "../kube/subresource.js";
import type { Cache } from "./cache/cache.js";
import type { Informer } from "./cache/informer.js";
import { CachedMetadata, filledInformer, listFrom, lookUp, notFound } from "./cached-reads.js";
import { CachedWrites, type CachedWritesOptions } from "./cached-writes.js";
import type { CachedListOptions, ManagerClient } from "./manager-client.js";

/**
 * The client of a manager. Reads of kinds that have an informer come from the cache, all other reads and all writes go to
 * the API server; what was written is in the cache when the write resolves.
 */
export class CachedClient implements ManagerClient {
  readonly #live: Client;
  readonly #cache: Cache;
  readonly #writes: CachedWrites;
  readonly #checkMayWrite: () => void;
  readonly status: StatusWriter;
  readonly metadata: MetadataReader;
  readonly subResource: SubresourceAccess;

  constructor(options: CachedWritesOptions) {
    const { live, cache, checkMayWrite } = options;
    this.#live = live;
    this.#cache = cache;
    this.#checkMayWrite = checkMayWrite;
    this.#writes = new CachedWrites(options);
    this.metadata = new CachedMetadata(live.metadata, cache);
    // By its name it is a client of bodies of that type.
    this.subResource = ((name: string) => this.#below(live.subResource(name))) as SubresourceAccess;
    this.status = {
      update: async <T extends KubeObject>(object: T, options?: WriteOptions) => {
        this.#checkWhole(object);
        return this.#writes.update({ update: (changed: T) => live.status.update(changed, options) }, object, options);
      },
      patch: async (kind, key, patch, options) => this.#writes.patch(live.status, kind, key, patch, options),
      apply: async (object, options) => this.#writes.applyStatus(object, options),
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
    const known = lookUp(await this.#filled(kind, options), key);
    if (known === "unknown") return this.#live.get(kind, key, options);
    return known && hand(known, options);
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
    const known = lookUp(await this.#filled(kind, options), key);
    if (known === "unknown") return this.#live.getOrThrow(kind, key, options);
    if (known === undefined) throw notFound(kind, key);
    return hand(known, options);
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
    const { indexes } = options;
    const informer = await this.#filled(kind, options);
    if (informer === undefined && indexes !== undefined) throw unknownIndex(kind.kind, Object.keys(indexes), []);
    if (informer === undefined || !answersList(informer, options)) return this.#live.list(kind, options);
    // Which of the two it is follows from options.shared, as the overloads say.
    return listFrom(informer, options, (object) => hand(object, options) as T);
  }

  indexesOf<T extends KubeObject>(kind: Kind<T>): readonly string[] {
    return this.#cache.find<T>(kind)?.indexNames ?? [];
  }

  async create<T extends KubeObject>(object: T | Creatable<T>, options?: WriteOptions): Promise<T> {
    return this.#writes.create<T>(object, options);
  }

  async update<T extends KubeObject>(object: T, options?: WriteOptions): Promise<T> {
    this.#checkWhole(object);
    return this.#writes.update({ update: (changed: T) => this.#live.update(changed, options) }, object, options);
  }

  async patch<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, patch: Patch, options?: WriteOptions): Promise<T> {
    return this.#writes.patch(this.#live, kind, key, patch, options);
  }

  async apply<T extends KubeObject>(object: T | Applicable<T>, options?: ApplyOptions): Promise<T> {
    return this.#writes.apply<T>(object, options);
  }

  async delete<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: DeleteOptions): Promise<void> {
    await this.#writes.delete(kind, key, options);
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
      create: (kind, key, body, options) => this.#writes.observed(options, () => live.create(kind, key, body, options)),
      update: (kind, key, body, options) => this.#writes.observed(options, () => live.update(kind, key, body, options)),
      patch: (kind, key, patch, options) => this.#writes.observed(options, () => live.patch(kind, key, patch, options)),
      apply: (kind, key, fields, options) =>
        this.#writes.observed(options, () => live.apply(kind, key, fields, options)),
    };
  }

  /** The informer of the kind, if there is one, once it has the objects. */
  #filled<T extends KubeObject>(kind: Kind<T>, options: GetOptions): Promise<Informer<T> | undefined> {
    return filledInformer(this.#cache, this.#cache.find<T>(kind), options);
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
}

function hand<T extends KubeObject>(object: T, { shared }: GetOptions): T | DeepReadonly<T> {
  return shared === true ? freezeObject(object) : copyJson(object);
}
