import type { RawPart } from "./raw-exchange.js";

/** One behaviour of an API server, as a short sequence of raw requests. What is answered is recorded, not asserted here. */
export interface ContractCase {
  /** A sentence about the behaviour, unique in its area. */
  readonly name: string;
  /** `$ns` in paths and bodies is a namespace of the case's own, `$id` a word of its own for what has no namespace. */
  run(api: ContractApi): Promise<unknown>;
}

export type Method = "get" | "post" | "put" | "patch" | "delete" | "options" | "head";

/** An object is sent as JSON, a text or bytes as they are. */
export type Body = object | string | Buffer;

export interface RequestOptions {
  /** `undefined` leaves out what is sent by default: authorization, accept, content-type. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** In place of the administrator's. */
  readonly token?: string;
  /** What of the answer's body is recorded. Default: all of it. */
  readonly show?: (body: AnswerBody) => unknown;
  /** Default: true. */
  readonly record?: boolean;
}

/** Parsed JSON, or the text where it is something else; a case knows what it asked for. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are navigated freely, and a wrong path fails the case
export type AnswerBody = any;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AnswerBody;
}

export interface ContractApi {
  /** What `$ns` and `$id` stand for. */
  readonly ns: string;
  readonly id: string;
  get(path: string, options?: RequestOptions): Promise<Answer>;
  post(path: string, body: Body, options?: RequestOptions): Promise<Answer>;
  put(path: string, body: Body, options?: RequestOptions): Promise<Answer>;
  patch(path: string, type: PatchType, body: Body, options?: RequestOptions): Promise<Answer>;
  delete(path: string, body?: Body, options?: RequestOptions): Promise<Answer>;
  request(method: Method, path: string, body?: Body, options?: RequestOptions): Promise<Answer>;
  /** GETs until the answer is as wanted, and records the last one. */
  until(path: string, isDone: (answer: Answer) => boolean, options?: RequestOptions): Promise<Answer>;
  /** Opens a watch: resolves when the server has answered; what follows is recorded by `Watch.until`. */
  watch(path: string, options?: RequestOptions): Promise<Watch>;
  /**
   * Sends bytes over a connection of its own: each part when the answers to those before are there. `$authorization` stands
   * for the administrator's header. What comes back is recorded, and whether the connection goes on.
   */
  raw(parts: readonly RawPart[], options?: RawOptions): Promise<void>;
  /** Deletes it after the case, unrecorded: what is cluster-scoped. */
  cleanUp(path: string): void;
}

export interface RawOptions {
  /** For the record, where the first line of what is sent is too long. */
  readonly name?: string;
  /** Without TLS. */
  readonly isPlain?: boolean;
}

export type PatchType = "json" | "merge" | "strategic" | "apply" | "apply-cbor" | (string & {});

export interface WatchEvent {
  readonly type: string;
  readonly object: AnswerBody;
}

export interface Watch {
  readonly status: number;
  /** Reads on until there are so many events, until one is as wanted, or until the server ends; then closes and records. */
  until(end: number | "end" | ((event: WatchEvent) => boolean)): Promise<readonly WatchEvent[]>;
}
