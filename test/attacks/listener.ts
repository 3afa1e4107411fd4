/** A listener under attack: where it is, and what it answers well. */
export interface ListenerInfo {
  readonly name: string;
  readonly port: number;
  readonly isTls: boolean;
  /** What is sent to these: reviews, requests of the Kubernetes API, or neither. */
  readonly speaks: "admission" | "conversion" | "api" | "plain";
  /** Paths that are served. */
  readonly paths: readonly string[];
  /** For the header `Authorization`, where only those who have one get in. */
  readonly token?: string;
  /** A request that gets 200, whatever goes on beside it. */
  readonly good: { readonly method: string; readonly path: string; readonly body?: string };
}

/** What a process under attack holds, after the garbage has been collected. */
export interface ProcessState {
  readonly heapBytes: number;
  /** By kind: sockets, servers, timers. */
  readonly resources: Readonly<Record<string, number>>;
}

/** How the event loop of a process under attack did since it was last asked. */
export interface Pulse {
  /** The longest time without a turn for timers, in milliseconds of the processor. */
  readonly longestBlockMs: number;
  /** The longest delay by the clock, which a busy machine adds to. */
  readonly longestDelayMs: number;
}

/** What a target is started with, as JSON in its only argument. */
export type TargetOptions =
  { readonly kind: "api-server" } | { readonly kind: "operator" | "proxies"; readonly api: ApiAddress };

/** Where the embedded API server is, and who may do everything there. */
export interface ApiAddress {
  readonly url: string;
  readonly ca: string;
  readonly token: string;
}

/** What a target tells the attacker. */
export type TargetQuestion = "state" | "pulse";

export type TargetMessage =
  | { readonly kind: "ready"; readonly listeners: readonly ListenerInfo[]; readonly api?: ApiAddress }
  | ({ readonly kind: "state" } & ProcessState)
  | ({ readonly kind: "pulse" } & Pulse);
