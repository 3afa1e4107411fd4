import { createHash } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { onTestFinished } from "vitest";

export interface SeenLogin {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The fingerprint of the client's certificate; undefined without one. */
  readonly fingerprint: string | undefined;
}

/** Starts an API server without pods that accepts every client and records its identity: for requests, logs and WebSockets. */
export async function startLoginServer(tls: { readonly cert: string; readonly key: string }): Promise<{
  readonly url: string;
  readonly port: number;
  readonly seen: SeenLogin[];
  readonly server: https.Server;
}> {
  const seen: SeenLogin[] = [];
  const note = ({ url = "", headers, socket }: IncomingMessage): void => {
    // The sockets of an https server have this type; without a certificate, they return an empty object.
    const peer: { fingerprint256?: string } = (socket as unknown as TLSSocket).getPeerCertificate();
    seen.push({ path: url, headers, fingerprint: peer.fingerprint256 });
  };
  const server = https.createServer({ ...tls, requestCert: true, rejectUnauthorized: false }, (request, response) => {
    note(request);
    if (request.url?.includes("/log") === true) return void response.end("a line\n");
    const body = { apiVersion: "v1", kind: "PodList", metadata: { resourceVersion: "1" }, items: [] };
    const isDiscovery = request.url === "/api/v1" || request.url === "/apis";
    const pods = { name: "pods", singularName: "pod", namespaced: true, kind: "Pod", verbs: ["list"] };
    const resources = { apiVersion: "v1", kind: "APIResourceList", groupVersion: "v1", resources: [pods] };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(isDiscovery ? resources : body));
  });
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => void sockets.add(socket));
  server.on("upgrade", (request: IncomingMessage, socket: Socket) => {
    note(request);
    const key = `${request.headers["sec-websocket-key"] ?? ""}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash("sha1").update(key).digest("base64");
    socket.write(
      [
        "HTTP/1.1 101 Switching Protocols",
        "Upgrade: websocket",
        "Connection: Upgrade",
        `Sec-WebSocket-Accept: ${accept}`,
      ]
        .concat("Sec-WebSocket-Protocol: v5.channel.k8s.io", "", "")
        .join("\r\n"),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `https://localhost:${port}`, port, seen, server };
}
