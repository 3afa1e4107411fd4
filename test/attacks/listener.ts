/** A listener under attack: its address, and the requests that it serves. */
export interface ListenerInfo {
  readonly name: string;
  readonly port: number;
  readonly isTls: boolean;
  /** The type of its valid requests: reviews, requests of the Kubernetes API, or neither. */
  readonly speaks: "admission" | "conversion" | "api" | "plain";
  /** The paths that it serves. */
  readonly paths: readonly string[];
  /** The value of the header `Authorization`, if the listener requires it. */
  readonly token?: string;
  /** A request that gets 200 during any attack. */
  readonly good: { readonly method: string; readonly path: string; readonly body?: string };
}

/** The resources of a process under attack, after a garbage collection. */
export interface ProcessState {
  readonly heapBytes: number;
  /** The number of open handles by type: sockets, servers, timers. */
  readonly resources: Readonly<Record<string, number>>;
}

/** The delays of the event loop of a process under attack, since the last request for them. */
export interface Pulse {
  /** The longest time without a turn for timers, in milliseconds of the processor. */
  readonly longestBlockMs: number;
  /** The longest delay by the clock. A busy machine increases it. */
  readonly longestDelayMs: number;
}

/** The options of a target, as JSON in its only argument. */
export type TargetOptions =
  | { readonly kind: "api-server" }
  | { readonly kind: "operator" | "proxies"; readonly api: ApiAddress };

/** The address of the embedded API server, and its administrator. */
export interface ApiAddress {
  readonly url: string;
  readonly ca: string;
  readonly token: string;
}

/** The messages of a target to the attacker. */
export type TargetQuestion = "state" | "pulse";

export type TargetMessage =
  | { readonly kind: "ready"; readonly listeners: readonly ListenerInfo[]; readonly api?: ApiAddress }
  | ({ readonly kind: "state" } & ProcessState)
  | ({ readonly kind: "pulse" } & Pulse);
