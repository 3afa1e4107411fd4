/** The client that talks to an API server over HTTP. */
import { checkExact, createAccess, kindOf, parseAnswer } from "./access.js";
import { isNotFound } from "./api-error.js";
import type { DeleteOptions, GetOptions, ListOptions, LiveClient, WatchEvent, WatchOptions } from "./client.js";
import type { ClusterConfig } from "./cluster-config.js";
import { createRestMapper, type RestMapper } from "./discovery.js";
import { checkIdentity } from "./given-object.js";
import { freezeObject } from "./json.js";
import type { Kind } from "./kind.js";
import type { KubeObject, ObjectKey, ObjectList } from "./objects.js";
import { collectionPath, creationPath, objectPath, type Query, withQuery } from "./resource-path.js";
import { createStatusWriter } from "./status-writer.js";
import { createTransport, type Transport, type TransportOptions } from "./transport.js";
import { readWatchEvents } from "./watch-stream.js";

export interface LiveClientOptions extends TransportOptions {
  /** The name under which the API server records which fields this client sets. Default `tsop`. */
  readonly fieldManager?: string;
}

/** A {@link LiveClient} over HTTP, and what belongs to its connection. */
export interface HttpClient extends LiveClient {
  /** Address of the API server. */
  readonly server: string;
  /** Which kinds the server has. */
  readonly mapper: RestMapper;
  /** For paths that belong to no kind, such as `/version` and `/openapi/v3`. */
  readonly transport: Transport;
  /** The same client, writing under another field manager's name. Shares the connections. */
  withFieldManager(fieldManager: string): HttpClient;
  /** Closes all connections; calls and watches under way fail. */
  close(): void;
}

/**
 * Connects to an API server. Nothing is sent before the first call.
 *
 * Reads are repeated when the connection breaks or the server asks for it (429, 5xx with Retry-After), writes only when
 * the server has surely not carried them out. No call outlives its signal.
 *
 * @example
 * ```ts
 * import { createLiveClient, loadKubeConfig } from "tsop";
 * import { ConfigMap } from "tsop/k8s/core/v1";
 *
 * export async function countConfigMaps(): Promise<number> {
 *   const client = createLiveClient(await loadKubeConfig({ env: process.env }));
 *   try {
 *     return (await client.list(ConfigMap, { namespace: "default" })).items.length;
 *   } finally {
 *     client.close();
 *   }
 * }
 * ```
 */
export function createLiveClient(config: ClusterConfig, options: LiveClientOptions = {}): HttpClient {
  const transport = createTransport(config, options);
  return createClient(transport, createRestMapper(transport, options.clock), options.fieldManager ?? "tsop");
}

function createClient(transport: Transport, mapper: RestMapper, fieldManager: string): HttpClient {
  const access = createAccess(transport, mapper, fieldManager);
  return {
    server: transport.server,
    mapper,
    transport,
    status: createStatusWriter(access),
    withFieldManager: (name) => createClient(transport, mapper, name),
    close: () => transport.close(),

    async get<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options: GetOptions = {}): Promise<T | undefined> {
      try {
        return await access.read(kind, key, options);
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    },
    getOrThrow: <T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options: GetOptions = {}) =>
      access.read(kind, key, options),

    async list<T extends KubeObject>(kind: Kind<T>, options: ListOptions = {}): Promise<ObjectList<T>> {
      const query = { ...selection(options), limit: options.limit, continue: options.continue };
      const text = await access.call(kind, (resource) => ({
        method: "GET",
        path: withQuery(collectionPath(resource, options.namespace), query),
        signal: options.signal,
      }));
      const list = toList(parseAnswer<ObjectList<T>>(text, transport.server), kind);
      return options.shared === true ? freezeObject(list) : list;
    },

    async *watch<T extends KubeObject>(kind: Kind<T>, options: WatchOptions = {}): AsyncGenerator<WatchEvent<T>> {
      const query = {
        ...selection(options),
        watch: true,
        allowWatchBookmarks: options.allowBookmarks,
        sendInitialEvents: options.sendInitialEvents,
        // The API server wants it said with sendInitialEvents, and refuses every other value.
        resourceVersionMatch: options.sendInitialEvents === true ? "NotOlderThan" : undefined,
        timeoutSeconds: options.timeoutSeconds,
      };
      const { signal, idleTimeoutMs } = options;
      const resource = await access.resourceOf(kind);
      const path = withQuery(collectionPath(resource, options.namespace), query);
      try {
        yield* readWatchEvents<T>(transport.stream({ path, signal, idleTimeoutMs }), transport.server);
      } catch (error) {
        throw await access.explain(error, kind);
      }
    },

    async create(object, options = {}) {
      checkIdentity("create", object);
      const kind = kindOf(object);
      return access.send(kind, options, (resource, query) => ({
        method: "POST",
        path: withQuery(creationPath(resource, object.metadata.namespace), query),
        body: JSON.stringify(object),
      }));
    },
    async update(object, options = {}) {
      checkIdentity("update", object);
      checkExact(object);
      return access.send(kindOf(object), options, (resource, query) => ({
        method: "PUT",
        path: withQuery(objectPath(resource, object.metadata), query),
        body: JSON.stringify(object),
      }));
    },
    patch: (kind, key, patch, options = {}) => access.patch(kind, key, patch, options),
    apply: (object, options = {}) => access.apply(object, options),
    async delete(kind, key, options = {}) {
      try {
        await access.call(kind, (resource) => ({
          method: "DELETE",
          path: objectPath(resource, key),
          body: JSON.stringify(deleteBody(options)),
          signal: options.signal,
        }));
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
  };
}

function selection(options: ListOptions | WatchOptions): Query {
  const { labels, fields, resourceVersion } = options;
  const labelSelector =
    typeof labels === "object"
      ? Object.entries(labels)
          .map(([key, value]) => `${key}=${value}`)
          .join(",")
      : labels;
  return { labelSelector, fieldSelector: fields, resourceVersion };
}

function deleteBody({ gracePeriodSeconds, propagationPolicy, preconditions, dryRun }: DeleteOptions): object {
  return {
    apiVersion: "v1",
    kind: "DeleteOptions",
    gracePeriodSeconds,
    propagationPolicy,
    preconditions,
    dryRun: dryRun === true ? ["All"] : undefined,
  };
}

/** The items of a list of built-in kinds do not say what they are. */
function toList<T extends KubeObject>({ metadata, items }: ObjectList<T>, kind: Kind<T>): ObjectList<T> {
  const { apiVersion } = kind;
  return {
    metadata,
    items: items.map((item) =>
      "kind" in item && "apiVersion" in item ? item : { ...(item as T), apiVersion, kind: kind.kind },
    ),
  };
}
