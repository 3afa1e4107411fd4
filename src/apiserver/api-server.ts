/** The server's public interface: `tsop apiserver`, `tsop dev` and `tsop/testing` use nothing else of it. */
import type { KubernetesVersion } from "../schema/kubernetes-versions.js";
import type { AuditOptions } from "./audit/auditor.js";
import type { OptionalController } from "./controllers/optional-controllers.js";

export interface ApiServerOptions {
  /** Default: 0, a free port. */
  readonly port?: number;
  /**
   * A file that keeps the stored objects, the server's certificate and its tokens between runs: on the same port, an earlier
   * kubeconfig stays valid. Default: memory only.
   */
  readonly dataFile?: string;
  /** Whether RBAC rules decide requests. If false, every user with a token may do everything. Default: true. */
  readonly rbac?: boolean;
  /**
   * Deployments, StatefulSets, DaemonSets, ReplicaSets, Jobs and Pods become ready after a moment, as if nodes ran them.
   * Default: false.
   */
  readonly simulateWorkloads?: boolean;
  /**
   * Controllers of kube-controller-manager that run only if they are named: `horizontal-pod-autoscaler-controller` and
   * `persistentvolume-binder-controller`. Default: none.
   */
  readonly controllers?: readonly OptionalController[];
  /** The most concurrent requests that read; more get 429. 0 means no limit. Default: 400, like kube-apiserver. */
  readonly maxRequestsInFlight?: number;
  /** The most concurrent requests that write; more get 429. 0 means no limit. Default: 200, like kube-apiserver. */
  readonly maxMutatingRequestsInFlight?: number;
  /**
   * How long roles, webhooks, policies and CRDs take to have an effect, controllers to react, and events to reach a watch, in
   * milliseconds: on a cluster, these come late, too. Default: 0.
   */
  readonly lagMs?: number;
  /**
   * Feature gates of kube-apiserver by name: `{ WatchList: false }`. Those without an effect are ignored. Default: the defaults
   * of Kubernetes.
   */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  /** The version of Kubernetes that the server speaks. Default: 1.37. */
  readonly kubernetesVersion?: KubernetesVersion;
  /**
   * The IP address to listen on. Beyond loopback, every program that can reach the address can send requests. Default:
   * `127.0.0.1`.
   */
  readonly bindAddress?: string;
  /** The policy of the audit log, and where the events go. Default: no audit log. */
  readonly audit?: AuditOptions | undefined;
  /** Whether the process may end while the server runs. Default: false. */
  readonly isBackground?: boolean;
  /** The clock for stored objects and tokens; TLS uses the system's clock. Default: the system's clock. */
  readonly clock?: { now(): number };
}

export interface ApiServerUser {
  readonly name: string;
  /** `system:masters` may do everything. */
  readonly groups?: readonly string[];
  /** Default: a random token. */
  readonly token?: string;
}

/** A certificate of a user, and its key: in PEM. */
export interface IssuedCertificate {
  readonly certificate: string;
  readonly key: string;
  readonly kubeconfig: string;
}

/** A running server. */
export interface ApiServer {
  /** `https://127.0.0.1:43211`. */
  readonly url: string;
  /** PEM. */
  readonly caCertificate: string;
  /** A kubeconfig (YAML) of the user `tsop-admin`, in the group system:masters. */
  readonly kubeconfig: string;
  /** Adds a user with its own token, and returns the token and a kubeconfig for it. */
  addUser(user: ApiServerUser): { readonly token: string; readonly kubeconfig: string };
  /** Issues a certificate for a user, valid for a year, and returns a kubeconfig that contains it. */
  addCertificate(user: Pick<ApiServerUser, "name" | "groups">): Promise<IssuedCertificate>;
  /**
   * Discards all versions except the newest, as etcd does on compaction: the server answers 410 to a request for an older
   * version.
   */
  compact(): void;
  /** Ends watches and connections, and writes the data file. */
  stop(): Promise<void>;
}
