/**
 * A proxy between a client and a real API server that injects faults: it answers in the server's place, closes and delays
 * connections, and cuts, repeats and swaps the events of a watch. Only when the test says so, never at random.
 */
import { createServer, request as httpsRequest } from "node:https";
import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Readable } from "node:stream";
import type { TLSSocket } from "node:tls";
import { createSelfSignedCertificate } from "../../src/core/issue-certificates.js";
import type { ClusterConfig } from "../../src/kube/cluster-config.js";
import { EventWriter, type Passage, type ProxiedWatch } from "./proxied-watch.js";

export type { Passage, ProxiedWatch };

/** The fault that a request meets instead of being forwarded. */
export type Fault =
  | Refusal
  /** The request is forwarded, and the response is lost: the API server has carried it out. */
  | { readonly kind: "applied"; readonly then: Refusal | Breakage }
  /** The request is forwarded when `until` resolves. */
  | { readonly kind: "late"; readonly until: Promise<unknown> }
  | Breakage;

type Refusal = {
  readonly kind: "status";
  readonly code: number;
  /** The fields of a Status that differ from the default; bytes are sent unchanged. */
  readonly body?: object | Buffer;
  readonly headers?: Record<string, string>;
};

type Breakage =
  /** The connection breaks before a response. */
  | { readonly kind: "reset" }
  /** The proxy never responds. */
  | { readonly kind: "black-hole" }
  /** An empty response, which ends normally. */
  | { readonly kind: "empty" };

type Verb = "list" | "watch";

/** Selects requests. */
export interface Which {
  readonly method?: string;
  readonly path?: RegExp;
}

/** A received request. */
export interface SeenRequest {
  /** The time of the request, in milliseconds of this process's monotonic clock. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  /** Fingerprint of the client's certificate. */
  readonly certificate: string | undefined;
}

export interface FaultProxyOptions {
  /** The address to listen on. Default 127.0.0.1. */
  readonly host?: string;
  /** A prefix of each path, which the proxy removes. Default: none. */
  readonly basePath?: string;
}

export interface FaultProxy {
  /** The configuration to reach the API server through the proxy. */
  readonly config: ClusterConfig;
  /** The number of requests of each kind. */
  readonly counts: Record<Verb, number>;
  readonly openConnections: number;
  /** All received requests, whatever their outcome. */
  readonly requests: readonly SeenRequest[];
  /** The proxy's own certificate, for the name `localhost`. */
  readonly certificate: { readonly cert: string; readonly key: string };
  /** The open watches, the newest last. */
  readonly watches: readonly ProxiedWatch[];
  /** The data read by clients: the accepted type, and the number of bytes. */
  readonly traffic: readonly { readonly accept: string | undefined; readonly bytes: number }[];
  /** Applies to watches that open from now on. */
  passage: Passage;
  /** Fails the next `times` requests of this kind. */
  fail(verb: Verb, fault: Fault, times?: number): void;
  /** Does the same for requests of any kind. */
  failAny(which: Which, fault: Fault, times?: number): void;
  /** Uses another certificate from now on. */
  setCertificate(certificate: { readonly cert: string; readonly key: string }): void;
  /** Closes all connections, and accepts no more. */
  down(): Promise<void>;
  /** Accepts connections again, at the same address. */
  up(): Promise<void>;
}

export async function startFaultProxy(
  target: ClusterConfig,
  { host = "127.0.0.1", basePath = "" }: FaultProxyOptions = {},
): Promise<FaultProxy> {
  const [sockets, faults, watches] = [new Set<Socket>(), new Map<Verb, Fault[]>(), new Set<ProxiedWatch>()];
  const anyFaults: { readonly which: Which; readonly fault: Fault; left: number }[] = [];
  const requests: SeenRequest[] = [];
  const traffic: { readonly accept: string | undefined; bytes: number }[] = [];
  const certificate = await createSelfSignedCertificate(Date.now());
  const options = { ...certificate, requestCert: true, rejectUnauthorized: false };
  const server = createServer(options, (request, response) => {
    requests.push(describe(request));
    if (!request.url?.startsWith(basePath)) {
      fail({ kind: "status", code: 404 }, request, response);
      return;
    }
    request.url = request.url.slice(basePath.length);
    const verb = verbOf(request);
    if (verb !== undefined) proxy.counts[verb] += 1;
    const fault = (verb === undefined ? undefined : faults.get(verb)?.shift()) ?? nextFault(anyFaults, request);
    const watch = verb === "watch" ? openWatch(request, response) : undefined;
    if (fault === undefined) pass(request, response, watch);
    else if (fault.kind === "late") void fault.until.then(() => pass(request, response, watch));
    else if (fault.kind === "applied") passAndLose(request, response, fault.then);
    else fail(fault, request, response);
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => void sockets.delete(socket)).on("error", () => undefined);
  });
  server.on("tlsClientError", () => undefined);
  const listen = (port: number): Promise<void> => new Promise((resolve) => server.listen(port, host, resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;

  const openWatch = (request: IncomingMessage, response: ServerResponse): EventWriter => {
    const writer = new EventWriter(request.url ?? "", response, proxy.passage);
    watches.add(writer);
    response.on("close", () => void watches.delete(writer));
    return writer;
  };
  const send = (request: IncomingMessage, onAnswer: (answer: IncomingMessage) => void): ClientRequest => {
    const { method, headers, url: path } = request;
    const { hostname, port } = new URL(target.server);
    const upstream = httpsRequest({ hostname, port, method, headers, path, rejectUnauthorized: false, agent: false });
    upstream.on("response", onAnswer);
    request.pipe(upstream);
    return upstream;
  };
  const pass = (request: IncomingMessage, response: ServerResponse, writer: EventWriter | undefined): void => {
    const upstream = send(request, (answer) => {
      const read = { accept: request.headers.accept, bytes: 0 };
      if (verbOf(request) !== undefined) traffic.push(read);
      answer.on("data", (chunk: Buffer) => (read.bytes += chunk.length));
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.on("error", () => response.destroy());
      if (writer === undefined) answer.pipe(response);
      else answer.on("data", (chunk: Buffer) => writer.take(chunk)).on("end", () => writer.end());
    });
    upstream.on("error", () => response.destroy());
    response.on("close", () => upstream.destroy());
  };
  const passAndLose = (request: IncomingMessage, response: ServerResponse, then: Refusal | Breakage): void => {
    const lose = (): void => fail(then, request, response);
    send(request, (answer) => answer.resume().on("end", lose)).on("error", lose);
  };

  const authority = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const proxy: FaultProxy = {
    config: { ...target, server: `https://${authority}${basePath}`, tls: { insecureSkipVerify: true } },
    certificate,
    requests,
    traffic,
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
    failAny: (which, fault, times = 1) => void anyFaults.push({ which, fault, left: times }),
    setCertificate: (next) => server.setSecureContext(next),
    down: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    up: () => listen(port),
  };
  return proxy;
}

function describe({ method = "", url: path = "", headers, socket }: IncomingMessage): SeenRequest {
  // The sockets of an https server have this type.
  const certificate = (socket as unknown as TLSSocket).getPeerCertificate() as { fingerprint256?: string };
  return {
    at: performance.now(),
    method,
    path,
    authorization: headers.authorization,
    certificate: certificate.fingerprint256,
  };
}

function nextFault(
  faults: readonly { readonly which: Which; readonly fault: Fault; left: number }[],
  { method, url = "" }: IncomingMessage,
): Fault | undefined {
  const found = faults.find(
    ({ which, left }) =>
      left > 0 && (which.method ?? method) === method && (which.path === undefined || which.path.test(url)),
  );
  if (found !== undefined) found.left -= 1;
  return found?.fault;
}

function verbOf({ method, url = "" }: IncomingMessage): Verb | undefined {
  if (method !== "GET" || !/\/(configmaps|faulties)(\?|$)/.test(url)) return undefined;
  return url.includes("watch=true") ? "watch" : "list";
}

/** Splits a body: encrypting a large response at once would block tests that measure blocking. */
function* pieces(body: Buffer): Generator<Buffer> {
  for (let from = 0; from < body.length; from += 65_536) yield body.subarray(from, from + 65_536);
}

function fail(fault: Refusal | Breakage, request: IncomingMessage, response: ServerResponse): void {
  switch (fault.kind) {
    case "status": {
      const { code, body, headers } = fault;
      const status = { kind: "Status", apiVersion: "v1", status: "Failure", code };
      response.writeHead(code, { "content-type": "application/json", ...headers });
      if (Buffer.isBuffer(body)) Readable.from(pieces(body)).pipe(response);
      else response.end(JSON.stringify({ ...status, ...body }));
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
