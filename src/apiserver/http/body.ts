import type { IncomingMessage, ServerResponse } from "node:http";
import { badRequestError, StatusError } from "../status-error.js";
import { closeGently } from "./closing.js";

/** As kube-apiserver limits them. */
const maxBodyBytes = 3 * 1024 * 1024;

/** What Go's server reads of a body that nobody wants (maxPostHandlerReadBytes in net/http), so that the connection can go on. */
const maxRestBytes = 256 * 1024;

/** @throws StatusError 413 for more than 3 MB, 400 when the client goes away amid it */
export function readBody(request: IncomingMessage, response: ServerResponse): Promise<Buffer> {
  // Other expectations have been refused by now.
  if (request.headers.expect !== undefined && request.httpVersionMinor > 0) response.writeContinue();
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    const fail = (error?: Error): void => reject(badRequestError(error?.message ?? "aborted"));
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBodyBytes) chunks.push(chunk);
      else reject(tooLargeError());
    });
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("error", fail);
    // An error costs more than the rest of this, and all requests are closed.
    request.once("close", () => {
      if (!request.complete) fail();
    });
  });
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

function tooLargeError(): StatusError {
  const message = `Request entity too large: limit is ${maxBodyBytes}`;
  return new StatusError({ code: 413, reason: "RequestEntityTooLarge", message });
}
