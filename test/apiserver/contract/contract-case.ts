import type { RawPart } from "./raw-exchange.js";

/** One behavior of an API server, as a short sequence of raw requests. The responses are recorded, not asserted here. */
export interface ContractCase {
  /** A sentence about the behaviour, unique in its area. */
  readonly name: string;
  /** `$ns` in paths and bodies is the case's own namespace, `$id` its own word for cluster-scoped names. */
  run(api: ContractApi): Promise<unknown>;
}

export type Method = "get" | "post" | "put" | "patch" | "delete" | "options" | "head";

/** An object is sent as JSON, a text or bytes unchanged. */
export type Body = object | string | Buffer;

export interface RequestOptions {
  /** `undefined` omits a default header: authorization, accept, content-type. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Replaces the administrator's token. */
  readonly token?: string;
  /** Returns the part of the response's body to record. Default: all of it. */
  readonly show?: (body: AnswerBody) => unknown;
  /** Default: true. */
  readonly record?: boolean;
}

/** Parsed JSON, or the text if it is not JSON; a case knows what it requested. */
// oxlint-disable-next-line typescript/no-explicit-any -- answers are navigated freely, and a wrong path fails the case
export type AnswerBody = any;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AnswerBody;
}

export interface ContractApi {
  /** The values of `$ns` and `$id`. */
  readonly ns: string;
  readonly id: string;
  get(path: string, options?: RequestOptions): Promise<Answer>;
  post(path: string, body: Body, options?: RequestOptions): Promise<Answer>;
  put(path: string, body: Body, options?: RequestOptions): Promise<Answer>;
  patch(path: string, type: PatchType, body: Body, options?: RequestOptions): Promise<Answer>;
  delete(path: string, body?: Body, options?: RequestOptions): Promise<Answer>;
  request(method: Method, path: string, body?: Body, options?: RequestOptions): Promise<Answer>;
  /** Repeats a GET until the response is as expected, and records the last response. */
  until(path: string, isDone: (answer: Answer) => boolean, options?: RequestOptions): Promise<Answer>;
  /** Opens a watch: resolves when the server has responded; `Watch.until` records the events. */
  watch(path: string, options?: RequestOptions): Promise<Watch>;
  /**
   * Sends bytes over a separate connection: each part after the responses to the earlier parts. `$authorization` is replaced by
   * the administrator's header. Records the responses, and whether the connection stays open.
   */
  raw(parts: readonly RawPart[], options?: RawOptions): Promise<void>;
  /** Deletes the cluster-scoped object after the case, unrecorded. */
  cleanUp(path: string): void;
}

export interface RawOptions {
  /** The name in the record, if the first line of the request is too long. */
  readonly name?: string;
  /** Sends without TLS. */
  readonly isPlain?: boolean;
}

export type PatchType = "json" | "merge" | "strategic" | "apply" | "apply-cbor" | (string & {});

export interface WatchEvent {
  readonly type: string;
  readonly object: AnswerBody;
}

export interface Watch {
  readonly status: number;
  /**
   * Reads until the number of events is reached, until an event matches, or until the server ends the watch; then closes and
   * records.
   */
  until(end: number | "end" | ((event: WatchEvent) => boolean)): Promise<readonly WatchEvent[]>;
}
