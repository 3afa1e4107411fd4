/** Closes connections. Source: closeWriteAndWait in Go's net/http. */
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";

/** As long as Go waits. */
const patienceMs = 500;

/**
 * Closes a connection after a last message. For a moment, it discards what the client still sends: closing a connection with
 * unread bytes resets it, and then the client may never see the response.
 */
export function closeGently(socket: Duplex, lastWord?: string): void {
  if (socket.writableEnded) return;
  if (lastWord === undefined) socket.end();
  else socket.end(lastWord);
  const timer = setTimeout(() => socket.destroy(), patienceMs);
  socket.once("close", () => clearTimeout(timer));
  socket.once("end", () => socket.destroy());
  socket.on("error", () => socket.destroy());
  socket.resume();
}

/** Makes Node close connections this way after their last response. */
export function linger(socket: TLSSocket): void {
  socket.destroySoon = () => closeGently(socket);
}
