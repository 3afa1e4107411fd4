/** Reads and watches over HTTP: whole objects, or their metadata alone. */
import { type Access, parseAnswer } from "./access.js";
import { orUndefined } from "./api-error.js";
import type { GetOptions, ListOptions, WatchEvent, WatchOptions } from "./client.js";
import { freezeObject } from "./json.js";
import type { Kind, KubeObject, ObjectKey, ObjectList } from "./objects.js";
import { collectionPath, type Query, withQuery } from "./resource-path.js";
import type { Transport } from "./transport.js";
import { readWatchEvents } from "./watch-stream.js";

/** How much of an object is read. */
export interface View {
  /** What to ask the server for, by the Accept header; undefined for whole objects. */
  readonly acceptObject: string | undefined;
  readonly acceptList: string | undefined;
  /** What becomes of an object that was answered. */
  toObject<T extends KubeObject>(object: T, kind: Kind<T>): T;
  /** The items of a list of built-in kinds do not say what they are. */
  toItem<T extends KubeObject>(object: T, kind: Kind<T>): T;
}

export const wholeObjects: View = {
  acceptObject: undefined,
  acceptList: undefined,
  toObject: (object) => object,
  toItem: (item, { apiVersion, kind }) =>
    "kind" in item && "apiVersion" in item ? item : Object.assign({}, item, { apiVersion, kind }),
};

/** As client-go's metadata client asks; a server that cannot do it (an aggregated one) answers with whole objects. */
const acceptMetadata = (kind: string): string => `application/json;as=${kind};g=meta.k8s.io;v=v1,application/json`;

export const metadataOnly: View = {
  acceptObject: acceptMetadata("PartialObjectMetadata"),
  acceptList: acceptMetadata("PartialObjectMetadataList"),
  toObject: toMetadata,
  toItem: toMetadata,
};

/** The server calls them PartialObjectMetadata; they are told apart by the kind that was asked for. */
function toMetadata<T extends KubeObject>({ metadata }: T, { apiVersion, kind }: Kind<T>): T {
  // Only the callers of a view know that of T nothing else is left; their types say so.
  return { apiVersion, kind, metadata } as T;
}

export interface LiveReader {
  get<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: GetOptions): Promise<T | undefined>;
  getOrThrow<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: GetOptions): Promise<T>;
  list<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): Promise<ObjectList<T>>;
  watch<T extends KubeObject>(kind: Kind<T>, options?: WatchOptions): AsyncGenerator<WatchEvent<T>, void, undefined>;
}

export function createLiveReader(access: Access, transport: Pick<Transport, "stream">, view: View): LiveReader {
  const reader: LiveReader = {
    get: (kind, key, options) => orUndefined(() => reader.getOrThrow(kind, key, options)),
    async getOrThrow<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, { signal, shared }: GetOptions = {}) {
      const target = { kind, key };
      const options = { accept: view.acceptObject, ...(signal === undefined ? {} : { signal }) };
      return shareable(view.toObject(await access.read<T>(target, options), kind), shared);
    },
    async list<T extends KubeObject>(kind: Kind<T>, options: ListOptions = {}) {
      const query = { ...selection(options), limit: options.limit, continue: options.continue };
      const text = await access.call({ kind, namespace: options.namespace }, (resource) => ({
        method: "GET",
        path: withQuery(collectionPath(resource, options.namespace), query),
        accept: view.acceptList,
        signal: options.signal,
      }));
      // Go prints a list that has never held anything as null: so a list of metadata alone, where there are no objects.
      const { metadata, items } = parseAnswer<Omit<ObjectList<T>, "items"> & { items: T[] | null }>(
        text,
        access.server,
      );
      return shareable({ metadata, items: (items ?? []).map((item) => view.toItem(item, kind)) }, options.shared);
    },
    async *watch<T extends KubeObject>(kind: Kind<T>, options: WatchOptions = {}) {
      const query = {
        ...selection(options),
        watch: true,
        allowWatchBookmarks: options.allowBookmarks,
        sendInitialEvents: options.sendInitialEvents,
        // The API server wants it said with sendInitialEvents, and refuses every other value.
        resourceVersionMatch: options.sendInitialEvents === true ? "NotOlderThan" : undefined,
        timeoutSeconds: options.timeoutSeconds,
      };
      const { namespace, signal, idleTimeoutMs } = options;
      const path = withQuery(collectionPath(await access.resourceOf(kind, namespace), namespace), query);
      try {
        const chunks = transport.stream({ path, signal, idleTimeoutMs, accept: view.acceptObject });
        for await (const event of readWatchEvents<T>(chunks, access.server)) {
          yield event.type === "BOOKMARK" ? event : { ...event, object: view.toObject(event.object, kind) };
        }
      } catch (error) {
        throw await access.explain(error, { kind });
      }
    },
  };
  return reader;
}

/** The part of a query that says which objects are meant. */
export function selection(options: Pick<ListOptions, "labels" | "fields" | "resourceVersion">): Query {
  const { labels, fields, resourceVersion } = options;
  const pairs = Object.entries(typeof labels === "object" ? labels : {}).map(([key, value]) => `${key}=${value}`);
  const labelSelector = typeof labels === "object" ? pairs.join(",") : labels;
  return { labelSelector, fieldSelector: fields, resourceVersion };
}

function shareable<T>(value: T, shared: boolean | undefined): T {
  return shared === true ? freezeObject(value) : value;
}
