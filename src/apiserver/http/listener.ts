import { createServer, type Server, type ServerOptions } from "node:https";
import { type IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ServingCertificates } from "./certificates.js";
import { announcesBody } from "./body.js";
import { closeGently, linger } from "./closing.js";
import { Http2Connections, type Http2Limits, type StreamHandler } from "./http2-connections.js";
import { answerPlainHttp } from "./plain-http.js";
import { protocolFault } from "./protocol-check.js";
import { type ParseError, printRefusal, unreadableRefusal } from "./unreadable.js";

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** The limit of open connections; further connections are closed. A client needs one or a few. */
const maxConnections = 4_096;

/** How long requests over HTTP/2 may run after the listener has begun to close. */
const usualGraceMs = 2_000;

/** The limits of kube-apiserver in k8s.io/apiserver/pkg/server/secure_serving.go. A watch may take any time. */
const limits: ServerOptions = {
  handshakeTimeout: 32_000,
  headersTimeout: 32_000,
  connectionsCheckingInterval: 1_000,
  // For receiving a request; its body has a separate limit, which returns an error response.
  requestTimeout: 70_000,
  keepAliveTimeout: 90_000,
  // One MiB, and the 4 KiB that Go adds.
  maxHeaderSize: 1_028 * 1_024,
  // Our own check reports a missing header with Go's message.
  requireHostHeader: false,
};

export interface ListenerOptions extends ServerOptions {
  readonly maxConnections?: number;
  /** Default: `127.0.0.1`. */
  readonly host?: string;
  /** The authority of client certificates, in PEM. Default: clients need none. */
  readonly clientCa?: string;
  /** Handles requests over HTTP/2. Default: the server speaks HTTP/1.1 only. */
  readonly handleStream?: StreamHandler;
  readonly http2Limits?: Partial<Http2Limits>;
}

/** An HTTPS server. */
export class Listener {
  readonly #server: Server;
  readonly #http2: Http2Connections | undefined;

  /** All connections by the client's port: Node's server does not know those that have not reached TLS. */
  readonly #connections = new Map<number, Socket>();

  private constructor(server: Server, http2: Http2Connections | undefined) {
    this.#server = server;
    this.#http2 = http2;
    server.on("connection", (socket: Socket) => {
      const port = socket.remotePort ?? 0;
      this.#connections.set(port, socket);
      socket.once("close", () => this.#connections.delete(port));
    });
    answerPlainHttp(server, this.#connections);
  }

  /**
   * Rejects with Node's error when the port is taken.
   *
   * @param options - the server's options are for tests, which cannot wait for half a minute
   */
  static async open(
    port: number,
    { cert, key }: Omit<ServingCertificates, "ca">,
    handle: RequestHandler,
    { host = "127.0.0.1", clientCa, handleStream, http2Limits, ...overrides }: ListenerOptions = {},
  ): Promise<Listener> {
    // A client without a certificate, or with one of another authority, may have a token.
    const clients = clientCa === undefined ? {} : { ca: clientCa, requestCert: true, rejectUnauthorized: false };
    const http2 = handleStream === undefined ? undefined : new Http2Connections(handleStream, http2Limits);
    const protocols = http2 === undefined ? {} : { ALPNProtocols: ["h2", "http/1.1"] };
    const server = createServer({ cert, key, ...clients, ...protocols, ...limits, ...overrides });
    if (http2 !== undefined) divideConnections(server, http2);
    const exchanges: Exchanges = new WeakMap();
    const answer = checked(handle, exchanges);
    server.maxHeadersCount = 0;
    server.maxConnections = overrides.maxConnections ?? maxConnections;
    server.on("request", answer);
    // Reading the body sends `100 Continue`, so a waiting client does not send a body that would be rejected.
    server.on("checkContinue", answer);
    server.on("checkExpectation", refuseExpectation);
    server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.unshift(head);
      answerUpgrade(request, socket, { answer, proceed: () => server.emit("secureConnection", socket) });
    });
    server.on("connect", (request: IncomingMessage, socket: Duplex) => answerConnect(request, socket, answer));
    server.on("secureConnection", (socket) => {
      if (socket.alpnProtocol !== "h2") linger(socket);
    });
    server.on("clientError", (error, socket) => refuseUnreadable(error, socket, exchanges));
    const listener = new Listener(server, http2);
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, () => {
        server.off("error", reject);
        // A connection that fails because too many files are open must not end the others.
        server.on("error", () => undefined);
        resolve();
      });
    });
    return listener;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Uses another certificate, and another authority of client certificates, for new connections. */
  renew({ cert, key }: Omit<ServingCertificates, "ca">, clientCa: string | undefined): void {
    this.#server.setSecureContext({ cert, key, ...(clientCa === undefined ? {} : { ca: clientCa }) });
  }

  /** Lets the process exit while the listener and its connections are open. */
  unref(): void {
    this.#server.unref();
    this.#server.on("connection", (socket: Socket) => socket.unref());
  }

  /** Accepts no more connections, and closes those that are open. Requests over HTTP/2 that run get a moment to end. */
  async close(graceMs = usualGraceMs): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    await this.#http2?.close(graceMs);
    for (const socket of this.#connections.values()) socket.destroy();
    await closed;
  }
}

/** Passes the connections for which the handshake has chosen HTTP/2 on, instead of reading HTTP/1.1 from them. */
function divideConnections(server: Server, http2: Http2Connections): void {
  const [readHttp1] = server.listeners("secureConnection");
  server.removeAllListeners("secureConnection");
  server.on("secureConnection", (socket) => {
    if (socket.alpnProtocol === "h2") void http2.open(socket);
    else readHttp1?.call(server, socket);
  });
}

/** The last exchange of each connection. */
type Exchanges = WeakMap<Duplex, Exchange>;

interface Exchange {
  /** The last request. */
  readonly request: IncomingMessage | undefined;
  readonly response: ServerResponse | undefined;
  readonly isRefused: boolean;
}

function checked(handle: RequestHandler, exchanges: Exchanges): RequestHandler {
  return (request, response) => {
    exchanges.set(request.socket, { request, response, isRefused: false });
    const fault = protocolFault(request);
    if (fault !== undefined) {
      response.detachSocket(request.socket);
      closeGently(request.socket, printRefusal(fault));
    } else if (request.method === "OPTIONS" && request.url === "*") {
      // The client only checks whether a server exists.
      response.writeHead(200, { "Content-Length": 0 }).end();
    } else handle(request, response);
  };
}

function refuseExpectation(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(417, { Connection: "close", "Content-Length": 0 }).end();
}

/** Answers CONNECT like any other method; Node hands over its connection, which is closed after the response. */
function answerConnect(request: IncomingMessage, socket: Duplex, answer: RequestHandler): void {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(request.socket);
  response.once("finish", () => closeGently(socket));
  answer(request, response);
}

interface UpgradeParts {
  readonly answer: RequestHandler;
  /** Reads further requests from the connection. */
  readonly proceed: () => void;
}

/** Answers a request that offers another protocol. Only other servers, behind this one, accept such an offer. */
function answerUpgrade(request: IncomingMessage, socket: Duplex, { answer, proceed }: UpgradeParts): void {
  const response = new ServerResponse(request);
  // Node does not read a body here, and does not skip it.
  if (announcesBody(request)) response.shouldKeepAlive = false;
  response.assignSocket(request.socket);
  response.once("finish", () => {
    response.detachSocket(request.socket);
    // The request is over. Node does not say so of a response that has lost its connection.
    response.emit("close");
    if (response.shouldKeepAlive) proceed();
    else closeGently(socket);
  });
  answer(request, response);
}

/** Rejects once per connection: its parser also fails on everything that follows. */
function refuseUnreadable(error: ParseError, socket: Duplex, exchanges: Exchanges): void {
  const { request, response, isRefused } = exchanges.get(socket) ?? {};
  if (isRefused === true) return;
  exchanges.set(socket, { request, response, isRefused: true });
  const refusal = unreadableRefusal(error);
  const text = refusal === undefined ? undefined : printRefusal(refusal);
  if (text === undefined || !socket.writable) {
    socket.destroy();
  } else if (response === undefined || response.writableFinished) {
    // A request with an unreadable body already has its response.
    closeGently(socket, request?.complete === false ? undefined : text);
  } else if (request?.complete === true) {
    // The unreadable input follows a request without a response.
    response.once("finish", () => closeGently(socket, text));
  } else if (response.headersSent) {
    closeGently(socket);
  } else {
    if (request !== undefined) response.detachSocket(request.socket);
    closeGently(socket, text);
  }
}
