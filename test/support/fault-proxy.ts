/**
 * Stands between a client and a real API server, and breaks what passes: answers in its place, closes and holds
 * connections, cuts, repeats and swaps the events of a watch. All of it when the test says so, never by chance.
 */
import { createServer, request as httpsRequest } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { ClusterConfig } from "../../src/kube/cluster-config.js";
import { createSelfSignedCertificate } from "../../src/runtime/metrics/self-signed-certificate.js";

/** What becomes of a request instead of being passed on. */
export type Fault =
  | {
      readonly kind: "status";
      readonly code: number;
      readonly body?: object;
      readonly headers?: Record<string, string>;
    }
  /** The connection breaks before there is an answer. */
  | { readonly kind: "reset" }
  /** There never is an answer. */
  | { readonly kind: "black-hole" }
  /** An answer of nothing, which ends in order. */
  | { readonly kind: "empty" };

/** What becomes of the events of a watch. */
export type Passage =
  | "pass"
  /** Nothing comes any more, and the connection stays. */
  | "hold"
  /** Half of the next event comes, then the connection breaks. */
  | "cut"
  | "twice"
  /** Each event comes after the one that follows it. */
  | "swapped"
  /** Byte by byte. */
  | "dribble"
  | "without-bookmarks";

export interface ProxiedWatch {
  readonly path: string;
  passage: Passage;
  /** Breaks the connection. */
  reset(): void;
  /** Ends the watch in order. */
  end(): void;
  /** Sends an ERROR event, and leaves the stream open. */
  error(status: object): void;
}

type Verb = "list" | "watch";

export interface FaultProxy {
  /** How to reach the API server by way of here. */
  readonly config: ClusterConfig;
  /** How often something of the kind was asked for. */
  readonly counts: Record<Verb, number>;
  readonly openConnections: number;
  /** The watches that are open, the newest last. */
  readonly watches: readonly ProxiedWatch[];
  /** For watches that open from now on. */
  passage: Passage;
  /** Lets the next requests fail, so many of them. */
  fail(verb: Verb, fault: Fault, times?: number): void;
  /** Closes all connections and accepts no more. */
  down(): Promise<void>;
  /** Accepts connections again, at the same address. */
  up(): Promise<void>;
}

export async function startFaultProxy(target: ClusterConfig): Promise<FaultProxy> {
  const [sockets, faults, watches] = [new Set<Socket>(), new Map<Verb, Fault[]>(), new Set<ProxiedWatch>()];
  const certificate = await createSelfSignedCertificate(Date.now());
  const server = createServer(certificate, (request, response) => {
    const verb = verbOf(request);
    const fault = verb === undefined ? undefined : faults.get(verb)?.shift();
    if (verb !== undefined) proxy.counts[verb] += 1;
    if (fault === undefined) pass(request, response, verb === "watch" ? openWatch(request, response) : undefined);
    else fail(fault, request, response);
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => void sockets.delete(socket)).on("error", () => undefined);
  });
  server.on("tlsClientError", () => undefined);
  const listen = (port: number): Promise<void> => new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;

  const openWatch = (request: IncomingMessage, response: ServerResponse): EventWriter => {
    const writer = new EventWriter(request.url ?? "", response, proxy.passage);
    watches.add(writer);
    response.on("close", () => void watches.delete(writer));
    return writer;
  };
  const pass = (request: IncomingMessage, response: ServerResponse, writer: EventWriter | undefined): void => {
    const { method, headers, url: path } = request;
    const base = new URL(target.server);
    const { hostname, port: targetPort } = base;
    const upstream = httpsRequest({
      hostname,
      port: targetPort,
      method,
      headers,
      path,
      rejectUnauthorized: false,
      agent: false,
    });
    upstream.on("error", () => response.destroy());
    upstream.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.on("error", () => response.destroy());
      if (writer === undefined) answer.pipe(response);
      else answer.on("data", (chunk: Buffer) => writer.take(chunk)).on("end", () => writer.end());
    });
    response.on("close", () => upstream.destroy());
    request.pipe(upstream);
  };

  const proxy: FaultProxy = {
    config: { ...target, server: `https://127.0.0.1:${port}`, tls: { insecureSkipVerify: true } },
    counts: { list: 0, watch: 0 },
    passage: "pass",
    get openConnections() {
      return sockets.size;
    },
    get watches() {
      return [...watches];
    },
    fail: (verb, fault, times = 1) => {
      faults.set(verb, [...(faults.get(verb) ?? []), ...Array.from({ length: times }, () => fault)]);
    },
    down: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    up: () => listen(port),
  };
  return proxy;
}

function verbOf({ method, url = "" }: IncomingMessage): Verb | undefined {
  if (method !== "GET" || !/\/(configmaps|faulties)(\?|$)/.test(url)) return undefined;
  return url.includes("watch=true") ? "watch" : "list";
}

function fail(fault: Fault, request: IncomingMessage, response: ServerResponse): void {
  switch (fault.kind) {
    case "status": {
      const status = { kind: "Status", apiVersion: "v1", status: "Failure", code: fault.code, ...fault.body };
      response
        .writeHead(fault.code, { "content-type": "application/json", ...fault.headers })
        .end(JSON.stringify(status));
      return;
    }
    case "reset":
      request.socket.destroy();
      return;
    case "black-hole":
      return;
    case "empty":
      response.writeHead(200, { "content-type": "application/json" }).end();
      return;
  }
}

/** Splits what the API server sends into events, and passes them on as it is told. */
class EventWriter implements ProxiedWatch {
  readonly path: string;
  passage: Passage;
  readonly #response: ServerResponse;
  #rest = Buffer.alloc(0);
  #kept: Buffer | undefined;

  constructor(path: string, response: ServerResponse, passage: Passage) {
    this.path = path;
    this.#response = response;
    this.passage = passage;
  }

  take(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    for (let end = this.#rest.indexOf(10); end !== -1; end = this.#rest.indexOf(10)) {
      const line = this.#rest.subarray(0, end + 1);
      this.#rest = this.#rest.subarray(end + 1);
      this.#send(line);
    }
  }

  reset(): void {
    this.#response.socket?.destroy();
  }

  end(): void {
    if (this.passage !== "hold") this.#response.end();
  }

  error(status: object): void {
    this.#response.write(`${JSON.stringify({ type: "ERROR", object: { kind: "Status", ...status } })}\n`);
  }

  #send(line: Buffer): void {
    switch (this.passage) {
      case "pass":
        this.#response.write(line);
        return;
      case "hold":
        return;
      case "cut":
        this.passage = "hold";
        this.#response.write(line.subarray(0, line.length >> 1), () => this.reset());
        return;
      case "twice":
        this.#response.write(Buffer.concat([line, line]));
        return;
      case "swapped":
        if (this.#kept === undefined) {
          this.#kept = line;
        } else {
          this.#response.write(Buffer.concat([line, this.#kept]));
          this.#kept = undefined;
        }
        return;
      case "dribble":
        for (const byte of line) this.#response.write(Buffer.of(byte));
        return;
      case "without-bookmarks":
        if (!line.includes('"type":"BOOKMARK"')) this.#response.write(line);
        return;
    }
  }
}
