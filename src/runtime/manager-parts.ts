import type { Tracer } from "../core/tracer.js";
import type { LiveClient } from "../kube/client.js";
import type { ClusterConfig } from "../kube/cluster-config.js";
import type { Kind } from "../kube/objects.js";
import type { LiveWrites } from "./cached-writes.js";
import type { ControllerSettings } from "./controller-settings.js";
import type { LeaderElector } from "./leader-elector.js";
import type { ManagerServersOptions } from "./manager-servers.js";
import type { ManagerMetrics } from "./metrics/manager-metrics.js";

/** What a manager is made of. {@link createManager} finds it all. */
export interface ManagerParts extends ManagerServersOptions {
  readonly config: ClusterConfig;
  readonly live: LiveClient & LiveWrites;
  /**
   * As `live`, for what the operator itself asks for: asks the elector again right before each write leaves, and is traced.
   * Default: `live`.
   */
  readonly client?: LiveClient & LiveWrites;
  readonly tracer?: Tracer | undefined;
  readonly isNamespaced: (kind: Kind, signal: AbortSignal) => Promise<boolean>;
  /** Namespaces to work in; empty for all. */
  readonly namespaces: readonly string[];
  readonly elector: LeaderElector | undefined;
  readonly metrics: ManagerMetrics;
  readonly gracefulShutdownMs: number;
  readonly controllerDefaults?: ControllerSettings | undefined;
  /** For how long a cache may hear nothing of the API server before the process is not ready. Default: 11 minutes. */
  readonly cacheStaleAfterMs?: number | undefined;
  /** Whether to log each run of a controller. Default false. */
  readonly logReconciles?: boolean | undefined;
  readonly random: () => number;
  /** Of the machine or pod, for events. */
  readonly hostname: string;
  /** Closes what `live` keeps open. */
  readonly close: () => void;
}
