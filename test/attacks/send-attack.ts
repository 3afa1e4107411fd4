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
  const usesTls = isTls && layer !== "tcp";
  // Otherwise a client ends when the server does, and loses its remaining bytes.
  const raw = connectTcp({ port, host: "127.0.0.1", allowHalfOpen: true });
  const protocols = layer === "h2" ? { ALPNProtocols: ["h2"] } : {};
  const tls = { socket: raw, rejectUnauthorized: false, servername: "localhost", ...protocols };
  const socket = usesTls ? connectTls(tls) : raw;
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
      const statuses = layer === "h2" ? statusesInFrames(Buffer.from(text, "latin1")) : statusesIn(text);
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

/** The codes that have a place in HPACK's static table. */
const indexedStatuses: Readonly<Record<number, number>> = {
  ...{ 0x88: 200, 0x89: 204, 0x8a: 206, 0x8b: 304, 0x8c: 400, 0x8d: 404, 0x8e: 500 },
};
const [headersFrame, frameHead] = [1, 9];

/** Returns the codes of responses over HTTP/2, as far as they have one byte. */
function statusesInFrames(bytes: Buffer): number[] {
  const statuses: number[] = [];
  for (let at = 0; at + frameHead < bytes.length; at += frameHead + bytes.readUIntBE(at, 3)) {
    const status = indexedStatuses[bytes[at + frameHead] ?? 0];
    if (bytes[at + 3] === headersFrame && status !== undefined) statuses.push(status);
  }
  return statuses;
}
