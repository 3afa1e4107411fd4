/** Requests and responses over HTTP/2: a stream each. */
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { OutgoingHttpHeaders, ServerHttp2Stream } from "node:http2";
import { Socket } from "node:net";
import { pipeline } from "node:stream";
import type { ForwardedAnswer } from "./answer.js";
import type { ApiRequest, ApiResponse, StreamResponse, WholeResponse } from "./api-request.js";
import type { BodyReader } from "./body.js";
import { bufferFrames } from "./buffer-frames.js";
import { certificateUser, clientCertificates } from "./certificate-user.js";
import { compress, shouldCompress } from "./compression.js";
import type { StreamHandler } from "./http2-connections.js";
import { readRawHeaders } from "./raw-headers.js";

/** Codes of HTTP/2: a stream that ends without an error, and one that ends with one. */
const [noError, internalError] = [0x0, 0x2];

/** The server's settings and its memory, which all connections share. */
export interface Http2Parts {
  readonly bodies: BodyReader;
  readonly compressesResponses: boolean;
}

/** Passes each request to `handle`, and sends its response. */
export function serveHttp2(
  handle: (request: ApiRequest) => Promise<ApiResponse>,
  { bodies, compressesResponses }: Http2Parts,
): StreamHandler {
  return async (stream, rawHeaders) => {
    const { pseudo, headers, headersDistinct } = readRawHeaders(rawHeaders);
    const acceptEncoding = compressesResponses ? headers["accept-encoding"] : undefined;
    if (pseudo[":method"] === "OPTIONS" && pseudo[":path"] === "*") {
      // The client only checks whether a server exists.
      stream.respond({ ":status": 200, "content-length": 0 }, { endStream: true });
      return;
    }
    const answer = await handle({
      ...{ method: pseudo[":method"] ?? "GET", target: pseudo[":path"] ?? "/", headers, headersDistinct },
      ...bodyOf(stream, headers, bodies),
      clientCertificates: () => clientCertificates(socketOf(stream)),
      certificateUser: () => certificateUser(socketOf(stream)),
      auditId: headersDistinct["audit-id"]?.[0] || randomUUID(),
      remoteAddress: socketOf(stream).remoteAddress ?? "",
      whenOver: (listener) => {
        if (stream.closed) listener();
        else stream.once("close", listener);
      },
    });
    await respond(stream, answer, { acceptEncoding, isHead: pseudo[":method"] === "HEAD" });
  };
}

/** A connection that has ended has no socket. */
function socketOf({ session }: ServerHttp2Stream): Socket {
  return session?.socket ?? new Socket();
}

function bodyOf(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  bodies: BodyReader,
): Pick<ApiRequest, "readBody" | "openBody"> {
  const sendContinue = (): void => {
    if (headers.expect !== undefined && !stream.closed) stream.additionalHeaders({ ":status": 100 });
  };
  return {
    readBody: () => {
      sendContinue();
      return bodies.read(stream, stream);
    },
    openBody: () => {
      sendContinue();
      return stream;
    },
  };
}

interface AskedForm {
  readonly acceptEncoding: string | undefined;
  readonly isHead: boolean;
}

async function respond(stream: ServerHttp2Stream, answer: ApiResponse, asked: AskedForm): Promise<void> {
  if (stream.closed || stream.destroyed) return;
  // The rest of the body does not matter: the client may stop to send it.
  stream.once("finish", () => {
    if (!stream.readableEnded) stream.close(noError);
  });
  switch (answer.type) {
    case "whole":
      return sendWhole(stream, answer, asked);
    case "stream":
      watch(stream, answer);
      return;
    case "forwarded":
      forward(stream, answer);
      return;
    case "switched":
      // HTTP/2 has no header to ask for another protocol.
      answer.socket.destroy();
      stream.close(internalError);
      return;
    case "upgraded":
      stream.close(internalError);
  }
}

async function sendWhole(
  stream: ServerHttp2Stream,
  answer: WholeResponse,
  { acceptEncoding, isHead }: AskedForm,
): Promise<void> {
  const { code, body, isCompressible = false } = answer;
  const plain = typeof body === "string" ? Buffer.from(body) : body;
  const isCompressed = isCompressible && shouldCompress(acceptEncoding, plain);
  const bytes = isCompressed ? await compress(plain) : plain;
  if (stream.closed || stream.destroyed) return;
  const headers = headersOf(code, answer.headers);
  if (isCompressed) {
    headers["content-encoding"] = "gzip";
    headers["vary"] = [headers["vary"] ?? [], "Accept-Encoding"].flat().join(", ");
  }
  // A response without content has no type.
  if (code === 204) delete headers["content-type"];
  else headers["content-length"] = bytes.length;
  const isEmpty = isHead || code === 204 || code === 304;
  stream.respond(headers, { endStream: isEmpty });
  if (!isEmpty) stream.end(bytes);
  // Like kube-apiserver, which thereby slows down clients without credentials (UnauthenticatedHTTP2DOSMitigation).
  if (code === 401 || answer.isAnonymous === true) stream.session?.close();
}

function watch(stream: ServerHttp2Stream, answer: StreamResponse): void {
  stream.respond(headersOf(200, answer.headers));
  stream.once("close", answer.open(bufferFrames(stream)));
}

/** Passes the response of another server through, as it arrives. */
function forward(stream: ServerHttp2Stream, { code, headers, body }: ForwardedAnswer): void {
  stream.respond(headersOf(code, headers));
  if (stream.writableEnded) {
    body.destroy();
    return;
  }
  // A broken response ends broken.
  pipeline(body, stream, (error) => {
    if (error) stream.close(internalError);
  });
}

/** Headers about one connection of HTTP/1.1, which HTTP/2 forbids. */
const forbidden = new Set(["connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"]);

function headersOf(code: number, headers: Readonly<Record<string, string | readonly string[]>>): OutgoingHttpHeaders {
  const allowed = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), typeof value === "string" ? value : [...value]] as const)
    .filter(([name]) => !forbidden.has(name));
  return { ...Object.fromEntries(allowed), ":status": code };
}
