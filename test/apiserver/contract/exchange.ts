/** Raw HTTPS: the client does not retry, follow or reject anything. */
import { Agent, request as httpsRequest } from "node:https";
import type { IncomingMessage } from "node:http";
import type { Body } from "./contract-case.js";
import type { ServerUnderTest } from "./server-under-test.js";

export interface Connection {
  readonly server: ServerUnderTest;
  readonly agent: Agent;
  readonly patienceMs: number;
}

export interface ConnectOptions {
  /** The number of milliseconds after which a request without a response fails. Default: 20,000. */
  readonly patienceMs?: number;
}

export function connect(server: ServerUnderTest, { patienceMs = 20_000 }: ConnectOptions = {}): Connection {
  return { server, agent: new Agent({ ca: server.ca, keepAlive: true, maxSockets: 64 }), patienceMs };
}

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Resolves when the head of the response has arrived. */
export function send({ server, agent, patienceMs }: Connection, raw: RawRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { method, path, headers, body } = raw;
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const request = httpsRequest(server.url + path, { method, agent, headers: { ...headers, ...length } });
    let hasAnswered = false;
    request.setTimeout(patienceMs, () =>
      request.destroy(new Error(`${method} ${path}: no answer for ${patienceMs} ms`)),
    );
    request.once("response", (response) => {
      hasAnswered = true;
      resolve(response);
    });
    // A server that rejects a body may respond before it has read all of it, and then resets the connection.
    request.on("error", (error) => {
      if (!hasAnswered) reject(error);
    });
    request.end(body);
  });
}

export async function readText(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export function toBytes(body: Body | undefined): string | Buffer | undefined {
  return body === undefined || typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
}
