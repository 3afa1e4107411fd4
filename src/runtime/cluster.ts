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

/** What a cluster is made of. {@link createCluster} finds it all. */
export interface ClusterParts extends Surroundings {
  readonly name: string;
  readonly config: ClusterConfig;
  readonly live: LiveClient & LiveWrites;
  /** As `live`, for what the operator itself asks for. Default: `live`. */
  readonly client?: LiveClient & LiveWrites;
  readonly isNamespaced: (kind: Kind, signal: AbortSignal) => Promise<boolean>;
  /** Namespaces to see; empty for all. */
  readonly namespaces: readonly string[];
  /** Closes what `live` keeps open. */
  readonly close: () => void;
}

/** What a manager does for its clusters. */
export interface ClusterOwner {
  /** Throws while this process must not write. */
  readonly checkMayWrite: () => void;
  readonly countRequest: (request: CompletedRequest) => void;
}

/** What a manager needs of a cluster. */
export interface ClusterInternals extends ClusterParts {
  readonly cache: Cache;
  owner: ClusterOwner | undefined;
}

/**
 * One more cluster that an operator works with: its client and its cache. Made by {@link createCluster}; given to
 * `manager.add`, it starts and ends with the manager.
 */
export class Cluster {
  /** For logs, messages and metrics. */
  readonly name: string;
  /** How its API server is reached, as `manager.config` says it of the manager's. */
  readonly config: ClusterConfig;
  /** As `manager.client`, for this cluster: reads from its cache what is watched there or kept by {@link cacheFor}. */
  readonly client: ManagerClient;
  /** Reads everything from the API server of this cluster, whatever is cached. */
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

  /** What the manager sees, and nobody else. */
  static internalsOf(cluster: Cluster): ClusterInternals {
    return cluster.#internals;
  }

  /**
   * Keeps the objects of a kind of this cluster in the cache, as `manager.cacheFor` does for the manager's own.
   *
   * @throws TsopError `runtime/invalid-wiring`, `cluster/invalid-request` when the labels are no selector
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

  /** @throws TsopError `runtime/invalid-wiring` for a cluster that a manager has, or whose name another one has */
  add(cluster: Cluster, owner: ClusterOwner): void {
    const internals = Cluster.internalsOf(cluster);
    const isOther = this.#clusters.has(cluster.name);
    if (internals.owner !== undefined || isOther) {
      const why = internals.owner === undefined ? "there is another one of that name" : "a manager has it already";
      throw new TsopError("runtime/invalid-wiring", `cluster ${JSON.stringify(cluster.name)}: ${why}`);
    }
    internals.owner = owner;
    this.#clusters.set(cluster.name, internals);
  }

  /** @throws TsopError `runtime/invalid-wiring` for a cluster that this manager does not have */
  check(cluster: Cluster): void {
    if (this.#clusters.get(cluster.name) === Cluster.internalsOf(cluster)) return;
    throw new TsopError(
      "runtime/invalid-wiring",
      `cluster ${JSON.stringify(cluster.name)} is watched, and the manager does not have it`,
      { hint: "Call manager.add(cluster) before the start." },
    );
  }
}
