import type { Tracer } from "../core/tracer.js";
import type { LiveClient } from "../kube/client.js";
import type { ClusterConfig } from "../kube/cluster-config.js";
import type { Kind } from "../kube/objects.js";
import type { LiveWrites } from "./cached-writes.js";
import type { ControllerSettings } from "./controller-settings.js";
import type { LeaderElector } from "./leader-elector.js";
import type { ManagerServersOptions } from "./manager-servers.js";
import type { ManagerMetrics } from "./metrics/manager-metrics.js";

/** The parts of a manager. {@link createManager} creates them. */
export interface ManagerParts extends ManagerServersOptions {
  readonly config: ClusterConfig;
  readonly live: LiveClient & LiveWrites;
  /**
   * Like `live`, for the operator's own calls: checks the lease again right before it sends each write, and is traced.
   * Default: `live`.
   */
  readonly client?: LiveClient & LiveWrites;
  readonly tracer?: Tracer | undefined;
  readonly isNamespaced: (kind: Kind, signal: AbortSignal) => Promise<boolean>;
  /** The namespaces to work in; empty for all. */
  readonly namespaces: readonly string[];
  readonly elector: LeaderElector | undefined;
  readonly metrics: ManagerMetrics;
  readonly gracefulShutdownMs: number;
  readonly controllerDefaults?: ControllerSettings | undefined;
  /**
   * The number of milliseconds without data from the API server after which the process is not ready. Default: 11
   * minutes.
   */
  readonly cacheStaleAfterMs?: number | undefined;
  /** Whether to log each run of a controller. Default false. */
  readonly logReconciles?: boolean | undefined;
  readonly random: () => number;
  /** The name of the machine or pod, for events. */
  readonly hostname: string;
  /** Closes the connections of `live`. */
  readonly close: () => void;
}
