/** A server and a client of HTTP/2 for one test. */
import { once } from "node:events";
import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from "node:http2";
import { text } from "node:stream/consumers";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { onTestFinished } from "vitest";
import type { ApiRequest, ApiResponse } from "../../src/apiserver/http/api-request.js";
import { createServingCertificates } from "../../src/apiserver/http/certificates.js";
import type { Http2Limits } from "../../src/apiserver/http/http2-connections.js";
import { Listener } from "../../src/apiserver/http/listener.js";
import { serveHttp } from "../../src/apiserver/http/serve-http.js";

export type Handle = (request: ApiRequest) => Promise<ApiResponse>;

/** A server that listens until the test ends. */
export interface TestListener {
  readonly port: number;
  readonly ca: string;
  readonly close: (graceMs?: number) => Promise<void>;
}

export async function listen(handle: Handle, http2Limits: Partial<Http2Limits> = {}): Promise<TestListener> {
  const certificates = await createServingCertificates(Date.now());
  const served = serveHttp(handle);
  const { handleStream } = served;
  const listener = await Listener.open(0, certificates, served.handle, { handleStream, http2Limits });
  onTestFinished(() => listener.close(0));
  return { port: listener.port, ca: certificates.ca, close: (graceMs) => listener.close(graceMs) };
}

export function open({ port, ca }: TestListener): ClientHttp2Session {
  const session = connect(`https://localhost:${port}`, { ca });
  session.on("error", () => undefined);
  onTestFinished(() => session.destroy());
  return session;
}

export async function ask(session: ClientHttp2Session, headers: OutgoingHttpHeaders, body?: string | Buffer) {
  const stream = session.request(headers, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  const [answer] = (await once(stream, "response")) as [Record<string, unknown>];
  return { answer, body: await text(stream) };
}

export const whole = (body: string, code = 200): ApiResponse => {
  return { type: "whole", code, headers: { "Content-Type": "text/plain" }, body, isCompressible: true };
};
export const ok: Handle = () => Promise.resolve(whole("ok"));

/** Sends frames as bytes, after the client's preface and its settings. */
export async function sendFrames({ port, ca }: TestListener, ...frames: readonly Buffer[]): Promise<TLSSocket> {
  const socket = connectTls({ port, host: "127.0.0.1", ca, ALPNProtocols: ["h2"] });
  socket.on("error", () => undefined).resume();
  onTestFinished(() => void socket.destroy());
  await once(socket, "secureConnect");
  socket.write(Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), frame(4), ...frames]));
  return socket;
}

export function frame(type: number, flags = 0, stream = 0, payload = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** The headers of `GET /`, in HPACK. */
export const getRoot = Buffer.concat([Buffer.from([0x82, 0x84, 0x87, 0x41, 9]), Buffer.from("localhost")]);

/** Waits for the end, with or without an error. */
export async function closed(socket: TLSSocket): Promise<void> {
  if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
}
