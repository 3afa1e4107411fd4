import type { IncomingMessage, ServerResponse } from "node:http";
import { badRequestError, StatusError, tooManyRequestsError } from "../status-error.js";
import { closeGently } from "./closing.js";

/** As kube-apiserver limits them. */
const maxBodyBytes = 3 * 1024 * 1024;

/** What Go's server reads of a body that nobody wants (maxPostHandlerReadBytes in net/http), so that the connection can go on. */
const maxRestBytes = 256 * 1024;

export interface BodyLimits {
  /** Of all bodies whose requests have no answer yet. */
  readonly maxBytesInAll: number;
  /** As kube-apiserver's `--request-timeout`. */
  readonly maxMs: number;
}

const defaultLimits: BodyLimits = { maxBytesInAll: 256 * 1024 * 1024, maxMs: 60_000 };

/** Reads the bodies of a server's requests, and bounds how much memory they take in all. */
export class BodyReader {
  readonly #limits: BodyLimits;
  #bytes = 0;

  constructor(limits: BodyLimits = defaultLimits) {
    this.#limits = limits;
  }

  /** In memory. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * @throws StatusError 413 for more than 3 MB, 429 where all bodies are too much, 504 for one that takes too long, 400 when the
   * client goes away amid it
   */
  read(request: IncomingMessage, response: ServerResponse): Promise<Buffer> {
    // Other expectations have been refused by now.
    if (request.headers.expect !== undefined && request.httpVersionMinor > 0) response.writeContinue();
    let [body, length, isRefused] = [Buffer.alloc(0), 0, false];
    // Until the answer is out: what is made of a body takes as much.
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
          body = append(body, length, chunk);
          length += chunk.length;
          this.#bytes += chunk.length;
        }
      });
      request.once("end", () => {
        clearTimeout(deadline);
        if (!isRefused) resolve(body.subarray(0, length));
      });
      request.once("error", fail);
      // An error costs more than the rest of this, and all requests are closed.
      request.once("close", () => {
        if (!request.complete) fail();
      });
    });
  }
}

/** One buffer, which doubles where a chunk does not fit: a client may send each byte as a chunk of its own. */
function append(body: Buffer<ArrayBuffer>, length: number, chunk: Buffer): Buffer<ArrayBuffer> {
  const needed = length + chunk.length;
  const target = needed <= body.length ? body : Buffer.alloc(Math.max(2 * body.length, needed));
  if (target !== body) body.copy(target, 0, 0, length);
  chunk.copy(target, length);
  return target;
}

/** Before the answer: a connection that has more to bring of a body than is worth reading ends with it. */
export function prepareForRest(request: IncomingMessage, response: ServerResponse): void {
  const length = Number(request.headers["content-length"] ?? 0);
  const read = request.readableFlowing === null ? 0 : maxBodyBytes + 1;
  if (length - read > maxRestBytes) response.shouldKeepAlive = false;
}

/** After the answer: left in the connection, the rest would stand in the way of the next request. */
export function discardRest(request: IncomingMessage): void {
  if (request.complete) return;
  let length = 0;
  request.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxRestBytes) closeGently(request.socket);
  });
  // That it is cut off is nobody's concern any more.
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
