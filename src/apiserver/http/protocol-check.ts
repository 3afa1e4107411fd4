/** Rejects requests that Node's parser accepts and Go's server does not. Source: readRequest in Go's net/http/server.go. */
import type { IncomingMessage } from "node:http";
import { plainRefusal, type Refusal, unsupportedTransferEncoding, unsupportedVersion } from "./unreadable.js";

/** Source: validHostByte in golang.org/x/net/http/httpguts. */
const hostPattern = /^[!$%&'()*+,\-.:;=[\]_~0-9A-Za-z]*$/;

/** Returns undefined for a valid request. */
export function protocolFault(request: IncomingMessage): Refusal | undefined {
  const { httpVersionMajor, httpVersionMinor, headers, headersDistinct } = request;
  if (httpVersionMajor > 1) return unsupportedVersion;
  const [host, ...more] = headersDistinct.host ?? [];
  if (httpVersionMajor < 1 || more.length > 0) return plainRefusal(400);
  if (host === undefined && httpVersionMinor > 0) return plainRefusal(400, "missing required Host header");
  if (!hostPattern.test(host ?? "")) return plainRefusal(400, "malformed Host header");
  const encoding = headers["transfer-encoding"];
  return encoding === undefined || encoding.toLowerCase() === "chunked" ? undefined : unsupportedTransferEncoding;
}
