import { type Clock, systemClock } from "../core/clock.js";
import { TsopError } from "../core/errors.js";
import { isLabel } from "../core/name-forms.js";
import type { Tracer } from "../core/tracer.js";
import type { ClusterConfig } from "../kube/cluster-config.js";
import { clusterConfigOf, type KubeConfigLike } from "../kube/from-kube-config.js";
import { createLiveClient } from "../kube/http-client.js";
import { Cluster } from "./cluster.js";
import { configOf, ownClient } from "./create-manager.js";
import type { Logger } from "./logger.js";
import { parseManagerFlags } from "./manager-flags.js";
import { currentProcess, loggerOf } from "./operator-process.js";

/**
 * The options of {@link createCluster}.
 *
 * @example
 * ```ts
 * import type { CreateClusterOptions } from "tsop";
 *
 * export const options: CreateClusterOptions = { name: "edge", context: "edge-1", namespaces: ["apps"] };
 * ```
 */
export interface CreateClusterOptions {
  /** The name in logs, messages and metrics: lowercase letters, digits and `-`. */
  readonly name: string;
  /**
   * The connection, if it does not come from a kubeconfig on disk. Also accepts a `KubeConfig` of
   * `@kubernetes/client-node`.
   */
  readonly config?: ClusterConfig | KubeConfigLike;
  /** The path of the kubeconfig. Default: `KUBECONFIG`, the pod's account or `~/.kube/config`. */
  readonly kubeconfig?: string;
  /** The name of the context. Default: the kubeconfig's current context. */
  readonly context?: string;
  /** The namespaces to watch. Default: all. */
  readonly namespaces?: readonly string[];
  /** The name under which the API server records the fields that this client sets. Default `tsop`. */
  readonly fieldManager?: string;
  /**
   * The clock for the pauses after a failed watch, and for the check that the caches are current. Usually
   * `manager.clock`, so that a test with a `FakeClock` has only one time. Requests and TLS use the system's clock.
   * Default: the system's.
   */
  readonly clock?: Clock;
  /** Creates a span for each request of the reconcilers to this cluster, like the manager's option of the same name. */
  readonly tracer?: Tracer;
  /** The logger; usually `manager.log`. Default: lines on stderr. */
  readonly log?: Logger;
}

/**
 * Creates the client and the cache of another cluster. Sends no request before the first call, and caches nothing
 * before the manager that owns the cluster runs. The caches start with the manager's own, before the lease is acquired.
 * They count for `/readyz`, metrics and the start of the workers. When the lease is lost, writes to this cluster are
 * rejected too.
 *
 * The credentials determine the operator's permissions in that cluster: tsop infers none of them.
 *
 * @throws TsopError `cluster/no-kubeconfig` and other errors of `loadKubeConfig`; `usage/invalid-argument` if the name is invalid
 *
 * @example
 * ```ts
 * import { createCluster, done, type Manager } from "tsop";
 * import { ConfigMap } from "tsop/k8s/core/v1";
 *
 * // Copies each ConfigMap of the cluster "hub" to this one.
 * export async function mirror(manager: Manager): Promise<void> {
 *   const hub = await createCluster({ name: "hub", context: "hub", log: manager.log });
 *   manager.add(hub);
 *   manager
 *     .controller("mirror")
 *     .for(ConfigMap)
 *     .watches(ConfigMap, ({ metadata }) => [{ namespace: metadata.namespace ?? "", name: metadata.name }], { cluster: hub })
 *     .complete({
 *       reconcile: async (request) => {
 *         const original = await hub.client.get(ConfigMap, request);
 *         if (original === undefined) return done();
 *         const { apiVersion, kind, data = {} } = original;
 *         await manager.client.apply<ConfigMap>({ apiVersion, kind, metadata: request, data });
 *         return done();
 *       },
 *     });
 * }
 * ```
 */
export async function createCluster(options: CreateClusterOptions): Promise<Cluster> {
  const { name, namespaces = [], fieldManager = "tsop" } = options;
  if (!isLabel(name)) {
    throw new TsopError(
      "usage/invalid-argument",
      `createCluster(): the name must consist of lower-case letters, digits and -, got ${JSON.stringify(name)}`,
    );
  }
  const log = options.log ?? loggerOf(parseManagerFlags([], {}), currentProcess());
  const config =
    options.config === undefined ? await configOf(options) : clusterConfigOf(options.config, "createCluster()");
  const live = createLiveClient(config, {
    fieldManager,
    userAgent: fieldManager,
    onRequest: (request) => Cluster.internalsOf(cluster).owner?.countRequest(request),
    onWarning: (warning) => log.warn("the API server returned a warning", { cluster: name, warning }),
  });
  const cluster = new Cluster({
    name,
    config,
    live,
    client: ownClient(live, options.tracer, () => Cluster.internalsOf(cluster).owner?.checkMayWrite()),
    isNamespaced: async (kind) => (await live.mapper.get(kind)).namespaced,
    namespaces,
    log,
    clock: options.clock ?? systemClock,
    random: Math.random,
    close: () => live.close(),
  });
  log.info("using another cluster", { cluster: name, server: config.server });
  return cluster;
}
