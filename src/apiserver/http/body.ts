import type { IncomingMessage } from "node:http";
import { badRequestError, StatusError } from "../status-error.js";

/** As kube-apiserver limits them. */
const maxBodyBytes = 3 * 1024 * 1024;

/** @throws StatusError 413 for more than 3 MB, 400 when the client goes away amid it */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    const fail = (error?: Error): void => reject(badRequestError(error?.message ?? "aborted"));
    // What is too much is read all the same: left in the connection, it would stand in the way of the next request.
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

function tooLargeError(): StatusError {
  const message = `Request entity too large: limit is ${maxBodyBytes}`;
  return new StatusError({ code: 413, reason: "RequestEntityTooLarge", message });
}
