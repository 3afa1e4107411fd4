import { TsopError } from "../core/errors.js";
import { ApiError } from "../kube/api-error.js";
import type {
  Applicable,
  ApplyOptions,
  Client,
  Creatable,
  DeleteOptions,
  GetOptions,
  ListOptions,
  Patch,
  StatusWriter,
  WriteOptions,
} from "../kube/client.js";
import { copyObject, freezeObject } from "../kube/json.js";
import type { Kind } from "../kube/kind.js";
import { parseLabelSelector } from "../kube/label-selector.js";
import type { DeepReadonly, KubeObject, ObjectKey, ObjectList } from "../kube/objects.js";
import type { Cache } from "./cache/cache.js";
import type { Informer } from "./cache/informer.js";
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
export class CachedClient implements Client {
  readonly #live: Client;
  readonly #cache: Cache;
  readonly #checkMayWrite: () => void;
  readonly status: StatusWriter;

  constructor({ live, cache, checkMayWrite }: CachedClientOptions) {
    this.#live = live;
    this.#cache = cache;
    this.#checkMayWrite = checkMayWrite;
    this.status = {
      update: (object, options) => this.#write(options, () => live.status.update(object, options)),
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
    return object === undefined ? undefined : hand(object, options);
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
    if (object === undefined) throw notFound(kind, key);
    return hand(object, options);
  }

  list<T extends KubeObject>(
    kind: Kind<T>,
    options: ListOptions & { shared: true },
  ): Promise<ObjectList<DeepReadonly<T>>>;
  list<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): Promise<ObjectList<T>>;
  async list<T extends KubeObject>(
    kind: Kind<T>,
    options: ListOptions = {},
  ): Promise<ObjectList<T> | ObjectList<DeepReadonly<T>>> {
    const informer = needsServer(options) ? undefined : await this.#informerOf(kind, options.namespace, options);
    if (informer === undefined) return this.#live.list(kind, options);
    const matches = parseLabelSelector(options.labels);
    const items: (T | DeepReadonly<T>)[] = [];
    for (const object of informer.values(options.namespace)) {
      if (matches(object.metadata.labels)) items.push(hand(object, options));
    }
    const { resourceVersion } = informer;
    const metadata = resourceVersion === undefined ? {} : { resourceVersion };
    // Which of the two it is follows from options.shared, as the overloads say.
    return { metadata, items } as ObjectList<T>;
  }

  create<T extends KubeObject>(object: T | Creatable<T>, options?: WriteOptions): Promise<T> {
    return this.#write(options, () => this.#live.create<T>(object, options));
  }

  update<T extends KubeObject>(object: T, options?: WriteOptions): Promise<T> {
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
    await this.#live.delete(kind, key, options);
  }

  /** The informer that can answer, once it has the objects; undefined when the API server has to be asked. */
  async #informerOf<T extends KubeObject>(
    kind: Kind<T>,
    namespace: string | undefined,
    { signal }: GetOptions,
  ): Promise<Informer<T> | undefined> {
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
    if (!informer.isSynced) await untilAborted(informer.waitForSync(), signal);
    return informer.covers(namespace) ? informer : undefined;
  }

  async #write<T extends KubeObject>(options: WriteOptions | undefined, send: () => Promise<T>): Promise<T> {
    this.#checkMayWrite();
    const written = await send();
    if (options?.dryRun !== true) this.#cache.find<T>(written)?.observeWrite(copyObject(written));
    return written;
  }
}

/** True for what only the API server can answer. */
function needsServer({ fields, limit, continue: next, resourceVersion }: ListOptions): boolean {
  return fields !== undefined || limit !== undefined || next !== undefined || resourceVersion !== undefined;
}

function hand<T extends KubeObject>(object: T, { shared }: GetOptions): T | DeepReadonly<T> {
  return shared === true ? freezeObject(object) : copyObject(object);
}

function notFound(kind: Kind, { namespace, name }: ObjectKey): ApiError {
  const where = namespace === undefined || namespace === "" ? name : `${namespace}/${name}`;
  return new ApiError(
    { kind: "Status", status: "Failure", code: 404, reason: "NotFound", message: `${kind.kind} "${where}" not found` },
    404,
  );
}
