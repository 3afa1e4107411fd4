import http from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface ConnectProxy {
  /** Contains a user and a password. */
  readonly url: string;
  /** The targets of the CONNECT requests. */
  readonly asked: readonly string[];
  readonly authorization: readonly (string | undefined)[];
}

export interface ConnectProxyOptions {
  /** Answers every request with this status. Default: connects. */
  readonly refuseWith?: number;
  /** Speaks TLS with this certificate. Default: plain HTTP. */
  readonly tls?: https.ServerOptions;
}

/** Starts a proxy that connects to every requested target; it stops with the test. */
export async function startConnectProxy({ refuseWith, tls }: ConnectProxyOptions = {}): Promise<ConnectProxy> {
  const [asked, authorization]: [string[], (string | undefined)[]] = [[], []];
  const proxy = tls === undefined ? http.createServer() : https.createServer(tls);
  const sockets = new Set<net.Socket>();
  proxy.on("connect", (request: http.IncomingMessage, socket: net.Socket) => {
    asked.push(request.url ?? "");
    authorization.push(request.headers["proxy-authorization"]);
    sockets.add(socket.on("close", () => sockets.delete(socket)));
    if (refuseWith !== undefined) return void socket.end(`HTTP/1.1 ${refuseWith} No\r\n\r\n`);
    const { hostname, port } = new URL(`http://${request.url ?? ""}`);
    const upstream = net.connect(Number(port), hostname.replace(/^\[|\]$/g, ""), () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    socket.on("error", () => upstream.destroy());
    upstream.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const host = tls === undefined ? "http://jane:secret@127.0.0.1" : "https://jane:secret@localhost";
  return { url: `${host}:${(proxy.address() as AddressInfo).port}`, asked, authorization };
}
