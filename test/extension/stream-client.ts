/** A client of streams that also sends what no proper client sends. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type TLSSocket } from "node:tls";
import { readServerUnderTest } from "../apiserver/contract/server-under-test.js";

export interface RawStream {
  readonly socket: TLSSocket;
  /** The head of the response. */
  readonly head: string;
  /** What follows the head, so far. */
  readonly received: () => Buffer;
}

export interface RawTarget {
  readonly host: string;
  readonly port: number;
  readonly ca: string;
  readonly token: string;
}

/** The main API server, as an administrator. */
export function mainTarget(kubeconfig: string): RawTarget {
  const { url, ca, token } = readServerUnderTest(kubeconfig);
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port), ca, token };
}

/** Asks for a WebSocket; resolves when the head of the response has come. */
export async function openRaw(
  target: RawTarget,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawStream> {
  const { host, port, ca, token } = target;
  const socket = connect({ host, port, ca });
  socket.on("error", () => undefined);
  await once(socket, "secureConnect");
  const all = {
    ...{ Host: `${host}:${port}`, Authorization: `Bearer ${token}`, Connection: "Upgrade", Upgrade: "websocket" },
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": randomBytes(16).toString("base64"),
    "Sec-WebSocket-Protocol": "v5.channel.k8s.io",
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.write([`GET ${path} HTTP/1.1`, ...lines, "", ""].join("\r\n"));
  let chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  const bytes = (): Buffer => {
    const all = Buffer.concat(chunks);
    chunks = [all];
    return all;
  };
  while (!bytes().includes("\r\n\r\n")) await once(socket, "data");
  const end = bytes().indexOf("\r\n\r\n") + 4;
  return { socket, head: bytes().subarray(0, end).toString(), received: () => bytes().subarray(end) };
}

export const opcode = { text: 1, binary: 2, close: 8, reserved: 3 } as const;

/** A frame of a client. @param length - what the frame says about its length, if that is not true */
export function frame(code: number, payload: Buffer, { isMasked = true, length = payload.length } = {}): Buffer {
  const mask = isMasked ? 0x80 : 0;
  const head = Buffer.alloc(10);
  head.writeUInt8(0x80 | code, 0);
  head.writeUInt8(mask | 127, 1);
  head.writeBigUInt64BE(BigInt(length), 2);
  // A mask of zeros changes nothing.
  return Buffer.concat([head, Buffer.alloc(isMasked ? 4 : 0), payload]);
}
