/** A client that uses raw sockets. */
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Attack, Reaction } from "./attack.js";
import type { ListenerInfo } from "./listener.js";

/** Much longer than a listener on a busy machine needs, and shorter than each of its own time limits. */
const patienceMs = 20_000;
/** How long a client waits for a response before it half-closes: Node's servers do not respond afterwards. */
const momentMs = 150;
/** The longest part of a response that is checked. */
const mostText = 200_000;

export interface Sent {
  readonly reaction: Promise<Reaction>;
  /** Ends the attack if it keeps its connection. */
  readonly leave: () => void;
}

/**
 * Sends an attack. Resolves when the connection has ended, or when the listener's time is over.
 *
 * @param patience - the listener's time in milliseconds; more than its own time limits if those must end the connection
 */
export function sendAttack(
  { port, isTls, speaks }: ListenerInfo,
  { pieces, layer, ending }: Attack,
  patience = patienceMs,
): Sent {
  const usesTls = isTls && layer === "http";
  // Otherwise a client ends when the server does, and loses its remaining bytes.
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
    // The socket below TLS may end before the response has been decrypted.
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
