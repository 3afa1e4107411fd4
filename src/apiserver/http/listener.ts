import { createServer, type Server } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ServingCertificates } from "./certificates.js";

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** An HTTPS server on loopback. */
export class Listener {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Rejects with Node's error when the port is taken. */
  static async open(port: number, { cert, key }: ServingCertificates, handle: RequestHandler): Promise<Listener> {
    // A watch may say nothing for an hour.
    const server = createServer(
      { cert, key, requestTimeout: 0, headersTimeout: 32_000, keepAliveTimeout: 120_000 },
      handle,
    );
    server.on("clientError", refuseUnreadable);
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", () => {
        server.off("error", reject);
        resolve();
      });
    });
    return new Listener(server);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Neither it nor its connections keep the process alive. */
  unref(): void {
    this.#server.unref();
    this.#server.on("connection", (socket: Socket) => socket.unref());
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }
}

/** What is no HTTP is answered as by Go's server, which takes any method, and refuses those it does not know with 405. */
const refusals: Readonly<Record<string, readonly [code: string, text: string]>> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "431 Request Header Fields Too Large"],
  HPE_INVALID_METHOD: ["405 Method Not Allowed", "405 Method Not Allowed"],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "408 Request Timeout"],
};

function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === "ECONNRESET" || error.code === "EPIPE") {
    socket.destroy();
    return;
  }
  const [status, text] = refusals[error.code ?? ""] ?? ["400 Bad Request", "400 Bad Request"];
  const head = ["Content-Type: text/plain; charset=utf-8", "Connection: close"].join("\r\n");
  socket.end(`HTTP/1.1 ${status}\r\n${head}\r\n\r\n${text}`, () => socket.destroy());
}
