import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { isJsonObject, type JsonObject } from "../../core/json.js";
import { printYaml } from "../../core/print-yaml.js";
import type { ProtobufCodec } from "../protobuf/protobuf-codec.js";
import { badRequestError, internalError, StatusError } from "../status-error.js";
import type { Answer, StreamAnswer } from "./answer.js";
import { mediaTypeOf, type OutputFormat } from "./media-type.js";

/** What one slow watcher may leave unread: kube-apiserver, too, ends the watch of a client that cannot follow. */
const maxUnreadBytes = 64 * 1024 * 1024;

export interface ResponseForm {
  readonly format: OutputFormat;
  readonly warnings: readonly string[];
  /** There whenever the format is protobuf. */
  readonly protobuf: ProtobufCodec | undefined;
}

/** Sends an answer; for a stream, returns what ends it. */
export function respond(
  response: ServerResponse,
  answer: Answer,
  { format, warnings, protobuf }: ResponseForm,
): (() => void) | undefined {
  response.setHeader("Audit-Id", randomUUID());
  response.setHeader("Cache-Control", "no-cache, private");
  if (warnings.length > 0) response.setHeader("Warning", Array.from(new Set(warnings), printWarning));
  if (answer.type === "stream") return stream(response, answer);
  if (answer.type === "text") {
    for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
    send(response, answer.code, answer.contentType, answer.text);
    return undefined;
  }
  const { details } = answer.object;
  const isRefusal = answer.object["kind"] === "Status" && isJsonObject(details);
  const seconds = isRefusal ? details["retryAfterSeconds"] : undefined;
  if (typeof seconds === "number" && seconds > 0) response.setHeader("Retry-After", String(seconds));
  send(response, answer.code, mediaTypeOf(format.encoding), printObject(answer.object, format, protobuf));
  return undefined;
}

/** The Status of whatever was thrown; what is no refusal is a fault of the server's. */
export function toFailure(error: unknown): StatusError {
  if (error instanceof StatusError) return error;
  // Whatever walks an object does so by recursion, and what is nested so deeply came from the client.
  if (error instanceof RangeError && error.message.includes("call stack")) return badRequestError("exceeded max depth");
  return internalError(error instanceof Error ? error.message : String(error));
}

function printObject(object: JsonObject, format: OutputFormat, protobuf: ProtobufCodec | undefined): string | Buffer {
  if (format.encoding === "protobuf" && protobuf !== undefined) return protobuf.encode(object);
  if (format.encoding === "yaml") return printYaml(object);
  return `${format.pretty ? JSON.stringify(object, undefined, 2) : JSON.stringify(object)}\n`;
}

function send(response: ServerResponse, code: number, contentType: string, body: string | Buffer): void {
  // As bytes: Node would write the head in the encoding of a text.
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  // What has no content has no type.
  const head = { "Content-Type": contentType, "Content-Length": bytes.length };
  response.writeHead(code, code === 204 ? {} : head);
  response.end(bytes);
}

function stream(response: ServerResponse, answer: StreamAnswer): () => void {
  response.writeHead(200, { "Content-Type": answer.contentType });
  response.flushHeaders();
  const frames = new FrameBuffer(response);
  const close = answer.open({
    write: (chunk) => {
      frames.add(chunk);
      return response.writableLength <= maxUnreadBytes;
    },
    end: () => frames.end(),
  });
  response.once("close", close);
  return () => {
    close();
    frames.end();
  };
}

/** Writing to a connection costs more than making what is written: what comes of one turn of the event loop goes as one. */
class FrameBuffer {
  readonly #response: ServerResponse;
  #waiting: Buffer[] = [];

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  add(chunk: string | Buffer): void {
    if (this.#waiting.length === 0) setImmediate(() => this.#flush());
    this.#waiting.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  }

  end(): void {
    this.#flush();
    this.#response.end();
  }

  #flush(): void {
    const [first, ...more] = this.#waiting;
    if (first === undefined) return;
    this.#waiting = [];
    const { writableEnded: hasEnded, destroyed: isGone } = this.#response;
    if (!hasEnded && !isGone) this.#response.write(more.length === 0 ? first : Buffer.concat([first, ...more]));
  }
}

/** RFC 7234 5.5, as kube-apiserver writes it: code 299, no agent. */
function printWarning(text: string): string {
  const quoted = text.replace(/\p{Cc}/gu, " ").replace(/["\\]/g, "\\$&");
  // Header fields are bytes; Node takes those up to U+00FF for one each.
  return `299 - "${Buffer.from(quoted).toString("latin1")}"`;
}
