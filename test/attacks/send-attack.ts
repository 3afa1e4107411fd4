/** A client of raw sockets. */
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Attack, Reaction } from "./attack.js";
import type { ListenerInfo } from "./listener.js";

/** Much more than a listener on a busy machine needs, and less than any of its own time limits. */
const patienceMs = 20_000;
/** How long a client that half-closes waits for an answer before: Node's servers give none after. */
const momentMs = 150;
/** Of what a listener says, so much is looked at. */
const mostText = 200_000;

export interface Sent {
  readonly reaction: Promise<Reaction>;
  /** Ends it, where it holds its connection. */
  readonly leave: () => void;
}

/**
 * Sends an attack; the reaction is known when the connection has ended, or the listener's time is over.
 *
 * @param patience - milliseconds that the listener has; more than its own time limits where these shall end the connection
 */
export function sendAttack(
  { port, isTls, speaks }: ListenerInfo,
  { pieces, layer, ending }: Attack,
  patience = patienceMs,
): Sent {
  const usesTls = isTls && layer === "http";
  // Without this, a client ends when the server does, and what it still has to say is lost.
  const raw = connectTcp({ port, host: "127.0.0.1", allowHalfOpen: true });
  const socket = usesTls ? connectTls({ socket: raw, rejectUnauthorized: false, servername: "localhost" }) : raw;
  let [text, hasLeft] = ["", false];
  socket.on("data", (data: Buffer) => {
    if (text.length < mostText) text += data.toString("latin1");
  });
  const leave = (): void => {
    hasLeft = true;
    raw.resetAndDestroy();
    socket.destroy();
  };
  const reaction = new Promise<Reaction>((resolve) => {
    const end = (how: Reaction["end"]): void => {
      clearTimeout(timer);
      raw.destroy();
      socket.destroy();
      const statuses = statusesIn(text);
      const isOwnFault = speaks === "api" ? /"reason":\s*"InternalError"/.test(text) : statuses.includes(500);
      resolve({ statuses, isOwnFault, end: how });
    };
    const timer = setTimeout(() => end(ending === "hold" ? "left" : "silent"), patience);
    raw.once("close", () => clearTimeout(moment));
    let moment: NodeJS.Timeout | undefined;
    const finish = (): void => {
      if (ending === "reset") leave();
      if (ending !== "half-close") return;
      moment = setTimeout(() => socket.end(), text === "" ? momentMs : 0);
      socket.once("data", () => setImmediate(() => socket.end()));
    };
    // Of the one below TLS, the end may come before what was said has been decrypted.
    raw.on("error", () => undefined);
    socket.on("error", () => end(hasLeft ? "left" : "reset"));
    socket.on("end", () => end("closed"));
    socket.on("close", () => end(hasLeft ? "left" : "closed"));
    const begin = (): void => writeAll(socket, pieces, finish);
    socket.once(usesTls ? "secureConnect" : "connect", begin);
  });
  return { reaction, leave };
}

function writeAll(socket: Socket, [piece, ...rest]: readonly Buffer[], then: () => void): void {
  if (piece === undefined) then();
  else socket.write(piece, () => setImmediate(() => writeAll(socket, rest, then)));
}

function statusesIn(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, code]) => Number(code));
}
