/** Sends HTTP requests to one API server: credentials, sockets, retries and errors. Independent of kinds. */
import http from "node:http";
import https from "node:https";
import { setTimeout as delay } from "node:timers/promises";
import { type Clock, systemClock } from "../core/clock.js";
import { createAgentPool } from "./agents.js";
import { ApiError, toStatus } from "./api-error.js";
import type { ClusterConfig } from "./cluster-config.js";
import { Exchange } from "./exchange.js";
import { createCredentialSource, type Credentials } from "./credentials.js";
import { maxAttempts, retryAfterMs, retryDelay } from "./retry.js";
import { TransportError } from "./transport-error.js";
import { createWarningReader } from "./warnings.js";

export interface TransportOptions {
  /** The clock. Default: the system's. */
  readonly clock?: Clock;
  /** Waits before a request is repeated. Default: a timer. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** The environment of credential plugins. Default: the process's own. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The user agent. Default `tsop`. */
  readonly userAgent?: string;
  /** The number of milliseconds without a byte after which a request fails (watches set their own). Default 70,000. */
  readonly requestTimeoutMs?: number;
  /** Called once with each distinct warning of the server. */
  readonly onWarning?: (text: string) => void;
  /** Called when a request has received a response or has failed; for metrics. */
  readonly onRequest?: (request: CompletedRequest) => void;
}

export interface CompletedRequest {
  readonly method: string;
  readonly host: string;
  /** The HTTP status, or `<error>` if no response arrived. */
  readonly code: string;
  readonly durationMs: number;
}

export interface TransportRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path below the server's base path, with query. */
  readonly path: string;
  readonly contentType?: string;
  readonly accept?: string | undefined;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
  /**
   * Called at the last moment before bytes are sent, on each attempt. An error that it throws is the outcome of the
   * request.
   */
  readonly beforeSend?: (() => void) | undefined;
  /** Called with the HTTP status and the headers of the response that is returned. */
  readonly onStatus?: ((statusCode: number, headers: http.IncomingHttpHeaders) => void) | undefined;
  /** Traces the request. */
  readonly trace?: RequestTrace;
}

/** The trace of a request: the headers that it adds, and the events that it records. */
export interface RequestTrace {
  readonly headers: Readonly<Record<string, string>>;
  answered(statusCode: number): void;
  /** Called before the request is sent again. */
  resend(reason: string): void;
}

export interface StreamRequest {
  readonly path: string;
  readonly accept?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Fails after this many milliseconds without a byte. Default: never. */
  readonly idleTimeoutMs?: number | undefined;
}

export interface Transport {
  readonly server: string;
  /** Returns the body of the response. @throws ApiError, TransportError, the signal's reason */
  request(request: TransportRequest): Promise<string>;
  /**
   * Yields the bytes of the response as they arrive. Sends a GET that is never repeated. Ends or throws as `request`
   * does.
   */
  stream(request: StreamRequest): AsyncGenerator<Buffer, void, undefined>;
  /** Closes all connections. Requests in progress fail, and none is repeated. */
  close(): void;
}

/**
 * The API server ends every request except a watch after 60 s (`--request-timeout`). A request that takes a little
 * longer is certainly lost.
 */
const defaultRequestTimeout = 70_000;

export function createTransport(config: ClusterConfig, options: TransportOptions = {}): Transport {
  const clock = options.clock ?? systemClock;
  const wait = options.wait ?? ((ms, signal) => delay(ms, undefined, signal === undefined ? {} : { signal }));
  const credentials = createCredentialSource(config, { clock, env: options.env ?? process.env });
  const agents = createAgentPool(config, clock);
  const readWarnings = createWarningReader(options.onWarning);
  const base = new URL(config.server);
  const requestTimeout = options.requestTimeoutMs ?? defaultRequestTimeout;
  let isClosed = false;

  /** Sends a request and resolves with the head of its response. */
  const send = async (
    request: TransportRequest,
    held: Credentials,
    pool: "requests" | "watches",
  ): Promise<Exchange> => {
    const agent = (await agents.get(held))[pool];
    request.signal?.throwIfAborted();
    const headers: http.OutgoingHttpHeaders = {
      accept: request.accept ?? "application/json",
      "user-agent": options.userAgent ?? "tsop",
      ...Object.fromEntries(Object.entries(held.headers).map(([name, value]) => [name, [value].flat()])),
      ...request.trace?.headers,
    };
    if (request.body !== undefined) {
      headers["content-type"] = request.contentType ?? "application/json";
      headers["content-length"] = Buffer.byteLength(request.body);
    }
    const path = base.pathname === "/" ? request.path : base.pathname + request.path;
    const module = base.protocol === "https:" ? https : http;
    const hostname = base.hostname.replace(/^\[|\]$/g, ""); // IPv6
    return new Exchange(module.request({ agent, method: request.method, hostname, port: base.port, path, headers }), {
      server: config.server,
      clock,
      body: request.body,
      signal: request.signal,
      beforeSend: request.beforeSend,
    });
  };

  /** Sends a request, and sends it again with new credentials if the server rejects the current ones. */
  const exchange = async (
    request: TransportRequest,
    pool: "requests" | "watches",
    idleTimeoutMs: number | undefined,
  ): Promise<Exchange> => {
    for (let isSecond = false; ; isSecond = true) {
      const held = await credentials.get(request.signal);
      const started = clock.monotonic();
      const report = (code: string): void =>
        options.onRequest?.({ method: request.method, host: base.host, code, durationMs: clock.monotonic() - started });
      let current: Exchange;
      let response: http.IncomingMessage;
      try {
        current = await send(request, held, pool);
        response = await current.head(idleTimeoutMs);
      } catch (error) {
        report("<error>");
        throw error;
      }
      const statusCode = response.statusCode ?? 0;
      report(String(statusCode));
      request.trace?.answered(statusCode);
      readWarnings(response.headers["warning"]);
      if (statusCode >= 200 && statusCode < 300) {
        request.onStatus?.(statusCode, response.headers);
        return current;
      }
      const text = await current.text();
      if (statusCode === 401 && !isSecond && credentials.invalidate(held)) {
        request.trace?.resend("the API server rejected the credentials");
        continue;
      }
      throw refusal(request, response, text, { server: config.server, now: clock.now() });
    }
  };

  return {
    server: config.server,
    async request(request) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await (await exchange(request, "requests", requestTimeout)).text();
        } catch (error) {
          const ms = attempt < maxAttempts ? retryDelay(error, request.method, attempt) : undefined;
          if (ms === undefined) throw error;
          request.trace?.resend(error instanceof Error ? error.message : String(error));
          await untilElapsed(wait, ms, request.signal);
          if (!isClosed) continue;
          request.beforeSend?.(); // may throw a more specific error
          throw error;
        }
      }
    },
    async *stream({ idleTimeoutMs, ...request }) {
      const current = await exchange({ method: "GET", ...request }, "watches", idleTimeoutMs);
      yield* current.chunks();
    },
    close() {
      isClosed = true;
      agents.close();
    },
  };
}

async function untilElapsed(
  wait: NonNullable<TransportOptions["wait"]>,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await wait(ms, signal);
  } catch (error) {
    signal?.throwIfAborted(); // the timer rejects with its own AbortError
    throw error;
  }
}

function refusal(
  request: TransportRequest,
  response: http.IncomingMessage,
  text: string,
  { server, now }: { server: string; now: number },
): ApiError | TransportError {
  const statusCode = response.statusCode ?? 0;
  const { location } = response.headers;
  if (statusCode < 400) {
    const what = location === undefined ? `it returned HTTP status ${statusCode}` : `it redirects to ${location}`;
    return new TransportError("bad-response", server, what, {});
  }
  const retryAfter = retryAfterMs(response.headers["retry-after"], now);
  const path = request.path.replace(/\?.*/, "");
  return new ApiError(toStatus(text, statusCode), statusCode, {
    request: { method: request.method, path },
    ...(retryAfter === undefined ? {} : { retryAfterMs: retryAfter }),
  });
}
