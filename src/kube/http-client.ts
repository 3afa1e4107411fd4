/** The HTTP client of an API server. */
import { defined } from "../core/defined.js";
import type { Tracer } from "../core/tracer.js";
import { type Access, createAccess, kindOf, targetOf } from "./access.js";
import { type AnsweredWrites, createAnsweredWrites, deleteBody } from "./answered-writes.js";
import type { Applicable, ApplyOptions, LiveClient } from "./client.js";
import type { ClusterConfig } from "./cluster-config.js";
import { clusterConfigOf, type KubeConfigLike } from "./from-kube-config.js";
import { createRestMapper, type RestMapper } from "./discovery.js";
import { checkIdentity } from "./given-object.js";
import { createLiveReader, metadataOnly, selection, wholeObjects } from "./live-reader.js";
import { collectionOf, creationPath, withQuery } from "./resource-path.js";
import type { KubeObject } from "./objects.js";
import { createStatusWriter } from "./status-writer.js";
import type { SubresourceAccess } from "./subresource.js";
import { createSubresourceClient } from "./subresource-client.js";
import { traceTransport } from "./traced-transport.js";
import { createTransport, type Transport, type TransportOptions } from "./transport.js";

export interface LiveClientOptions extends TransportOptions {
  /** The name under which the API server records the fields that this client sets. Default `tsop`. */
  readonly fieldManager?: string;
  /**
   * The user to impersonate instead of the user in the configuration (`as` in a kubeconfig). The user in the
   * configuration needs the permission: `@rbac groups=core resources=users;groups verbs=impersonate`.
   */
  readonly impersonate?: ImpersonateOptions;
}

/** The user to impersonate. */
export interface ImpersonateOptions {
  /** The name of a user, or `system:serviceaccount:NAMESPACE:NAME`. */
  readonly user: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** A {@link LiveClient} over HTTP, and the parts of its connection. */
export interface HttpClient extends LiveClient {
  /** The address of the API server. */
  readonly server: string;
  /** The kinds that the server serves. */
  readonly mapper: RestMapper;
  /** The transport for paths without a kind, such as `/version` and `/openapi/v3`. */
  readonly transport: Transport;
  /** Writes that also return their effect, for caches. */
  readonly answered: AnsweredWrites;
  /** Returns a client that writes under another field manager's name. Shares the connections. */
  withFieldManager(fieldManager: string): HttpClient;
  /**
   * Returns a client that calls `check` at the last moment before it sends a write, and again before each retry: after
   * waiting for credentials, for a connection, or for the time that the server requested. An error that `check` throws
   * is the outcome of the write. Shares the connections.
   */
  withWriteGate(check: () => void): HttpClient;
  /** Returns a client that creates a span for each request. Shares the connections. */
  withTracer(tracer: Tracer): HttpClient;
  /** Closes all connections. Calls and watches in progress fail. */
  close(): void;
}

/**
 * Creates a client for an API server. Sends no request before the first call.
 *
 * The client repeats reads when the connection breaks or the server requests it (429, 5xx with Retry-After). It repeats
 * writes only if the server cannot have carried them out. No call outlives its signal.
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
export function createLiveClient(config: ClusterConfig | KubeConfigLike, options: LiveClientOptions = {}): HttpClient {
  const { impersonate } = options;
  const identity = impersonate === undefined ? {} : { impersonate: { groups: [], extra: {}, ...impersonate } };
  const transport = createTransport({ ...clusterConfigOf(config, "createLiveClient()"), ...identity }, options);
  return createClient(transport, createRestMapper(transport, options.clock), options.fieldManager ?? "tsop");
}

function createClient(transport: Transport, mapper: RestMapper, fieldManager: string): HttpClient {
  const access = createAccess(transport, mapper, fieldManager);
  const answered = createAnsweredWrites(access);
  return {
    server: transport.server,
    mapper,
    transport,
    answered,
    withFieldManager: (name) => createClient(transport, mapper, name),
    withWriteGate: (check) => createClient(gateWrites(transport, check), mapper, fieldManager),
    withTracer: (tracer) => createClient(traceTransport(transport, tracer), mapper, fieldManager),
    close: () => transport.close(),
    ...createLiveMethods(access, transport, answered),
  };
}

/** Creates the methods of a live client on top of a given way to call the API server. */
export function createLiveMethods(
  access: Access,
  transport: Pick<Transport, "stream">,
  answered = createAnsweredWrites(access),
): LiveClient {
  return {
    status: createStatusWriter(access),
    ...createLiveReader(access, transport, wholeObjects),
    metadata: { view: "metadata", ...createLiveReader(access, transport, metadataOnly) },
    // The name decides the type of the bodies that this client reads and writes.
    subResource: ((name: string) => createSubresourceClient(access, name)) as SubresourceAccess,

    async create(object, options = {}) {
      checkIdentity("create", object);
      return access.send({ kind: kindOf(object), key: object.metadata }, options, (resource, query) => ({
        method: "POST",
        path: withQuery(creationPath(resource, object.metadata.namespace), query),
        body: JSON.stringify(object),
      }));
    },
    async update(object, options = {}) {
      checkIdentity("update", object);
      return access.write(targetOf(object), { type: "update", body: object }, options);
    },
    patch: (kind, key, patch, options = {}) => access.write({ kind, key }, patch, options),
    async apply<T extends KubeObject>(object: T | Applicable<T>, options: ApplyOptions = {}) {
      return (await answered.apply<T>(object, options)).object;
    },
    async delete(kind, key, options = {}) {
      await answered.delete(kind, key, options);
    },
    async deleteAllOf(kind, options = {}) {
      const { namespace, labels, fields } = options;
      const query = selection(defined({ labels, fields }));
      await access.call({ kind, namespace }, (resource) => ({
        method: "DELETE",
        path: withQuery(collectionOf(resource, namespace), query),
        body: JSON.stringify(deleteBody(options)),
        signal: options.signal,
      }));
    },
  };
}

function gateWrites(transport: Transport, check: () => void): Transport {
  return {
    ...transport,
    request: (request) => transport.request(request.method === "GET" ? request : { ...request, beforeSend: check }),
  };
}
