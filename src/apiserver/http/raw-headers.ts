/** Reads the headers of a request over HTTP/2. */
import type { IncomingHttpHeaders } from "node:http";
import type { DistinctHeaders } from "./api-request.js";

export interface RequestHeaders {
  /** The headers that are HTTP/2's own: `:method`, `:path`. */
  readonly pseudo: Readonly<Partial<Record<string, string>>>;
  /** As in HTTP/1.1: a header that may occur once has its first value. */
  readonly headers: IncomingHttpHeaders;
  readonly headersDistinct: DistinctHeaders;
}

/** @param raw - names and values in turn */
export function readRawHeaders(raw: readonly string[]): RequestHeaders {
  const values = new Map<string, string[]>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const [name = "", value = ""] = raw.slice(index, index + 2);
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  const all = [...values];
  const pseudo = Object.fromEntries(
    all.flatMap(([name, [value = ""]]) => (name.startsWith(":") ? [[name, value]] : [])),
  );
  const own = all.filter(([name]) => !name.startsWith(":"));
  // As in Go, the authority takes the place of the host.
  const authority = pseudo[":authority"] ?? "";
  const host: typeof own = authority === "" ? [] : [["host", [authority]]];
  const distinct = [...own, ...host];
  return {
    pseudo,
    headers: Object.fromEntries(distinct.map(([name, list]) => [name, joined(name, list)])),
    headersDistinct: Object.fromEntries(distinct),
  };
}

/** Node's HTTP/1.1 uses only the first value of each of these headers. */
const single = new Set([
  ...["age", "authorization", "content-length", "content-type", "etag", "expires", "from", "host", "if-modified-since"],
  ...["if-unmodified-since", "last-modified", "location", "max-forwards", "proxy-authorization", "referer"],
  ...["retry-after", "server", "user-agent"],
]);

function joined(name: string, values: readonly string[]): string {
  if (single.has(name)) return values[0] ?? "";
  return values.join(name === "cookie" ? "; " : ", ");
}
