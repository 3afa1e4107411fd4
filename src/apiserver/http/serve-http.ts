/** Requests and answers over HTTP. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiRequest, ApiResponse, StreamResponse } from "./api-request.js";
import { BodyReader, discardRest, prepareForRest } from "./body.js";
import type { RequestHandler } from "./listener.js";

/** What one slow watcher may leave unread: kube-apiserver, too, ends the watch of a client that cannot follow. */
const maxUnreadBytes = 64 * 1024 * 1024;

/** Hands each request to `handle`, and sends what that answers. */
export function serveHttp(handle: (request: ApiRequest) => Promise<ApiResponse>): RequestHandler {
  const bodies = new BodyReader();
  return (request, response) => {
    handle(toApiRequest(request, response, bodies))
      .then((answer) => respond(request, response, answer))
      .catch(() => response.destroy());
  };
}

function toApiRequest(request: IncomingMessage, response: ServerResponse, bodies: BodyReader): ApiRequest {
  return {
    method: request.method ?? "GET",
    target: request.url ?? "/",
    headers: request.headers,
    headersDistinct: request.headersDistinct,
    readBody: () => bodies.read(request, response),
    whenOver: (listener) => void response.once("close", listener),
  };
}

function respond(request: IncomingMessage, response: ServerResponse, answer: ApiResponse): void {
  prepareForRest(request, response);
  for (const [name, value] of Object.entries(answer.headers)) {
    response.setHeader(name, value);
  }
  if (answer.type === "stream") stream(response, answer);
  else send(response, answer.code, answer.body);
  discardRest(request);
}

function send(response: ServerResponse, code: number, body: string | Buffer): void {
  // As bytes: Node would write the head in the encoding of a text.
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  // What has no content has no type.
  if (code === 204) response.removeHeader("Content-Type");
  else response.setHeader("Content-Length", bytes.length);
  response.writeHead(code);
  response.end(bytes);
}

function stream(response: ServerResponse, answer: StreamResponse): void {
  response.writeHead(200);
  response.flushHeaders();
  const frames = new FrameBuffer(response);
  const stop = answer.open({
    write: (chunk) => {
      frames.add(chunk);
      return response.writableLength <= maxUnreadBytes;
    },
    end: () => frames.end(),
  });
  response.once("close", stop);
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
