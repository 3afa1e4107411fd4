/** Reads and watches over HTTP: whole objects, or only their metadata. */
import { defined } from "../core/defined.js";
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
  /** The media types to request. */
  readonly acceptObject: string;
  readonly acceptList: string;
  /** Converts an object from the response. */
  toObject<T extends KubeObject>(object: T, kind: Kind<T>): T;
  /** Converts an item of a list; the items of a list of built-in kinds do not contain their apiVersion and kind. */
  toItem<T extends KubeObject>(object: T, kind: Kind<T>): T;
}

const json = "application/json";

export const wholeObjects: View = {
  acceptObject: json,
  acceptList: json,
  toObject: (object) => object,
  toItem: (item, { apiVersion, kind }) =>
    "kind" in item && "apiVersion" in item ? item : Object.assign({}, item, { apiVersion, kind }),
};

/** The media type of client-go's metadata client. */
const acceptMetadata = (kind: string): string => `${json};as=${kind};g=meta.k8s.io;v=v1`;

export const metadataOnly: View = {
  acceptObject: acceptMetadata("PartialObjectMetadata"),
  acceptList: acceptMetadata("PartialObjectMetadataList"),
  toObject: toMetadata,
  toItem: toMetadata,
};

interface Omission {
  readonly omitManagedFields?: boolean | undefined;
}

/** A server that does not support the type (an aggregated one) returns whole objects; all ignore unknown parameters. */
function acceptOf(type: string, { omitManagedFields = false }: Omission): string {
  const first = omitManagedFields ? `${type};drop=metadata.managedFields` : type;
  return first === json ? json : `${first},${json}`;
}

function withoutOmitted<T extends KubeObject>(object: T, { omitManagedFields = false }: Omission): T {
  if (omitManagedFields) delete object.metadata.managedFields;
  return object;
}

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
    async getOrThrow<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options: GetOptions = {}) {
      const accept = acceptOf(view.acceptObject, options);
      const object = await access.read<T>({ kind, key }, { accept, ...defined({ signal: options.signal }) });
      return shareable(withoutOmitted(view.toObject(object, kind), options), options.shared);
    },
    async list<T extends KubeObject>(kind: Kind<T>, options: ListOptions = {}) {
      const query = { ...selection(options), limit: options.limit, continue: options.continue };
      const text = await access.call({ kind, namespace: options.namespace }, (resource) => ({
        method: "GET",
        path: withQuery(collectionPath(resource, options.namespace), query),
        accept: acceptOf(view.acceptList, options),
        signal: options.signal,
      }));
      // Go prints an unset list as null, for example a list of metadata without objects.
      const { metadata, items } = parseAnswer<Omit<ObjectList<T>, "items"> & { items: T[] | null }>(
        text,
        access.server,
      );
      const toItem = (item: T): T => withoutOmitted(view.toItem(item, kind), options);
      return shareable({ metadata, items: (items ?? []).map(toItem) }, options.shared);
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
        const accept = acceptOf(view.acceptObject, options);
        const chunks = transport.stream({ path, signal, idleTimeoutMs, accept });
        for await (const event of readWatchEvents<T>(chunks, access.server)) {
          if (event.type === "BOOKMARK") yield event;
          else yield { ...event, object: withoutOmitted(view.toObject(event.object, kind), options) };
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
