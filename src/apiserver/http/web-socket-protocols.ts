import type { IncomingHttpHeaders } from "node:http";

/** Returns the subprotocols that a client offers for a WebSocket; undefined if it opens none. */
export function webSocketProtocols(headers: IncomingHttpHeaders): readonly string[] | undefined {
  if (headers.upgrade?.toLowerCase() !== "websocket") return undefined;
  return (headers["sec-websocket-protocol"] ?? "").split(",").map((name) => name.trim());
}
