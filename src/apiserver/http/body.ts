import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable, Writable } from "node:stream";
import { badRequestError, StatusError, tooManyRequestsError } from "../status-error.js";
import { closeGently } from "./closing.js";

/** The limit of kube-apiserver. */
const maxBodyBytes = 3 * 1024 * 1024;

/** The most bytes of an unread body that Go's server discards (maxPostHandlerReadBytes in net/http) to keep the connection. */
const maxRestBytes = 256 * 1024;

export interface BodyLimits {
  /** The limit for all bodies whose requests have no response yet. */
  readonly maxBytesInAll: number;
  /** As in kube-apiserver's `--request-timeout`. */
  readonly maxMs: number;
}

const defaultLimits: BodyLimits = { maxBytesInAll: 256 * 1024 * 1024, maxMs: 60_000 };

/** Reads the bodies of a server's requests, and limits their total memory. */
export class BodyReader {
  readonly #limits: BodyLimits;
  #bytes = 0;

  constructor(limits: BodyLimits = defaultLimits) {
    this.#limits = limits;
  }

  /** The bytes in memory. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * @param response - counts the body until it is closed
   * @throws StatusError 413 for more than 3 MB, 429 where all bodies are too much, 504 for one that takes too long, 400 when the
   * client goes away amid it
   */
  read(request: Readable, response: Writable): Promise<Buffer> {
    let [body, length, isRefused, isComplete]: [Buffer, number, boolean, boolean] = [Buffer.alloc(0), 0, false, false];
    // Count the body until the response is sent: the objects decoded from it take as much memory.
    response.once("close", () => {
      this.#bytes -= length;
      length = 0;
    });
    return new Promise((resolve, reject) => {
      const refuse = (error: StatusError): void => {
        isRefused = true;
        body = Buffer.alloc(0);
        this.#bytes -= length;
        length = 0;
        clearTimeout(deadline);
        reject(error);
      };
      const fail = (error?: Error): void => refuse(badRequestError(error?.message ?? "aborted"));
      const deadline = setTimeout(() => refuse(timeoutError()), this.#limits.maxMs).unref();
      request.on("data", (chunk: Buffer) => {
        if (isRefused) return;
        if (length + chunk.length > maxBodyBytes) {
          refuse(tooLargeError());
        } else if (this.#bytes + chunk.length > this.#limits.maxBytesInAll) {
          refuse(tooManyRequestsError());
        } else {
          // A small part of a large buffer would keep all of it in memory.
          const isOwn = length === 0 && chunk.buffer.byteLength <= 2 * chunk.length;
          body = isOwn ? chunk : append(body, length, chunk);
          length += chunk.length;
          this.#bytes += chunk.length;
        }
      });
      request.once("end", () => {
        isComplete = true;
        clearTimeout(deadline);
        if (!isRefused) resolve(body.subarray(0, length));
      });
      request.once("error", fail);
      // Creating an error costs more than the rest of this function, and every request is closed: fail only if incomplete.
      request.once("close", () => {
        if (!isComplete) fail();
      });
    });
  }
}

/** Returns whether the headers of a request announce a body. */
export function announcesBody({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** @throws StatusError 400 for the body of a request that offers another protocol: Node does not read it */
export function refuseUnreadBody(request: IncomingMessage): void {
  if (!("upgrade" in request) || request.upgrade !== true || !announcesBody(request)) return;
  throw badRequestError("a request that offers another protocol must not have a body");
}

/** Appends to one buffer, which doubles if a chunk does not fit: a client may send each byte as a separate chunk. */
function append(body: Buffer, length: number, chunk: Buffer): Buffer {
  const needed = length + chunk.length;
  const target = needed <= body.length ? body : Buffer.alloc(Math.max(2 * body.length, needed));
  if (target !== body) body.copy(target, 0, 0, length);
  chunk.copy(target, length);
  return target;
}

/** Before the response: closes a connection after it if more of the body remains than is worth reading. */
export function prepareForRest(request: IncomingMessage, response: ServerResponse): void {
  const length = Number(request.headers["content-length"] ?? 0);
  const read = request.readableFlowing === null ? 0 : maxBodyBytes + 1;
  if (length - read > maxRestBytes) response.shouldKeepAlive = false;
}

/** After the response: discards the rest of the body, which would otherwise block the next request. */
export function discardRest(request: IncomingMessage): void {
  if (request.complete) return;
  let length = 0;
  request.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxRestBytes) closeGently(request.socket);
  });
  // An aborted body no longer matters.
  request.on("error", () => undefined);
  request.resume();
}

/** @throws StatusError 413 for more than 3 MB */
export function checkLength(body: Buffer): Buffer {
  if (body.length > maxBodyBytes) throw tooLargeError();
  return body;
}

function tooLargeError(): StatusError {
  const message = `Request entity too large: limit is ${maxBodyBytes}`;
  return new StatusError({ code: 413, reason: "RequestEntityTooLarge", message });
}

function timeoutError(): StatusError {
  const message = "Timeout: request did not complete within the allotted timeout";
  return new StatusError({ code: 504, reason: "Timeout", message, details: {} });
}
