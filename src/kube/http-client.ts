/** The client that talks to an API server over HTTP. */
import { createAccess, kindOf, targetOf } from "./access.js";
import { isNotFound } from "./api-error.js";
import type { DeleteOptions, LiveClient } from "./client.js";
import type { ClusterConfig } from "./cluster-config.js";
import { createRestMapper, type RestMapper } from "./discovery.js";
import { checkIdentity } from "./given-object.js";
import { createLiveReader, metadataOnly, selection, wholeObjects } from "./live-reader.js";
import { collectionOf, creationPath, objectPath, withQuery } from "./resource-path.js";
import { createStatusWriter } from "./status-writer.js";
import type { SubresourceAccess } from "./subresource.js";
import { createSubresourceClient } from "./subresource-client.js";
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
  const { impersonate } = options;
  const identity = impersonate === undefined ? {} : { impersonate: { groups: [], extra: {}, ...impersonate } };
  const transport = createTransport({ ...config, ...identity }, options);
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

    ...createLiveReader(access, transport, wholeObjects),
    metadata: { view: "metadata", ...createLiveReader(access, transport, metadataOnly) },
    // By its name it is a client of bodies of that type.
    subResource: ((name: string) => createSubresourceClient(access, name)) as SubresourceAccess,

    async create(object, options = {}) {
      checkIdentity("create", object);
      return access.send({ kind: kindOf(object) }, options, (resource, query) => ({
        method: "POST",
        path: withQuery(creationPath(resource, object.metadata.namespace), query),
        body: JSON.stringify(object),
      }));
    },
    async update(object, options = {}) {
      checkIdentity("update", object);
      return access.update(targetOf(object), object, options);
    },
    patch: (kind, key, patch, options = {}) => access.patch({ kind, key }, patch, options),
    async apply(object, options = {}) {
      checkIdentity("apply", object);
      return access.apply({ kind: kindOf(object), key: object.metadata }, object, options);
    },
    async delete(kind, key, options = {}) {
      try {
        await access.call({ kind }, (resource) => ({
          method: "DELETE",
          path: objectPath(resource, key),
          body: JSON.stringify(deleteBody(options)),
          signal: options.signal,
        }));
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
    async deleteAllOf(kind, options = {}) {
      const { namespace, labels, fields } = options;
      const query = selection({
        ...(labels === undefined ? {} : { labels }),
        ...(fields === undefined ? {} : { fields }),
      });
      await access.call({ kind }, (resource) => ({
        method: "DELETE",
        path: withQuery(collectionOf(resource, namespace), query),
        body: JSON.stringify(deleteBody(options)),
        signal: options.signal,
      }));
    },
  };
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
