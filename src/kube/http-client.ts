/** The client that talks to an API server over HTTP. */
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
  /** The name under which the API server records which fields this client sets. Default `tsop`. */
  readonly fieldManager?: string;
  /**
   * Act as somebody else, instead of whom the configuration says (`as` in a kubeconfig). Who the configuration is needs the
   * right for it: `@rbac groups=core resources=users;groups verbs=impersonate`.
   */
  readonly impersonate?: ImpersonateOptions;
}

/** Whom to act as. */
export interface ImpersonateOptions {
  /** The name of a user, or `system:serviceaccount:NAMESPACE:NAME`. */
  readonly user: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** A {@link LiveClient} over HTTP, and what belongs to its connection. */
export interface HttpClient extends LiveClient {
  /** Address of the API server. */
  readonly server: string;
  /** Which kinds the server has. */
  readonly mapper: RestMapper;
  /** For paths that belong to no kind, such as `/version` and `/openapi/v3`. */
  readonly transport: Transport;
  /** Writes that also tell what they did, for caches. */
  readonly answered: AnsweredWrites;
  /** The same client, writing under another field manager's name. Shares the connections. */
  withFieldManager(fieldManager: string): HttpClient;
  /**
   * The same client, which calls `check` at the last moment before a write leaves, also each time that one is repeated: after
   * the wait for credentials, a connection, or the time that the server asked for. What `check` throws is the outcome of the
   * write. Shares the connections.
   */
  withWriteGate(check: () => void): HttpClient;
  /** The same client, with a span for each request. Shares the connections. */
  withTracer(tracer: Tracer): HttpClient;
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

/** What an API server is asked, whatever the way to it is. */
export function createLiveMethods(
  access: Access,
  transport: Pick<Transport, "stream">,
  answered = createAnsweredWrites(access),
): LiveClient {
  return {
    status: createStatusWriter(access),
    ...createLiveReader(access, transport, wholeObjects),
    metadata: { view: "metadata", ...createLiveReader(access, transport, metadataOnly) },
    // By its name it is a client of bodies of that type.
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
