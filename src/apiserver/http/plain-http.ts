import type { Server } from "node:https";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";

const words = "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n";

/**
 * Answers a client that speaks HTTP without TLS in HTTP, like Go's server.
 *
 * @param connections - by the client's port: what Node hands over upon the fault is the half of TLS, which has ended
 */
export function answerPlainHttp(server: Server, connections: ReadonlyMap<number, Socket>): void {
  server.on("tlsClientError", (error: NodeJS.ErrnoException, { remotePort = 0 }: TLSSocket) => {
    const socket = connections.get(remotePort);
    if (error.code === "ERR_SSL_HTTP_REQUEST" && socket?.writable === true) socket.write(words);
  });
}
