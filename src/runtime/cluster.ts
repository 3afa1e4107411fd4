import { TsopError } from "../core/errors.js";
import type { LiveClient, Reader } from "../kube/client.js";
import type { ClusterConfig } from "../kube/cluster-config.js";
import type { Kind, KubeObject } from "../kube/objects.js";
import type { CompletedRequest } from "../kube/transport.js";
import { Cache } from "./cache/cache.js";
import type { CacheForOptions } from "./cache/cache-options.js";
import { KindCache } from "./cache/kind-cache.js";
import { createCachedClient } from "./cached-client.js";
import type { LiveWrites } from "./cached-writes.js";
import type { ManagerClient } from "./manager-client.js";
import type { Surroundings } from "./surroundings.js";

/** The parts of a cluster. {@link createCluster} creates them. */
export interface ClusterParts extends Surroundings {
  readonly name: string;
  readonly config: ClusterConfig;
  readonly live: LiveClient & LiveWrites;
  /** Like `live`, for the operator's own calls. Default: `live`. */
  readonly client?: LiveClient & LiveWrites;
  readonly isNamespaced: (kind: Kind, signal: AbortSignal) => Promise<boolean>;
  /** The namespaces to watch; empty for all. */
  readonly namespaces: readonly string[];
  /** Closes the connections of `live`. */
  readonly close: () => void;
}

/** The manager's functions for its clusters. */
export interface ClusterOwner {
  /** Throws while this process must not write. */
  readonly checkMayWrite: () => void;
  readonly countRequest: (request: CompletedRequest) => void;
}

/** The parts of a cluster that the manager uses. */
export interface ClusterInternals extends ClusterParts {
  readonly cache: Cache;
  owner: ClusterOwner | undefined;
}

/**
 * Another cluster that an operator works with: its client and its cache. {@link createCluster} creates it. After
 * `manager.add`, it starts and stops with the manager.
 */
export class Cluster {
  /** The name in logs, messages and metrics. */
  readonly name: string;
  /** The connection to the API server of this cluster, like `manager.config` for the manager's own. */
  readonly config: ClusterConfig;
  /**
   * Like `manager.client`, for this cluster: reads from its cache the kinds that are watched there or cached by
   * {@link cacheFor}.
   */
  readonly client: ManagerClient;
  /** Always reads from the API server of this cluster, never from the cache. */
  readonly apiReader: Reader;
  readonly #internals: ClusterInternals;

  constructor(parts: ClusterParts) {
    const { name, live, client = live, log } = parts;
    const cache = new Cache({ ...parts, client: live, cluster: name, log: log.with({ cluster: name }) });
    this.name = name;
    this.config = parts.config;
    this.apiReader = client;
    this.#internals = { ...parts, cache, owner: undefined };
    const checkMayWrite = (): void => this.#internals.owner?.checkMayWrite();
    this.client = createCachedClient({ live: client, cache, checkMayWrite });
  }

  /** Returns the internals of a cluster, for the manager only. */
  static internalsOf(cluster: Cluster): ClusterInternals {
    return cluster.#internals;
  }

  /**
   * Caches the objects of a kind of this cluster, as `manager.cacheFor` does for the manager's own.
   *
   * @throws TsopError `runtime/invalid-wiring`, `cluster/invalid-request` if `labels` is not a selector
   */
  cacheFor<T extends KubeObject>(kind: Kind<T>, options?: CacheForOptions<T>): KindCache<T> {
    return new KindCache(this.#internals.cache.informerFor(kind, options));
  }
}

/** The clusters of one manager. */
export class Clusters {
  readonly #clusters = new Map<string, ClusterInternals>();

  get all(): ClusterInternals[] {
    return [...this.#clusters.values()];
  }

  /** @throws TsopError `runtime/invalid-wiring` if a manager already has the cluster, or another cluster with this name */
  add(cluster: Cluster, owner: ClusterOwner): void {
    const internals = Cluster.internalsOf(cluster);
    const isOther = this.#clusters.has(cluster.name);
    if (internals.owner !== undefined || isOther) {
      const why =
        internals.owner === undefined ? "a cluster with this name exists already" : "it already belongs to a manager";
      throw new TsopError("runtime/invalid-wiring", `cluster ${JSON.stringify(cluster.name)}: ${why}`);
    }
    internals.owner = owner;
    this.#clusters.set(cluster.name, internals);
  }

  /** @throws TsopError `runtime/invalid-wiring` if the cluster was not added to this manager */
  check(cluster: Cluster): void {
    if (this.#clusters.get(cluster.name) === Cluster.internalsOf(cluster)) return;
    throw new TsopError(
      "runtime/invalid-wiring",
      `cluster ${JSON.stringify(cluster.name)} is watched, but was not added to the manager`,
      { hint: "Call manager.add(cluster) before manager.start()." },
    );
  }
}
