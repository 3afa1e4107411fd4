import type { IncomingMessage } from "node:http";
import type { Duplex, Readable } from "node:stream";
import type { JsonObject } from "../../core/json.js";

/** The response of an endpoint; only `respond` uses sockets. */
export type Answer = ObjectAnswer | TextAnswer | StreamAnswer | ForwardedAnswer | SwitchedAnswer | UpgradedAnswer;

export interface ObjectAnswer {
  readonly type: "object";
  readonly code: number;
  readonly object: JsonObject;
  /** Whether the audit log omits the object: kube-apiserver writes such an object without its serializers. Default: false. */
  readonly isUnaudited?: boolean;
}

export interface TextAnswer {
  readonly type: "text";
  readonly code: number;
  readonly contentType: string;
  readonly text: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the text contains, for the audit log. */
  readonly object?: JsonObject;
}

/** A response that continues: a watch. */
export interface StreamAnswer {
  readonly type: "stream";
  readonly contentType: string;
  /** Called when the head is sent. The function that it returns is called when the client disconnects or the server stops. */
  open(sink: StreamSink): () => void;
}

export interface StreamSink {
  /** Returns false if the client reads so slowly that the unread data exceeds the server's limit. */
  write(chunk: string | Buffer): boolean;
  /** Ends the response. */
  end(): void;
}

/** The response of another server, which passes through. */
export interface ForwardedAnswer {
  readonly type: "forwarded";
  readonly code: number;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: Readable;
}

/** Another server has switched protocols: from now on, the bytes of both sides pass through. */
export interface SwitchedAnswer {
  readonly type: "switched";
  /** The head of the other server's response, without its status. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly socket: Duplex;
  /** What the other server has already sent. */
  readonly head: Buffer;
}

/** This server itself switches protocols. */
export interface UpgradedAnswer {
  readonly type: "upgraded";
  /** Takes over the connection of the request, and writes the head of the response. */
  take(request: IncomingMessage): void;
}
