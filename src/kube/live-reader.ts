/** Reads and watches over HTTP: whole objects, or only their metadata. */
import { type Access, parseAnswer } from "./access.js";
import { orUndefined } from "./api-error.js";
import type { GetOptions, ListOptions, WatchEvent, WatchOptions } from "./client.js";
import { freezeObject } from "./json.js";
import type { Kind, KubeObject, ObjectKey, ObjectList } from "./objects.js";
import { collectionPath, type Query, withQuery } from "./resource-path.js";
import type { Transport } from "./transport.js";
import { readWatchEvents } from "./watch-stream.js";

/** The part of an object to read. */
export interface View {
  /** The Accept header of the request; undefined for whole objects. */
  readonly acceptObject: string | undefined;
  readonly acceptList: string | undefined;
  /** Converts an object from the response. */
  toObject<T extends KubeObject>(object: T, kind: Kind<T>): T;
  /** Converts an item of a list; the items of a list of built-in kinds do not contain their apiVersion and kind. */
  toItem<T extends KubeObject>(object: T, kind: Kind<T>): T;
}

export const wholeObjects: View = {
  acceptObject: undefined,
  acceptList: undefined,
  toObject: (object) => object,
  toItem: (item, { apiVersion, kind }) =>
    "kind" in item && "apiVersion" in item ? item : Object.assign({}, item, { apiVersion, kind }),
};

/**
 * The header of client-go's metadata client; a server that does not support it (an aggregated one) returns whole
 * objects.
 */
const acceptMetadata = (kind: string): string => `application/json;as=${kind};g=meta.k8s.io;v=v1,application/json`;

export const metadataOnly: View = {
  acceptObject: acceptMetadata("PartialObjectMetadata"),
  acceptList: acceptMetadata("PartialObjectMetadataList"),
  toObject: toMetadata,
  toItem: toMetadata,
};

/** The server returns PartialObjectMetadata; the requested kind replaces that. */
function toMetadata<T extends KubeObject>({ metadata }: T, { apiVersion, kind }: Kind<T>): T {
  // Only the callers of a view know that the other fields of T are missing; their types say so.
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
      // Go prints an unset list as null, for example a list of metadata without objects.
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
        // The API server requires this value together with sendInitialEvents, and rejects every other value.
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

/** Returns the part of a query that selects objects. */
export function selection(options: Pick<ListOptions, "labels" | "fields" | "resourceVersion">): Query {
  const { labels, fields, resourceVersion } = options;
  const pairs = Object.entries(typeof labels === "object" ? labels : {}).map(([key, value]) => `${key}=${value}`);
  const labelSelector = typeof labels === "object" ? pairs.join(",") : labels;
  return { labelSelector, fieldSelector: fields, resourceVersion };
}

function shareable<T>(value: T, shared: boolean | undefined): T {
  return shared === true ? freezeObject(value) : value;
}
