/** Requests and responses over HTTP. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import type { ForwardedAnswer, SwitchedAnswer, UpgradedAnswer } from "./answer.js";
import type { ApiRequest, ApiResponse, ResponseHeaders, StreamResponse, WholeResponse } from "./api-request.js";
import { BodyReader, discardRest, prepareForRest, refuseUnreadBody } from "./body.js";
import { bufferFrames } from "./buffer-frames.js";
import { compress, shouldCompress } from "./compression.js";
import type { Features } from "../features/features.js";
import { certificateUser, clientCertificates } from "./certificate-user.js";
import type { StreamHandler } from "./http2-connections.js";
import type { RequestHandler } from "./listener.js";
import { serveHttp2 } from "./serve-http2.js";

/** The handlers of requests over HTTP/1.1 and over HTTP/2. */
export interface ServedHttp {
  readonly handle: RequestHandler;
  readonly handleStream: StreamHandler;
}

/** Passes each request to `handle`, and sends its response. */
export function serveHttp(
  handle: (request: ApiRequest) => Promise<ApiResponse>,
  { compressesResponses }: Pick<Features, "compressesResponses"> = { compressesResponses: true },
): ServedHttp {
  const bodies = new BodyReader();
  return {
    handle: (request, response) => {
      // The client's header counts only where the server compresses.
      if (!compressesResponses) delete request.headers["accept-encoding"];
      handle(toApiRequest(request, response, bodies))
        .then((answer) => respond(request, response, answer))
        .catch(() => response.destroy());
    },
    handleStream: serveHttp2(handle, { bodies, compressesResponses }),
  };
}

function toApiRequest(request: IncomingMessage, response: ServerResponse, bodies: BodyReader): ApiRequest {
  return {
    method: request.method ?? "GET",
    target: request.url ?? "/",
    headers: request.headers,
    headersDistinct: request.headersDistinct,
    readBody: async () => {
      refuseUnreadBody(request);
      // Other expectations have already been rejected.
      if (request.headers.expect !== undefined && request.httpVersionMinor > 0) response.writeContinue();
      return bodies.read(request, response);
    },
    openBody: () => {
      refuseUnreadBody(request);
      if (request.headers.expect !== undefined) response.writeContinue();
      return request;
    },
    clientCertificates: () => clientCertificates(request.socket),
    certificateUser: () => certificateUser(request.socket),
    auditId: request.headersDistinct["audit-id"]?.[0] || randomUUID(),
    remoteAddress: request.socket.remoteAddress ?? "",
    whenOver: (listener) => void response.once("close", listener),
  };
}

function respond(request: IncomingMessage, response: ServerResponse, answer: ApiResponse): void {
  if (answer.type === "switched") {
    switchProtocols(request, response, answer);
    return;
  }
  if (answer.type === "upgraded") {
    upgrade(request, response, answer);
    return;
  }
  prepareForRest(request, response);
  if (answer.type === "whole") void sendWhole(request.headers["accept-encoding"], response, answer);
  else {
    for (const [name, value] of Object.entries<string | readonly string[]>(answer.headers))
      response.setHeader(name, value);
    if (answer.type === "stream") stream(response, answer);
    else forward(request, response, answer);
  }
  discardRest(request);
}

async function sendWhole(
  acceptEncoding: string | undefined,
  response: ServerResponse,
  { code, headers, body, isCompressible = false }: WholeResponse,
): Promise<void> {
  // Send bytes: Node would write the head in the encoding of a text.
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  if (!isCompressible || !shouldCompress(acceptEncoding, bytes)) {
    send(response, code, headers, bytes);
    return;
  }
  const compressed = await compress(bytes);
  const vary = [headers["Vary"] ?? [], "Accept-Encoding"].flat();
  send(response, code, { ...headers, "Content-Encoding": "gzip", Vary: vary }, compressed);
}

/** Passes all headers at once: to set each of them first costs more than the rest of the head. */
function send(response: ServerResponse, code: number, headers: ResponseHeaders, bytes: Buffer): void {
  const all: OutgoingHttpHeaders = { ...headers };
  // A response without content has no type.
  if (code === 204) delete all["Content-Type"];
  else all["Content-Length"] = bytes.length;
  response.writeHead(code, all);
  response.end(bytes);
}

/** Passes the response of another server through, as it arrives. */
function forward(request: IncomingMessage, response: ServerResponse, { code, body }: ForwardedAnswer): void {
  if ("upgrade" in request && request.upgrade === true) {
    // Like kube-apiserver, close the connection after an offer that the other server rejects, without a header that says so.
    response.shouldKeepAlive = false;
    response.removeHeader("Connection");
  }
  response.writeHead(code);
  response.flushHeaders();
  // A broken response ends broken.
  pipeline(body, response, (error) => {
    if (error) response.destroy();
  });
}

/** Joins the connections of the client and of the other server, until one of them ends. */
function switchProtocols(request: IncomingMessage, response: ServerResponse, answer: SwitchedAnswer): void {
  const client = request.socket;
  response.detachSocket(client);
  const lines = Object.entries(answer.headers).flatMap(([name, values]) => values.map((value) => `${name}: ${value}`));
  client.write(Buffer.from(["HTTP/1.1 101 Switching Protocols", ...lines, "", ""].join("\r\n"), "latin1"));
  client.write(answer.head);
  const end = (): void => {
    client.destroy();
    answer.socket.destroy();
    // The request is over. Node does not say so of a response that has lost its connection.
    response.emit("close");
  };
  for (const side of [client, answer.socket]) side.once("error", end).once("close", end);
  client.pipe(answer.socket).pipe(client);
}

function upgrade(request: IncomingMessage, response: ServerResponse, answer: UpgradedAnswer): void {
  response.detachSocket(request.socket);
  request.socket.once("close", () => response.emit("close"));
  answer.take(request);
}

function stream(response: ServerResponse, answer: StreamResponse): void {
  response.writeHead(200);
  response.flushHeaders();
  response.once("close", answer.open(bufferFrames(response)));
}
