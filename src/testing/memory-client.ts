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
 * What a memory client begins with.
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
   * Objects that are there from the start, CustomResourceDefinitions included. The API server's defaults are added. They
   * keep the status, uid, generation, creationTimestamp and deletionTimestamp that they name. Their fields count as set by
   * the manager `before-first-apply`, the API server's name for whoever wrote before anybody applied. Default: none.
   */
  readonly objects?: readonly KubeObject[];
  /** The indexes that the manager's cache has, for reads by them. Default: none. */
  readonly indexes?: readonly MemoryIndex[];
  /** Where timestamps and the `timeoutSeconds` of watches come from. Default: the system's clock. */
  readonly clock?: Clock;
}

/**
 * A client for the tests of reconcilers, with an API server of its own in memory: no sockets, no other process, nothing to
 * stop. It is the server of `tsop apiserver` and `TestEnvironment`, so that defaults, validation, patches, server-side apply,
 * finalizers, watches, subresources and refusals are those of Kubernetes. The first call of a process loads the server, which
 * takes a moment; each further client takes about a millisecond. Two clients share nothing.
 *
 * The server is empty, but for the two priority classes of every cluster, and lets everybody do everything. What objects refer
 * to and nobody has created counts as there: namespaces, their service account `default`, and owners. A kind that no
 * CustomResourceDefinition declares is served all the same: it keeps unknown fields, has a status, generations and a scale
 * (`spec.replicas`), shows the same objects in all its versions, and has the scope of its first object.
 *
 * What follows from a write is done before the call returns: dependents go with their last owner, a deleted Namespace takes
 * its objects along, a CustomResourceDefinition is served. No other controllers run, and no nodes: a Deployment stays without
 * Pods, and a deleted Pod that has a node stays until it is deleted with `gracePeriodSeconds: 0`.
 *
 * @throws TsopError `cluster/invalid-request` when an object has no name, is given twice or is deleted already. Every call of
 * the client throws it when the API server would not store one of the objects
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

/** The same client, which also reads by indexes, as a manager's does from its cache. */
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

/** What a server in this process serves: it is asked each time, without discovery. */
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
