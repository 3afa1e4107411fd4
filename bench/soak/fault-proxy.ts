/**
 * A proxy between a replica and the API server that injects faults. It runs for hours and does not store any of the
 * traffic.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, request as httpsRequest } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { createSelfSignedCertificate } from "../../src/core/issue-certificates.js";
import type { ClusterConfig } from "../../src/kube/cluster-config.js";
import { EventWriter, type ProxiedWatch } from "../../test/support/proxied-watch.js";

/** The type of a request, for choosing the requests that fail. */
export type Verb = "list" | "watch" | "get" | "write" | "lease";

/** The fault of a request, instead of a forwarded request and its response. */
export type Fault =
  | {
      readonly kind: "status";
      readonly code: number;
      readonly reason: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  /** The connection breaks before a response. */
  | { readonly kind: "reset" }
  /** There is never a response. */
  | { readonly kind: "black-hole" }
  /** The API server handles the request, and the connection breaks before the response arrives. */
  | { readonly kind: "lost-answer" };

export class FaultProxy {
  readonly #target: ClusterConfig;
  readonly #certificate: { readonly cert: string; readonly key: string };
  readonly #sockets = new Set<Socket>();
  readonly #blackHoles = new Set<Socket>();
  readonly #faults = new Map<Verb, Fault[]>();
  readonly #watches = new Set<ProxiedWatch>();
  readonly #server;
  #port = 0;
  /** The delay of every request before it is forwarded, in milliseconds. */
  delayMs = 0;

  static async start(target: ClusterConfig): Promise<FaultProxy> {
    const proxy = new FaultProxy(target, await createSelfSignedCertificate(Date.now()));
    await proxy.up();
    return proxy;
  }

  private constructor(target: ClusterConfig, certificate: { readonly cert: string; readonly key: string }) {
    this.#target = target;
    this.#certificate = certificate;
    this.#server = createServer(this.#certificate, (request, response) => this.#take(request, response));
    this.#server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => void this.#sockets.delete(socket)).on("error", () => undefined);
    });
    this.#server.on("tlsClientError", () => undefined);
  }

  get address(): string {
    return `https://127.0.0.1:${this.#port}`;
  }

  /** The open watches. */
  get watches(): readonly ProxiedWatch[] {
    return [...this.#watches];
  }

  /** Lets the next `times` requests fail. Replaces previously set faults. */
  fail(verb: Verb, fault: Fault, times: number): void {
    this.#faults.set(
      verb,
      Array.from({ length: times }, () => fault),
    );
  }

  /** Stops failing requests, and breaks the connections that wait in a black hole. */
  heal(): void {
    this.#faults.clear();
    for (const socket of this.#blackHoles) socket.destroy();
    this.#blackHoles.clear();
  }

  /** Closes all connections and accepts no new connections. */
  async down(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Accepts connections again, at the same address. */
  async up(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, "127.0.0.1", resolve));
    // The address of a server that listens on a port has this form.
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const verb = verbOf(request);
    const fault = this.#faults.get(verb)?.shift();
    const handle = (): void => {
      if (request.socket.destroyed) return; // the client is disconnected
      switch (fault?.kind) {
        case "status":
          refuse(fault, response);
          return;
        case "reset":
          request.socket.destroy();
          return;
        case "black-hole":
          this.#blackHoles.add(request.socket);
          return;
        case "lost-answer":
        case undefined:
          this.#pass(request, response, verb, fault !== undefined);
      }
    };
    if (this.delayMs === 0) handle();
    else setTimeout(handle, this.delayMs);
  }

  #pass(request: IncomingMessage, response: ServerResponse, verb: Verb, isLost: boolean): void {
    const { method, headers, url: path = "" } = request;
    const { hostname, port } = new URL(this.#target.server);
    const upstream = httpsRequest({ hostname, port, method, headers, path, rejectUnauthorized: false, agent: false });
    upstream.on("error", () => response.destroy());
    upstream.on("response", (answer) => {
      if (isLost) {
        request.socket.destroy();
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.on("error", () => response.destroy());
      // An error response is not a stream of events.
      if (verb !== "watch" || answer.statusCode !== 200) {
        answer.pipe(response);
        return;
      }
      const watch = new EventWriter(path, response, "pass");
      this.#watches.add(watch);
      response.on("close", () => void this.#watches.delete(watch));
      answer.on("data", (chunk: Buffer) => watch.take(chunk)).on("end", () => watch.end());
    });
    response.on("close", () => upstream.destroy());
    request.pipe(upstream);
  }
}

/** Discovery counts as a read of one object. */
function verbOf({ method, url = "" }: IncomingMessage): Verb {
  const path = url.replace(/\?.*/, "");
  if (path.includes("/leases")) return "lease";
  if (method !== "GET") return "write";
  if (url.includes("watch=true")) return "watch";
  return /\/(soaks|configmaps|namespaces)$/.test(path) ? "list" : "get";
}

function refuse({ code, reason, headers }: Extract<Fault, { kind: "status" }>, response: ServerResponse): void {
  const message = `${reason}, says the soak`;
  const status = { kind: "Status", apiVersion: "v1", status: "Failure", code, reason, message };
  response.writeHead(code, { "content-type": "application/json", ...headers }).end(JSON.stringify(status));
}
