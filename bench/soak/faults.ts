/** The types of faults. `chaos.ts` implements them. */
import type { Verb } from "./fault-proxy.js";

/** Faults of the connection between a replica and the API server. `forMs`: the fault is undone after this time. */
export type NetworkFault =
  /** Faults of all open watches: broken, ended cleanly, or broken within the next event. */
  | { readonly kind: "reset-watches" | "end-watches" | "cut-watches" }
  /** All open watches receive an error that their position has expired, and the given number of lists are rejected as well. */
  | { readonly kind: "expire"; readonly lists: number }
  | { readonly kind: "watch-error"; readonly code: number }
  /** Open watches stop sending; then they break. */
  | { readonly kind: "silence-watches"; readonly forMs: number }
  | { readonly kind: "mangle-watches"; readonly passage: "twice" | "dribble"; readonly forMs: number }
  | {
      readonly kind: "refuse";
      readonly verb: Verb;
      readonly code: number;
      readonly retryAfterSeconds?: number;
      readonly times: number;
    }
  | { readonly kind: "reset"; readonly verb: Verb; readonly times: number }
  | { readonly kind: "lose-answers"; readonly verb: Verb; readonly times: number }
  /** The given number of requests never receive a response; then their connections break. */
  | { readonly kind: "silence"; readonly verb: Verb; readonly times: number; readonly forMs: number }
  | { readonly kind: "delay"; readonly delayMs: number; readonly forMs: number }
  /** No connections at all. */
  | { readonly kind: "disconnect"; readonly forMs: number };

export type Whom = "leader" | "follower";

export type ClusterFault =
  | { readonly kind: "restart-api-server"; readonly signal: "SIGTERM" | "SIGKILL"; readonly forMs: number }
  /** etcd discards all versions except the newest. */
  | { readonly kind: "compact" }
  | { readonly kind: "kill" | "terminate"; readonly whom: Whom }
  | { readonly kind: "freeze"; readonly whom: Whom; readonly forMs: number };

export const networkFaults: readonly NetworkFault[] = [
  { kind: "reset-watches" },
  { kind: "end-watches" },
  { kind: "cut-watches" },
  { kind: "expire", lists: 0 },
  { kind: "expire", lists: 2 },
  { kind: "watch-error", code: 500 },
  { kind: "silence-watches", forMs: 4_000 },
  { kind: "silence-watches", forMs: 10_000 },
  { kind: "mangle-watches", passage: "twice", forMs: 3_000 },
  { kind: "mangle-watches", passage: "dribble", forMs: 3_000 },
  { kind: "refuse", verb: "watch", code: 429, retryAfterSeconds: 1, times: 3 },
  { kind: "refuse", verb: "watch", code: 503, times: 4 },
  { kind: "refuse", verb: "list", code: 503, retryAfterSeconds: 2, times: 2 },
  { kind: "refuse", verb: "get", code: 500, times: 3 },
  { kind: "refuse", verb: "write", code: 429, retryAfterSeconds: 1, times: 6 },
  { kind: "refuse", verb: "write", code: 503, retryAfterSeconds: 2, times: 3 },
  { kind: "refuse", verb: "write", code: 500, times: 4 },
  { kind: "reset", verb: "watch", times: 4 },
  { kind: "reset", verb: "list", times: 2 },
  { kind: "reset", verb: "get", times: 3 },
  { kind: "reset", verb: "write", times: 6 },
  { kind: "reset", verb: "lease", times: 1 },
  { kind: "lose-answers", verb: "write", times: 6 },
  { kind: "lose-answers", verb: "lease", times: 1 },
  { kind: "silence", verb: "write", times: 2, forMs: 3_000 },
  { kind: "silence", verb: "get", times: 2, forMs: 3_000 },
  { kind: "silence", verb: "list", times: 1, forMs: 4_000 },
  { kind: "delay", delayMs: 150, forMs: 5_000 },
];

/** Faults that can cost the leadership, because the lease cannot be renewed, or only late. */
export const roughNetworkFaults: readonly NetworkFault[] = [
  { kind: "refuse", verb: "lease", code: 503, retryAfterSeconds: 2, times: 2 },
  { kind: "refuse", verb: "write", code: 429, retryAfterSeconds: 5, times: 12 },
  { kind: "lose-answers", verb: "lease", times: 4 },
  { kind: "silence", verb: "lease", times: 5, forMs: 6_000 },
  { kind: "delay", delayMs: 400, forMs: 5_000 },
  { kind: "disconnect", forMs: 1_000 },
  { kind: "disconnect", forMs: 6_000 },
];

export const roughFaults: readonly ClusterFault[] = [
  { kind: "restart-api-server", signal: "SIGTERM", forMs: 0 },
  { kind: "restart-api-server", signal: "SIGKILL", forMs: 2_000 },
  { kind: "compact" },
  { kind: "kill", whom: "leader" },
  { kind: "kill", whom: "follower" },
  { kind: "terminate", whom: "leader" },
  { kind: "terminate", whom: "follower" },
  { kind: "freeze", whom: "leader", forMs: 6_500 },
  { kind: "freeze", whom: "leader", forMs: 9_000 },
  { kind: "freeze", whom: "leader", forMs: 4_000 },
  { kind: "freeze", whom: "follower", forMs: 6_000 },
];
