import { copyJson } from "../core/json.js";
import type { CallOptions, ListOptions, MetadataReader, ObjectMetadata } from "../kube/client.js";
import type { Kind } from "../kube/kind.js";
import { parseLabelSelector } from "../kube/label-selector.js";
import type { KubeObject, ObjectKey, ObjectList } from "../kube/objects.js";
import { answersList } from "./cache/answers-list.js";
import type { Cache } from "./cache/cache.js";
import type { Informer } from "./cache/informer.js";
import { filledInformer, isSelective, notFound } from "./cached-reads.js";

/** Reads metadata from the cache, where that has it or the whole objects; else from the API server. */
export class CachedMetadata implements MetadataReader {
  readonly view = "metadata";
  readonly #live: MetadataReader;
  readonly #cache: Cache;

  constructor(live: MetadataReader, cache: Cache) {
    this.#live = live;
    this.#cache = cache;
  }

  async get<T extends KubeObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options: CallOptions = {},
  ): Promise<ObjectMetadata<T> | undefined> {
    const informer = await this.#filled(kind, options);
    if (informer?.covers(key.namespace ?? "") !== true) return this.#live.get(kind, key, options);
    const object = informer.get(key);
    if (object !== undefined) return hand(object);
    return isSelective(informer) ? this.#live.get(kind, key, options) : undefined;
  }

  async getOrThrow<T extends KubeObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options: CallOptions = {},
  ): Promise<ObjectMetadata<T>> {
    const object = await this.get(kind, key, options);
    if (object === undefined) throw notFound(kind, key);
    return object;
  }

  async list<T extends KubeObject>(
    kind: Kind<T>,
    options: Omit<ListOptions, "shared"> = {},
  ): Promise<ObjectList<ObjectMetadata<T>>> {
    const informer = await this.#filled(kind, options);
    if (informer === undefined || !answersList(informer, options)) return this.#live.list(kind, options);
    const matches = parseLabelSelector(options.labels);
    const items: ObjectMetadata<T>[] = [];
    for (const object of informer.values(options.namespace)) {
      if (matches(object.metadata.labels)) items.push(hand(object));
    }
    const { resourceVersion } = informer;
    return { metadata: resourceVersion === undefined ? {} : { resourceVersion }, items };
  }

  #filled<T extends KubeObject>(kind: Kind<T>, options: CallOptions): Promise<Informer<T> | undefined> {
    return filledInformer(this.#cache, this.#cache.find(kind, "metadata") ?? this.#cache.find(kind), options);
  }
}

function hand<T extends KubeObject>({ apiVersion, kind, metadata }: T): ObjectMetadata<T> {
  return copyJson({ apiVersion, kind, metadata });
}
