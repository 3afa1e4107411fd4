/** The headers of a request and a response that pass through the API server. */
import type { DistinctHeaders } from "../http/api-request.js";
import type { UserInfo } from "../resource.js";

export type HeaderLists = Record<string, string[]>;

/**
 * The headers that concern one connection only. Source: hopHeaders in Go's net/http/httputil/reverseproxy.go.
 */
const ofConnection = new Set([
  ...["connection", "proxy-connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "te", "trailer"],
  ...["transfer-encoding", "upgrade"],
]);

/** The headers of a request that the API server itself reads, or sets for the other server. */
const ofServer = new Set(["authorization", "host", "expect", "audit-id"]);

export interface ForwardedFor {
  readonly user: UserInfo;
  readonly auditId: string;
  /** The decoded path, without the query. */
  readonly path: string;
  /** Of the other server, with its port. */
  readonly host: string;
  readonly remoteAddress: string;
  /** The protocol to switch to. */
  readonly upgrade: string | undefined;
}

/** Returns the headers for the other server: the client's, and those that identify the user. */
export function forwardedHeaders(given: DistinctHeaders, about: ForwardedFor): HeaderLists {
  const { user, auditId, path, host, remoteAddress, upgrade } = about;
  const dropped = namedIn(given["connection"]);
  const headers: HeaderLists = {};
  for (const [name, values = []] of Object.entries(given)) {
    const isIdentity = name.startsWith("x-remote-") || name.startsWith("impersonate-");
    if (!ofConnection.has(name) && !ofServer.has(name) && !isIdentity && !dropped.has(name))
      headers[name] = [...values];
  }
  if (namedIn(given["te"]).has("trailers")) headers["te"] = ["trailers"];
  if (upgrade !== undefined) Object.assign(headers, { connection: ["Upgrade"], upgrade: [upgrade] });
  headers["x-forwarded-for"] = [[...(headers["x-forwarded-for"] ?? []), remoteAddress].join(", ")];
  headers["x-forwarded-uri"] = [encodeURI(path.replaceAll(/\/{2,}/g, "/"))];
  headers["x-forwarded-proto"] = ["https"];
  headers["x-forwarded-host"] = [host];
  headers["audit-id"] = [auditId];
  return { ...headers, ...userHeaders(user) };
}

/** Source: SetAuthProxyHeaders in k8s.io/client-go/transport/round_trippers.go. */
export function userHeaders({ username, uid = "", groups, extra = {} }: UserInfo): HeaderLists {
  const headers: HeaderLists = { "X-Remote-User": [toBytes(username)] };
  if (uid !== "") headers["X-Remote-Uid"] = [toBytes(uid)];
  if (groups.length > 0) headers["X-Remote-Group"] = groups.map(toBytes);
  for (const [key, values] of Object.entries(extra)) {
    headers[`X-Remote-Extra-${escapeKey(key)}`] = values.map(toBytes);
  }
  return headers;
}

/** Returns the headers of the other server's response without those of its connection. */
export function returnedHeaders(given: DistinctHeaders): HeaderLists {
  const dropped = namedIn(given["connection"]);
  const kept = Object.entries(given).filter(
    ([name]) => !ofConnection.has(name) && !dropped.has(name) && name !== "audit-id",
  );
  return Object.fromEntries(kept.map(([name, values = []]) => [name, [...values]]));
}

function namedIn(values: readonly string[] = []): ReadonlySet<string> {
  return new Set(values.flatMap((value) => value.split(",")).map((name) => name.trim().toLowerCase()));
}

/** Node writes each character of a header as one byte. */
function toBytes(text: string): string {
  return Buffer.from(text.replaceAll(/\p{Cc}/gu, " ")).toString("latin1");
}

/** Escapes the bytes that a header's name cannot contain. */
function escapeKey(key: string): string {
  return Buffer.from(key)
    .toString("latin1")
    .replaceAll(/[^\w!#$&'*+.^`|~-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
}
