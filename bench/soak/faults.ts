/** The faults that there are. How each is done is in `chaos.ts`. */
import type { Verb } from "./fault-proxy.js";

/** Of the connection between one replica and the API server. `forMs`: it is undone after that. */
export type NetworkFault =
  /** Of all open watches: broken, ended in order, broken within the next event. */
  | { readonly kind: "reset-watches" | "end-watches" | "cut-watches" }
  /** All open watches are told that their place is forgotten, and lists are refused so often as well. */
  | { readonly kind: "expire"; readonly lists: number }
  | { readonly kind: "watch-error"; readonly code: number }
  /** Open watches say nothing any more; then they break. */
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
  /** So many requests are never answered; then their connections break. */
  | { readonly kind: "silence"; readonly verb: Verb; readonly times: number; readonly forMs: number }
  | { readonly kind: "delay"; readonly delayMs: number; readonly forMs: number }
  /** No connection at all. */
  | { readonly kind: "disconnect"; readonly forMs: number };

export type Whom = "leader" | "follower";

export type ClusterFault =
  | { readonly kind: "restart-api-server"; readonly signal: "SIGTERM" | "SIGKILL"; readonly forMs: number }
  /** etcd forgets all versions but the newest. */
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

/** Those that may cost the leadership, because the lease cannot be renewed, or only late. */
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
