/**
 * The common part of all proxies to the API server of a test environment: they listen on loopback and forward requests.
 */
import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { Agent, createServer, request as httpsRequest, type Server } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { createSecureContext } from "node:tls";
import type { ClusterConfig } from "../../kube/cluster-config.js";

/**
 * The time limits for a client's request: by default, Node waits two minutes for a handshake. The API server behind the
 * proxy has its own limits for bodies. It closes an idle connection after 90 seconds, and may have told the client so: by
 * default, Node closes it after five, which breaks a request that the client sends on it at that moment.
 */
const limits = {
  handshakeTimeout: 10_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 95_000,
} as const;

export interface ProxyServer {
  readonly server: Server;
  readonly port: number;
  /** The connection to the target through this proxy. */
  readonly config: ClusterConfig;
  /** Handles requests. If `take` throws or rejects, the connection breaks. */
  serve(take: (request: IncomingMessage, response: ServerResponse) => unknown): void;
  /**
   * Forwards a request, with its body as it arrives.
   *
   * @param body - the body, if it has already arrived
   */
  pass(request: IncomingMessage, onAnswer: (answer: IncomingMessage) => void, body?: Buffer): ClientRequest;
  /** Accepts no new connections, and breaks all existing ones. */
  close(): Promise<void>;
}

export async function startProxyServer(target: ClusterConfig): Promise<ProxyServer> {
  const { createSelfSignedCertificate } = await import("../../core/issue-certificates.js");
  const server = createServer({ ...(await createSelfSignedCertificate(Date.now())), ...limits });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  server.unref();
  server.on("error", () => undefined); // for a connection that cannot be accepted
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => void sockets.delete(socket)).on("error", () => undefined);
  });
  server.on("tlsClientError", () => undefined);
  const { port } = server.address() as AddressInfo; // the server listens on a port
  const { hostname, port: targetPort, host } = new URL(target.server);
  const ca = target.tls.ca?.kind === "data" ? target.tls.ca.data : "";
  // The proxy closes an idle connection before the API server does: a request on a closed one would fail.
  const agent = new Agent({ keepAlive: true, timeout: 1_000, secureContext: createSecureContext({ ca }) });
  return {
    server,
    port,
    config: { ...target, server: `https://127.0.0.1:${port}`, tls: { insecureSkipVerify: true } },
    serve(take) {
      server.on("request", (request: IncomingMessage, response: ServerResponse) => {
        response.on("error", () => response.destroy());
        new Promise((resolve) => resolve(take(request, response))).catch(() => response.destroy());
      });
    },
    pass(request, onAnswer, body) {
      const { method, url: path, headers } = request;
      const upstream = httpsRequest({
        ...{ hostname, port: targetPort, method, path, headers: { ...headers, host }, agent },
      });
      upstream.on("response", onAnswer);
      try {
        upstream.flushHeaders();
      } catch (error) {
        // Node's client rejects some requests that its server accepts, such as trailers of a body that is not chunked.
        request.resume();
        return upstream.destroy(error instanceof Error ? error : new Error(String(error)));
      }
      if (body === undefined) request.pipe(upstream);
      else upstream.end(body);
      return upstream;
    },
    close: () =>
      new Promise((resolve) => {
        agent.destroy();
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Forwards a response as it arrives; calls `fail` when it breaks off. */
export function relay(answer: IncomingMessage, response: ServerResponse, fail: () => void): void {
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  response.flushHeaders();
  answer.on("error", fail);
  answer.pipe(response);
}
