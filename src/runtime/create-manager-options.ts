import type { Clock } from "../core/clock.js";
import type { Tracer } from "../core/tracer.js";
import type { ClusterConfig } from "../kube/cluster-config.js";
import type { KubeConfigLike } from "../kube/from-kube-config.js";
import type { ControllerSettings } from "./controller-settings.js";
import type { LeaderElectionOptions } from "./lease-timing.js";
import type { Logger } from "./logger.js";
import type { ManagerFlags } from "./manager-flags.js";
import type { WebhookCertificateOptions } from "./webhook/certificates/certificate-timing.js";

/**
 * The options of `createManager`. All flags are optional here, with the defaults of the command line.
 *
 * @example
 * ```ts
 * import type { CreateManagerOptions } from "tsop";
 *
 * export const options: CreateManagerOptions = { name: "operator-demo", healthProbeBindAddress: "0", namespaces: ["dev"] };
 * ```
 */
export interface CreateManagerOptions extends Partial<ManagerFlags> {
  /** The operator's name: the field manager of its server-side apply, and the default name of the lease. */
  readonly name: string;
  /**
   * The cluster to work in. Also accepts a `KubeConfig` of `@kubernetes/client-node` and uses its current context.
   * Default: the cluster that `kubeconfig`, `context` and the environment select.
   */
  readonly config?: ClusterConfig | KubeConfigLike;
  /**
   * The clock for the lease, requeues, retries, durations and `context.clock`. For tests: a `FakeClock`, which
   * `TestEnvironment.start()` accepts too. Requests and TLS use the system's clock. Default: the system's.
   */
  readonly clock?: Clock;
  /** The name of the Lease: the same in all replicas, and unique to this operator. Default: `name`. */
  readonly leaderElectionId?: string;
  /**
   * The number of milliseconds without data from the API server after which `/readyz` fails. Default: 11 minutes,
   * because a server without bookmarks may send nothing for a quiet kind for ten minutes.
   */
  readonly cacheStaleAfterMs?: number;
  /** The timing of the lease if `leaderElect` is on. Default: controller-runtime's values. */
  readonly leaderElection?: LeaderElectionOptions;
  /**
   * The number of milliseconds that a stop waits for reconciles and runnables in progress before their signals fire. 0:
   * does not wait. Default 30,000.
   */
  readonly gracefulShutdownTimeoutMs?: number;
  /** The lifetimes of the webhooks' certificates if the manager creates them (`webhookCertSecret`). */
  readonly webhookCertificates?: WebhookCertificateOptions;
  /** The settings of controllers that do not set them with `withOptions` or `concurrency`. */
  readonly controllerDefaults?: Omit<ControllerSettings, "rateLimiter">;
  /** The logger. Default: lines on stderr. */
  readonly log?: Logger;
  /**
   * Creates a span for each run of a reconciler and for each request of the manager's client, and sends the trace
   * context to the API server. Pass a tracer of OpenTelemetry: `trace.getTracer("my-operator")`. Default: no tracing.
   */
  readonly tracer?: Tracer;
}
