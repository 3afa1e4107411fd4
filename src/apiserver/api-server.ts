/** The server's face to the rest of tsop: `tsop apiserver`, `tsop dev` and `tsop/testing` know no more of it. */

export interface ApiServerOptions {
  /** Default: 0, a free one. */
  readonly port?: number;
  /**
   * A file that keeps what is stored from one run to the next, with the server's certificate and tokens: on the same port, a
   * kubeconfig from before is still good. Default: memory alone.
   */
  readonly dataFile?: string;
  /** Whether roles decide who may do what; without, every user with a token may do everything. Default: true. */
  readonly rbac?: boolean;
  /** Deployments, StatefulSets, DaemonSets, ReplicaSets, Jobs and Pods become ready after a moment, as if nodes ran them. Default: false. */
  readonly simulateWorkloads?: boolean;
  /** Whether the process may end while the server runs. Default: false. */
  readonly isBackground?: boolean;
  /** Of what is stored and of tokens; TLS has the system's. Default: the system's. */
  readonly clock?: { now(): number };
}

export interface ApiServerUser {
  readonly name: string;
  /** `system:masters` may do everything. */
  readonly groups?: readonly string[];
  /** Default: one that nobody can guess. */
  readonly token?: string;
}

/** A server that runs. */
export interface ApiServer {
  /** `https://127.0.0.1:43211`. */
  readonly url: string;
  /** PEM. */
  readonly caCertificate: string;
  /** A kubeconfig (YAML) of the user `tsop-admin`, in the group system:masters. */
  readonly kubeconfig: string;
  /** A user with a token of its own, and the kubeconfig for it. */
  addUser(user: ApiServerUser): { readonly token: string; readonly kubeconfig: string };
  /** Forgets all versions but the newest, as etcd does when it is compacted: what goes back further is answered 410. */
  compact(): void;
  /** Ends watches and connections, writes the data file. */
  stop(): Promise<void>;
}
