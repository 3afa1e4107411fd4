import type { InProcessServer } from "../apiserver/in-process.js";
import { type Clock, systemClock } from "../core/clock.js";
import { createAccess, type Resources } from "../kube/access.js";
import type { LiveClient } from "../kube/client.js";
import type { ApiResource } from "../kube/discovery-documents.js";
import { kindNotServed } from "../kube/discovery.js";
import { createLiveMethods } from "../kube/http-client.js";
import type { Kind, KubeObject, ObjectList } from "../kube/objects.js";
import { needsServer, refuseIndexes } from "../runtime/cache/answers-list.js";
import type { CachedListOptions, ManagerClient } from "../runtime/manager-client.js";
import { loadServer } from "./load-server.js";
import { createInProcessTransport, serverName } from "./memory/in-process-transport.js";
import { createIndexMatcher, type MemoryIndex, namesOf } from "./memory/indexes.js";
import { readSeeds, storeSeeds } from "./memory/seeds.js";

/**
 * The options of {@link createMemoryClient}.
 *
 * @example
 * ```ts
 * import { ConfigMap } from "tsop/k8s/core/v1";
 * import { createMemoryClient, type MemoryClientOptions } from "tsop/testing";
 *
 * const metadata = { namespace: "default", name: "a" };
 * const options: MemoryClientOptions = { objects: [{ apiVersion: "v1", kind: "ConfigMap", metadata }] };
 * export const list = await createMemoryClient(options).list(ConfigMap);
 * ```
 */
export interface MemoryClientOptions {
  /**
   * The objects that exist from the start, CustomResourceDefinitions included. The API server adds its defaults. The
   * objects keep the status, uid, generation, creationTimestamp and deletionTimestamp that they specify. Their fields
   * belong to the manager `before-first-apply`, which is the API server's name for all writers before the first apply.
   * Default: none.
   */
  readonly objects?: readonly KubeObject[];
  /** The indexes of the manager's cache, for reads by index. Default: none. */
  readonly indexes?: readonly MemoryIndex[];
  /** The clock for timestamps and for the `timeoutSeconds` of watches. Default: the system's clock. */
  readonly clock?: Clock;
}

/**
 * Creates a client for the tests of reconcilers, with its own API server in memory: no sockets, no other process, and
 * nothing to stop. It is the server of `tsop apiserver` and `TestEnvironment`, so defaults, validation, patches,
 * server-side apply, finalizers, watches, subresources and errors are those of Kubernetes. The first call in a process
 * loads the server, which takes a moment; each further client takes about a millisecond. Two clients share nothing.
 *
 * The server is empty, except for the two priority classes of every cluster, and allows every request. Objects may
 * refer to namespaces, their service account `default`, and owners that do not exist: the server treats these as
 * existing. It also serves kinds without a CustomResourceDefinition. Such a kind keeps unknown fields, has a status,
 * generations and a scale (`spec.replicas`), shows the same objects in all its versions, and has the scope of its first
 * object.
 *
 * The effects of a write are complete before the call returns: dependents are deleted with their last owner, a deleted
 * Namespace deletes its objects, a CustomResourceDefinition is served. There are no other controllers, and no nodes: a
 * Deployment gets no Pods, and a deleted Pod that has a node remains until it is deleted with `gracePeriodSeconds: 0`.
 *
 * @throws TsopError `cluster/invalid-request` if an object has no name, occurs twice, or is already deleted. Every call of the
 * client throws it if the API server would not store one of the objects
 *
 * @example
 * ```ts
 * import { ConfigMap } from "tsop/k8s/core/v1";
 * import { createMemoryClient } from "tsop/testing";
 *
 * const client = createMemoryClient();
 * await client.create<ConfigMap>({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", namespace: "default" } });
 * export const created = await client.getOrThrow(ConfigMap, { namespace: "default", name: "a" });
 * ```
 */
export function createMemoryClient({
  objects = [],
  indexes = [],
  clock = systemClock,
}: MemoryClientOptions = {}): LiveClient & ManagerClient {
  const seeds = readSeeds(objects);
  let server: Promise<InProcessServer> | undefined;
  const load = async (): Promise<InProcessServer> => {
    const { createInProcessServer } = await loadServer();
    const loaded = createInProcessServer({ clock });
    const seeding = clientOf(() => Promise.resolve(loaded));
    await storeSeeds(seeds, seeding, loaded);
    return loaded;
  };
  const client = clientOf(() => (server ??= load()));
  return withIndexes(client, indexes);
}

function clientOf(server: () => Promise<InProcessServer>): LiveClient {
  const transport = createInProcessTransport(server);
  return createLiveMethods(createAccess(transport, createInProcessResources(server), "tsop"), transport);
}

/** Returns a client that also reads by indexes, as a manager's client does from its cache. */
function withIndexes(client: LiveClient, indexes: readonly MemoryIndex[]): LiveClient & ManagerClient {
  return {
    ...client,
    indexesOf: (kind) => namesOf(kind, indexes),
    async list<T extends KubeObject>(kind: Kind<T>, options: CachedListOptions = {}): Promise<ObjectList<T>> {
      const { indexes: wanted, ...rest } = options;
      if (wanted === undefined) return client.list(kind, rest);
      const isIndexed = createIndexMatcher(kind, wanted, indexes);
      if (needsServer(rest)) throw refuseIndexes(kind.kind);
      const { metadata, items } = await client.list(kind, rest);
      return { metadata, items: items.filter(isIndexed) };
    },
  };
}

/** Finds the resources of a server in this process without discovery: it calls the server each time. */
function createInProcessResources(start: () => Promise<InProcessServer>): Resources {
  return {
    async get(kind, namespace) {
      const server = await start();
      const found = server.resourceOf(kind, namespace);
      if (found === undefined) throw kindNotServed(kind, server.resourcesOf(kind.group, kind.version), serverName);
      const { group, version, resource: plural, singular, namespaced, verbs, shortNames, categories } = found;
      const subresources = [...found.subresources.keys()];
      return {
        ...{ group, version, kind: found.kind, plural, singular, namespaced },
        verbs,
        subresources,
        shortNames,
        categories,
      } satisfies ApiResource;
    },
    invalidate: () => undefined,
  };
}
