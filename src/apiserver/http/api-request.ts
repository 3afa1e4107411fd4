/** A request and its response as plain values, which HTTP or a client in the same process transports. */
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { UserInfo } from "../resource.js";
import type { ForwardedAnswer, StreamSink, SwitchedAnswer, UpgradedAnswer } from "./answer.js";
import type { ClientCertificates } from "./certificate-user.js";

/** Every header with all its values. */
export type DistinctHeaders = Readonly<Partial<Record<keyof IncomingHttpHeaders, readonly string[]>>>;

export interface ApiRequest {
  readonly method: string;
  /** The path with its query, as sent. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly headersDistinct: DistinctHeaders;
  /** Reads the body, which can be read once. @throws StatusError if it is too large or does not arrive */
  readBody(): Promise<Buffer>;
  /** Returns the body as it arrives, without a limit: in place of `readBody`, to send it to another server. */
  openBody(): Readable;
  clientCertificates(): ClientCertificates;
  /** Returns the user of the client's certificate; undefined without a valid one. */
  certificateUser(): UserInfo | undefined;
  /** The client's Audit-ID header, or a new id. */
  readonly auditId: string;
  /** The client's IP address. */
  readonly remoteAddress: string;
  /** Calls the listener when the client has the response, or has disconnected. */
  readonly whenOver: (listener: () => void) => void;
}

export type ApiResponse = OwnResponse | ForwardedAnswer | SwitchedAnswer | UpgradedAnswer;

/** A response of this server itself. */
export type OwnResponse = WholeResponse | StreamResponse;

export type ResponseHeaders = Readonly<Record<string, string | string[]>>;

export interface WholeResponse {
  readonly type: "whole";
  readonly code: number;
  /** With the content's type, but not its length. */
  readonly headers: ResponseHeaders;
  readonly body: string | Buffer;
  /** Whether the body may be compressed: kube-apiserver compresses objects only. Default: false. */
  readonly isCompressible?: boolean;
  /** Whether the request had no credentials. Default: false. */
  readonly isAnonymous?: boolean;
}

/** A response that continues: a watch. Its code is 200. */
export interface StreamResponse {
  readonly type: "stream";
  readonly headers: ResponseHeaders;
  /** Starts to write. The caller must call the returned function when the client has disconnected. */
  open(sink: StreamSink): () => void;
}
