/** A request and its answer as plain values: HTTP is one way to bring them, a client in the same process another. */
import type { IncomingHttpHeaders } from "node:http";
import type { StreamSink } from "./answer.js";

/** Every header with all its values. */
export type DistinctHeaders = Readonly<Partial<Record<keyof IncomingHttpHeaders, readonly string[]>>>;

export interface ApiRequest {
  readonly method: string;
  /** As it was sent: a path with its query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly headersDistinct: DistinctHeaders;
  /** Reads the body, which can be read once. @throws StatusError when it is too large or does not come */
  readBody(): Promise<Buffer>;
  /** Calls the listener when the client has its answer, or has gone. */
  readonly whenOver: (listener: () => void) => void;
}

export type ApiResponse = WholeResponse | StreamResponse;

type ResponseHeaders = Readonly<Record<string, string | readonly string[]>>;

export interface WholeResponse {
  readonly type: "whole";
  readonly code: number;
  /** With the content's type, not its length. */
  readonly headers: ResponseHeaders;
  readonly body: string | Buffer;
}

/** A response that goes on: a watch. Its code is 200. */
export interface StreamResponse {
  readonly type: "stream";
  readonly headers: ResponseHeaders;
  /** Begins to write. The function that it returns is to be called when the client has gone. */
  open(sink: StreamSink): () => void;
}
