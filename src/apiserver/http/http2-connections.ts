/** Connections over HTTP/2. */
import { once } from "node:events";
import type { Http2Server, ServerHttp2Session, ServerHttp2Stream } from "node:http2";
import type { TLSSocket } from "node:tls";

/** Handles a request. @param rawHeaders - names and values in turn, as the client sent them */
export type StreamHandler = (stream: ServerHttp2Stream, rawHeaders: readonly string[]) => Promise<void>;

export interface Http2Limits {
  /** Concurrent requests of a connection. */
  readonly maxStreams: number;
  /** The time for the client's first frame. */
  readonly prefaceMs: number;
  /** How long a connection without requests stays open. */
  readonly idleMs: number;
}

/** The limits of kube-apiserver and of Go's server: k8s.io/apiserver/pkg/server/secure_serving.go, golang.org/x/net/http2/server.go. */
const defaultLimits: Http2Limits = { maxStreams: 100, prefaceMs: 10_000, idleMs: 90_000 };

/**
 * Node ends a session whose headers take more than a frame and eight continuations, each of 16 KiB: announce less, so that clients
 * fail the request instead.
 */
const maxHeaderBytes = 128 * 1_024;
const receiveWindowBytes = 256 * 1_024;

/** Unsent responses, header tables and unanswered frames of a connection, in megabytes. Beyond it, new requests are rejected. */
const maxSessionMegabytes = 64;

/** Like Go's server: a client that cancels requests faster than they end may have this many times its limit of requests. */
const cancelledPerStream = 4;

export class Http2Connections {
  readonly #handle: StreamHandler;
  readonly #limits: Http2Limits;
  readonly #sessions = new Set<ServerHttp2Session>();
  #server: Promise<Http2Server> | undefined;

  constructor(handle: StreamHandler, limits: Partial<Http2Limits> = {}) {
    this.#handle = handle;
    this.#limits = { ...defaultLimits, ...limits };
  }

  /** Speaks HTTP/2 on a connection whose TLS handshake has chosen it. */
  async open(socket: TLSSocket): Promise<void> {
    // Many clients only speak HTTP/1.1, and Node's module takes time to load.
    this.#server ??= this.#createServer();
    const server = await this.#server;
    if (!socket.destroyed) server.emit("connection", socket);
  }

  /** Announces the end of all connections, and closes each after its last response; all of them after the time. */
  async close(graceMs: number): Promise<void> {
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), graceMs);
    for (const session of this.#sessions) session.close();
    const ends = [...this.#sessions].map((session) =>
      once(session, "close", { signal: over.signal }).catch(() => session.destroy()),
    );
    await Promise.all(ends);
    clearTimeout(timer);
  }

  async #createServer(): Promise<Http2Server> {
    const { createServer } = await import("node:http2");
    const server = createServer({
      maxSessionMemory: maxSessionMegabytes,
      // The size of the headers is limited instead.
      maxHeaderListPairs: maxHeaderBytes,
      settings: {
        maxConcurrentStreams: this.#limits.maxStreams,
        maxHeaderListSize: maxHeaderBytes,
        initialWindowSize: receiveWindowBytes,
      },
    });
    server.on("session", (session) => this.#guard(session));
    // A session ends after an error of its own.
    server.on("sessionError", () => undefined);
    return server;
  }

  #guard(session: ServerHttp2Session): void {
    const { maxStreams, prefaceMs, idleMs } = this.#limits;
    let [open, running] = [0, 0];
    const end = (): void => session.destroy();
    const preface = setTimeout(end, prefaceMs).unref();
    let idle = setTimeout(end, idleMs).unref();
    this.#sessions.add(session);
    session.once("remoteSettings", () => clearTimeout(preface));
    session.once("close", () => {
      this.#sessions.delete(session);
      clearTimeout(preface);
      clearTimeout(idle);
    });
    const onStream = (stream: ServerHttp2Stream, _: unknown, _flags: number, rawHeaders: readonly string[]): void => {
      clearTimeout(idle);
      open += 1;
      running += 1;
      // The request fails with its connection; its handler learns that from the stream's end.
      stream.on("error", () => undefined);
      stream.once("close", () => {
        open -= 1;
        // Pings must not keep a connection open: count from its last request.
        if (open === 0) idle = setTimeout(() => session.close(), idleMs).unref();
      });
      if (running > cancelledPerStream * maxStreams) {
        session.destroy(undefined, enhanceYourCalm);
        return;
      }
      void this.#handle(stream, rawHeaders)
        .catch(() => stream.close(internalError))
        .finally(() => (running -= 1));
    };
    session.on("stream", onStream);
  }
}

/** Codes of HTTP/2: for a request that the server cannot answer, and for a client that causes too much load. */
const [internalError, enhanceYourCalm] = [0x2, 0xb];
