import type { JsonObject } from "../../core/json.js";

/** What an endpoint answers; `respond` alone knows of sockets. */
export type Answer = ObjectAnswer | TextAnswer | StreamAnswer;

export interface ObjectAnswer {
  readonly type: "object";
  readonly code: number;
  readonly object: JsonObject;
}

export interface TextAnswer {
  readonly type: "text";
  readonly code: number;
  readonly contentType: string;
  readonly text: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that goes on: a watch. */
export interface StreamAnswer {
  readonly type: "stream";
  readonly contentType: string;
  /** Called once the head is sent. What it returns is called when the client has gone or the server stops. */
  open(sink: StreamSink): () => void;
}

export interface StreamSink {
  /** False when the client reads more slowly than it is written to, by more than the server keeps for it. */
  write(chunk: string | Buffer): boolean;
  /** Ends the answer. */
  end(): void;
}
