/**
 * Stands between one replica and the API server, and breaks what passes, as the chaos says. It lives for hours and keeps
 * nothing of what came.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, request as httpsRequest } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { createSelfSignedCertificate } from "../../src/core/issue-certificates.js";
import type { ClusterConfig } from "../../src/kube/cluster-config.js";
import { EventWriter, type ProxiedWatch } from "../../test/support/proxied-watch.js";

/** What a request is, for choosing those that fail. */
export type Verb = "list" | "watch" | "get" | "write" | "lease";

/** What becomes of a request instead of being passed on and answered. */
export type Fault =
  | {
      readonly kind: "status";
      readonly code: number;
      readonly reason: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  /** The connection breaks before there is an answer. */
  | { readonly kind: "reset" }
  /** There never is an answer. */
  | { readonly kind: "black-hole" }
  /** The API server does as it is asked, and the connection breaks before its answer comes. */
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
  /** How long every request waits before it is passed on, in milliseconds. */
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

  /** The watches that are open. */
  get watches(): readonly ProxiedWatch[] {
    return [...this.#watches];
  }

  /** Lets the next requests fail, so many of them; not those any more that were to fail otherwise. */
  fail(verb: Verb, fault: Fault, times: number): void {
    this.#faults.set(
      verb,
      Array.from({ length: times }, () => fault),
    );
  }

  /** Lets no more requests fail, and breaks the connections of those that wait in a black hole. */
  heal(): void {
    this.#faults.clear();
    for (const socket of this.#blackHoles) socket.destroy();
    this.#blackHoles.clear();
  }

  /** Closes all connections and accepts no more. */
  async down(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Accepts connections again, at the same address. */
  async up(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, "127.0.0.1", resolve));
    // A server that listens on a port has an address of this form.
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const verb = verbOf(request);
    const fault = this.#faults.get(verb)?.shift();
    const handle = (): void => {
      if (request.socket.destroyed) return; // nobody is there to write any more
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
      // A refusal is no stream of events.
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
