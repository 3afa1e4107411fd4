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
 * What `createManager` is told. All flags are optional here, with the defaults of the command line.
 *
 * @example
 * ```ts
 * import type { CreateManagerOptions } from "tsop";
 *
 * export const options: CreateManagerOptions = { name: "operator-demo", healthProbeBindAddress: "0", namespaces: ["dev"] };
 * ```
 */
export interface CreateManagerOptions extends Partial<ManagerFlags> {
  /** The operator's name, for the fields it manages by server-side apply, and for the lease unless that has its own. */
  readonly name: string;
  /**
   * The cluster to work in; a `KubeConfig` of `@kubernetes/client-node` works, too, and its current context counts. Default:
   * what `kubeconfig`, `context` and the environment lead to.
   */
  readonly config?: ClusterConfig | KubeConfigLike;
  /**
   * Where time comes from: of the lease, requeues, retries, durations and `context.clock`. For tests: a `FakeClock`, which
   * `TestEnvironment.start()` takes as well. Requests and TLS have the system's clock. Default: the system's.
   */
  readonly clock?: Clock;
  /** Name of the Lease, the same in all replicas and no other operator's. Default: `name`. */
  readonly leaderElectionId?: string;
  /**
   * For how long a cache may hear nothing of the API server before `/readyz` fails, in milliseconds. Default: 11 minutes,
   * for a server without bookmarks may say nothing of a quiet kind for ten.
   */
  readonly cacheStaleAfterMs?: number;
  /** How the lease is kept, where `leaderElect` is on. Default: controller-runtime's numbers. */
  readonly leaderElection?: LeaderElectionOptions;
  /**
   * For how many milliseconds a stop waits for runs and runnables that are under way; then their signals fire. 0: not at
   * all. Default 30,000.
   */
  readonly gracefulShutdownTimeoutMs?: number;
  /** How long the webhooks' certificates live, where `webhookCertSecret` has the manager make them. */
  readonly webhookCertificates?: WebhookCertificateOptions;
  /** How controllers work that do not say so themselves, by `withOptions` or `concurrency`. */
  readonly controllerDefaults?: Omit<ControllerSettings, "rateLimiter">;
  /** Where to log. Default: lines on stderr. */
  readonly log?: Logger;
  /**
   * Makes a span for each run of a reconciler and for each request of the manager's client, and tells the API server which
   * trace they belong to: a tracer of OpenTelemetry, `trace.getTracer("my-operator")`. Default: nothing is traced.
   */
  readonly tracer?: Tracer;
}
