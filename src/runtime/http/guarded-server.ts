import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { Clock } from "../../core/clock.js";
import { readTarget } from "../../core/request-target.js";
import type { ServingCertificate } from "../../core/serving-certificate.js";
import type { Surroundings } from "../surroundings.js";

/** Handles a request. If it throws or rejects, the server logs the error and responds with 500. */
export type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => unknown;

export interface GuardedServerOptions extends Pick<Surroundings, "log" | "clock"> {
  /** The purpose of the server, for the log. */
  readonly purpose: string;
  /** The maximum number of connections. The server closes those beyond. */
  readonly mostConnections: number;
  /** The maximum number of concurrent requests. The server responds to those beyond with 503. */
  readonly mostRequests: number;
  /** For tests, which cannot wait that long. */
  readonly timing?: Partial<ServerTiming>;
}

/** The time limits in milliseconds, with Node's names. */
type ServerTiming = Required<
  Pick<ServerOptions, "headersTimeout" | "requestTimeout" | "keepAliveTimeout" | "connectionsCheckingInterval">
> & { readonly handshakeTimeout: number; readonly timeout: number };

const defaultTiming: ServerTiming = {
  handshakeTimeout: 10_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /**
   * The API server keeps an idle connection for 90 s. It closes the connection first, so that no request uses a closed
   * connection.
   */
  keepAliveTimeout: 95_000,
  /** The time without a byte in either direction. The API server waits 30 s for a webhook. */
  timeout: 120_000,
  connectionsCheckingInterval: 2_000,
};

/** Creates a server that no request can crash. It does not listen yet. */
export function createGuardedServer(handler: Handler, options: GuardedServerOptions): Server {
  return guard(createHttpServer(timingOf(options)), handler, options);
}

/** Creates a server like {@link createGuardedServer}, over HTTPS. No client can connect until it has a certificate. */
export function createGuardedTlsServer(
  handler: Handler,
  certificate: ServingCertificate | undefined,
  options: GuardedServerOptions,
): ReturnType<typeof createHttpsServer> {
  return guard(createHttpsServer({ ...timingOf(options), ...certificate }), handler, options);
}

function timingOf({ timing }: GuardedServerOptions): ServerTiming {
  return { ...defaultTiming, ...timing };
}

function guard<T extends Server>(server: T, handler: Handler, options: GuardedServerOptions): T {
  const { purpose, log, mostConnections, mostRequests } = options;
  server.timeout = timingOf(options).timeout;
  server.maxConnections = mostConnections;
  server.on(
    "drop",
    atMostEachMinute(options.clock, () => log.warn("too many connections", { purpose, mostConnections })),
  );
  // For example too many open files: the server continues, and accepts connections again when it can.
  server.on("error", (error) => {
    if (server.listening) log.warn("cannot accept a connection", { purpose, error });
  });
  let underWay = 0;
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    response.on("error", (error) => log.debug("cannot send a response", { purpose, error }));
    if (underWay >= mostRequests) {
      response.setHeader("retry-after", "1");
      sendText(response, 503, "too many requests in progress\n");
      return;
    }
    underWay += 1;
    response.once("close", () => (underWay -= 1));
    void attend(handler, request, response, options);
  });
  return server;
}

/** Never rejects. */
async function attend(
  handler: Handler,
  request: IncomingMessage,
  response: ServerResponse,
  { purpose, log }: GuardedServerOptions,
): Promise<void> {
  const url = readTarget(request.url);
  if (url === undefined) {
    sendText(response, 400, "the target of the request is not a path\n");
    return;
  }
  try {
    await handler(request, response, url);
  } catch (error) {
    log.error(`cannot serve ${purpose}`, { path: url.pathname, error });
    if (response.headersSent) response.destroy();
    else sendText(response, 500, "Internal Server Error\n");
  }
}

function atMostEachMinute(clock: Clock, run: () => void): () => void {
  let next = -Infinity;
  return () => {
    const now = clock.monotonic();
    if (now < next) return;
    next = now + 60_000;
    run();
  };
}

/** Sends a response as plain text, which no browser interprets as another type. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" });
  response.end(text);
}
