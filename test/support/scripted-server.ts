import http from "node:http";
import https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { ClusterConfig } from "../../src/kube/cluster-config.js";

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** Handles the next request; the index counts from zero. */
export type Script = (request: ReceivedRequest, response: http.ServerResponse, index: number) => void;

export interface ScriptedServer {
  readonly url: string;
  /** A configuration for this server, without credentials. */
  readonly config: ClusterConfig;
  readonly received: readonly ReceivedRequest[];
  /** The number of connections so far. */
  readonly connections: number;
  /** The number of open connections. */
  readonly openConnections: number;
  readonly server: http.Server;
  stop(): Promise<void>;
}

/** Starts an HTTP(S) server on loopback that misbehaves as the script says; it stops with the test. */
export async function startScriptedServer(script: Script, tls?: https.ServerOptions): Promise<ScriptedServer> {
  const received: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const listener: http.RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url: path = "", headers } = request;
      const entry = { method, path, headers, body: Buffer.concat(chunks).toString("utf8") };
      received.push(entry);
      script(entry, response, received.length - 1);
    });
  };
  const server = tls === undefined ? http.createServer(listener) : https.createServer(tls, listener);
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = tls === undefined ? `http://127.0.0.1:${port}` : `https://localhost:${port}`;
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(stop);
  return {
    url,
    config: { source: "test", context: "test", server: url, namespace: "default", tls: {}, auth: { kind: "none" } },
    received,
    get connections() {
      return connections;
    },
    get openConnections() {
      return sockets.size;
    },
    server,
    stop,
  };
}

/** Sends a JSON response. */
export function answer(
  response: http.ServerResponse,
  statusCode: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(statusCode, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** Returns the Status object of an error. */
export function status(code: number, reason: string, more: object = {}): object {
  return { kind: "Status", apiVersion: "v1", status: "Failure", code, reason, message: `${reason}!`, ...more };
}
