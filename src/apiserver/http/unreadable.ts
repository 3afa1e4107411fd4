/** Rejects input that is not HTTP, with the messages of Go's server. */
import { STATUS_CODES } from "node:http";
import { methodNotAllowedError } from "./methods.js";

const plainText = "text/plain; charset=utf-8";

export interface Refusal {
  readonly code: number;
  readonly contentType: string;
  readonly text: string;
}

/** @param why - the reason for the first line and the body, in the format of Go */
export function plainRefusal(code: number, why?: string): Refusal {
  const text = `${code} ${STATUS_CODES[code]}${why === undefined ? "" : `: ${why}`}`;
  return { code, contentType: plainText, text };
}

export const unsupportedTransferEncoding: Refusal = {
  code: 501,
  contentType: plainText,
  text: "Unsupported transfer encoding",
};

export const unsupportedVersion = plainRefusal(505, "unsupported protocol version");

export interface ParseError extends NodeJS.ErrnoException {
  /** The chunk that the parser could not read, and the number of bytes that it parsed. */
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
  readonly reason?: string;
}

/**
 * Returns undefined if Go's server closes the connection without a response: for a client that has disconnected, or takes too
 * long.
 */
export function unreadableRefusal(error: ParseError): Refusal | undefined {
  switch (error.code) {
    case "ECONNRESET":
    case "EPIPE":
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return undefined;
    case "HPE_HEADER_OVERFLOW":
      return plainRefusal(431);
    case "HPE_INVALID_TRANSFER_ENCODING":
      return error.reason?.includes("invalid") === true ? unsupportedTransferEncoding : plainRefusal(400);
    case "HPE_INVALID_VERSION":
      return / HTTP\/[02-9]\.\d\r?$/.test(lineOf(error)) ? unsupportedVersion : plainRefusal(400);
    case "HPE_INVALID_METHOD":
      return hasMethod(error) ? methodRefusal() : plainRefusal(400);
    case "HPE_INVALID_HEADER_TOKEN":
      return plainRefusal(400, isBadName(error) ? "invalid header name" : undefined);
    default:
      return plainRefusal(400);
  }
}

/**
 * Returns whether the line has a method. Node's parser knows only some methods; Go's accepts any word, and the API server then
 * rejects it.
 */
function hasMethod(error: ParseError): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ [^ ]+ HTTP\/1\.[01]\r?$/.test(lineOf(error));
}

function methodRefusal(): Refusal {
  const error = methodNotAllowedError();
  return { code: error.failure.code, contentType: "application/json", text: `${JSON.stringify(error.toStatus())}\n` };
}

/** Returns whether a name contains a space; not whether the colon is missing. */
function isBadName(error: ParseError): boolean {
  return /^[^:\s]*\s[^:]*:/.test(lineOf(error));
}

function lineOf({ rawPacket, bytesParsed = 0 }: ParseError): string {
  if (rawPacket === undefined) return "";
  const start = rawPacket.lastIndexOf("\n", Math.max(bytesParsed - 1, 0)) + 1;
  const end = rawPacket.indexOf("\n", start);
  return rawPacket.toString("latin1", start, end === -1 ? rawPacket.length : end);
}

/** Formats the response as it is sent; the connection then closes. */
export function printRefusal({ code, contentType, text }: Refusal): string {
  const firstLine = text.startsWith(`${code} `) ? text : `${code} ${STATUS_CODES[code]}`;
  return [`HTTP/1.1 ${firstLine}`, `Content-Type: ${contentType}`, "Connection: close", "", text].join("\r\n");
}
