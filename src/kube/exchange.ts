import { constants } from "node:buffer";
import type http from "node:http";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { Clock } from "../core/clock.js";
import { onAbort } from "../core/on-abort.js";
import { toTransportError, TransportError } from "./transport-error.js";

interface ExchangeOptions {
  readonly server: string;
  readonly clock: Clock;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly beforeSend: (() => void) | undefined;
}

/** One request and its response, limited by a signal and by a time without bytes. */
export class Exchange {
  readonly #request: http.ClientRequest;
  readonly #options: ExchangeOptions;
  #response: http.IncomingMessage | undefined;
  #idleTimeoutMs: number | undefined;
  #cancelTimer: (() => void) | undefined;
  /** The reason why this side gave up; the streams only report that they were cut off. */
  #failure: { readonly error: unknown } | undefined;
  readonly #unlink: (() => void) | undefined;

  constructor(request: http.ClientRequest, options: ExchangeOptions) {
    this.#request = request;
    this.#options = options;
    // Installed permanently: the request may fail again after its outcome is known.
    request.on("error", () => undefined);
    if (options.signal !== undefined) this.#unlink = onAbort(options.signal, () => void request.destroy());
  }

  async head(idleTimeoutMs: number | undefined): Promise<http.IncomingMessage> {
    this.#idleTimeoutMs = idleTimeoutMs;
    this.#watchIdleness();
    try {
      this.#options.signal?.throwIfAborted();
      const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
        this.#request.once("response", resolve);
        this.#request.once("error", reject);
        if (this.#options.beforeSend === undefined) this.#end();
        else this.#request.once("socket", (socket) => this.#endWhenConnected(socket));
      });
      this.#response = response;
      return response;
    } catch (error) {
      this.#release();
      throw this.#explain(error);
    }
  }

  #end(): void {
    const { body } = this.#options;
    // Bytes, because Node writes a text and the headers before it in one encoding, and headers have a different one.
    this.#request.end(body === undefined ? undefined : Buffer.from(body, "utf8"));
  }

  /**
   * A request waits for a socket, and the socket for the network. Checks at the last moment whether the request may be
   * sent.
   */
  #endWhenConnected(socket: Socket): void {
    const send = (): void => {
      if (this.#request.destroyed) return;
      try {
        this.#options.beforeSend?.();
        this.#end();
      } catch (error) {
        this.#fail(error);
      }
    };
    const isSecure = socket instanceof TLSSocket;
    const isReady = isSecure ? socket.getPeerFinished() !== undefined : !socket.connecting;
    if (isReady) send();
    else socket.once(isSecure ? "secureConnect" : "connect", send);
  }

  async *chunks(): AsyncGenerator<Buffer, void, undefined> {
    const response = this.#answered("chunks");
    try {
      for await (const chunk of response) {
        this.#cancelTimer?.(); // a slow reader does not mean that the server is silent
        // No encoding is set, so a chunk is a Buffer.
        yield chunk as Buffer;
        this.#watchIdleness();
      }
    } catch (error) {
      throw this.#explain(error);
    } finally {
      this.#release();
      if (!response.complete) this.#request.destroy(); // the reader has stopped and does not need the rest
    }
  }

  /** Uses listeners instead of iteration, which costs a tenth of a small request's time. */
  text(): Promise<string> {
    const response = this.#answered("text");
    const chunks: Buffer[] = [];
    let length = 0;
    return new Promise<string>((resolve, reject) => {
      response.on("data", (chunk: Buffer) => {
        this.#watchIdleness();
        chunks.push(chunk);
        length += chunk.length;
        if (length <= constants.MAX_STRING_LENGTH) return;
        const text = "the response is larger than 512 MiB";
        this.#fail(new TransportError("too-large", this.#options.server, text, {}));
      });
      const fail = (error: unknown = new Error("the connection was closed")): void => {
        this.#release();
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- a signal's reason may be anything
        reject(this.#explain(error));
      };
      response.once("error", fail);
      response.once("close", fail); // the only event if this side destroyed the request
      response.once("end", () => {
        response.off("close", fail);
        this.#release();
        resolve(Buffer.concat(chunks, length).toString("utf8"));
      });
    });
  }

  #answered(caller: string): http.IncomingMessage {
    if (this.#response === undefined) throw new Error(`${caller}() before head()`);
    return this.#response;
  }

  #watchIdleness(): void {
    this.#cancelTimer?.();
    const ms = this.#idleTimeoutMs;
    if (ms === undefined) return;
    this.#cancelTimer = this.#options.clock.setTimer(ms, () => {
      this.#fail(new TransportError("timeout", this.#options.server, `no data received for ${ms / 1000} s`, {}));
    });
  }

  #fail(error: unknown): void {
    this.#failure = { error };
    this.#request.destroy(new Error("the request was aborted"));
  }

  #release(): void {
    this.#cancelTimer?.();
    this.#unlink?.();
  }

  #explain(error: unknown): unknown {
    const { signal, server } = this.#options;
    if (signal?.aborted === true) return signal.reason;
    return this.#failure === undefined ? toTransportError(error, server) : this.#failure.error;
  }
}
