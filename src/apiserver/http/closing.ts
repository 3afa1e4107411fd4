/** How connections end. Source: closeWriteAndWait in Go's net/http. */
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";

/** As long as Go waits. */
const patienceMs = 500;

/**
 * Ends it with a last word. What the client still sends is read and forgotten for a moment: a connection that is closed
 * upon unread bytes is reset, and then the client may never see the answer.
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

/** Node ends connections by this after a last answer. */
export function linger(socket: TLSSocket): void {
  socket.destroySoon = () => closeGently(socket);
}
