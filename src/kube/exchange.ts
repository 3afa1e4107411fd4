import { constants } from "node:buffer";
import type http from "node:http";
import type { Clock } from "../core/clock.js";
import { toTransportError, TransportError } from "./transport-error.js";

interface ExchangeOptions {
  readonly server: string;
  readonly clock: Clock;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** One request and its answer, guarded by a signal and a time limit without bytes. */
export class Exchange {
  readonly #request: http.ClientRequest;
  readonly #options: ExchangeOptions;
  #response: http.IncomingMessage | undefined;
  #idleTimeoutMs: number | undefined;
  #cancelTimer: (() => void) | undefined;
  /** Why we gave up; the streams themselves only say that they were cut off. */
  #failure: TransportError | undefined;
  readonly #onAbort = (): void => void this.#request.destroy();

  constructor(request: http.ClientRequest, options: ExchangeOptions) {
    this.#request = request;
    this.#options = options;
    // For good: the request may fail again after its outcome is known.
    request.on("error", () => undefined);
    options.signal?.addEventListener("abort", this.#onAbort);
  }

  async head(idleTimeoutMs: number | undefined): Promise<http.IncomingMessage> {
    this.#idleTimeoutMs = idleTimeoutMs;
    this.#watchIdleness();
    try {
      this.#options.signal?.throwIfAborted();
      const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
        this.#request.once("response", resolve);
        this.#request.once("error", reject);
        const { body } = this.#options;
        // Bytes, for Node writes a text and the headers before it in one encoding, and headers have one of their own.
        this.#request.end(body === undefined ? undefined : Buffer.from(body, "utf8"));
      });
      this.#response = response;
      return response;
    } catch (error) {
      this.#release();
      throw this.#explain(error);
    }
  }

  async *chunks(): AsyncGenerator<Buffer, void, undefined> {
    if (this.#response === undefined) throw new Error("chunks() before head()");
    try {
      for await (const chunk of this.#response) {
        this.#cancelTimer?.(); // a reader that takes its time is no silence of the server's
        // No encoding is set, so a chunk is a Buffer.
        yield chunk as Buffer;
        this.#watchIdleness();
      }
    } catch (error) {
      throw this.#explain(error);
    } finally {
      this.#release();
      if (!this.#response.complete) this.#request.destroy(); // the reader has enough: the rest is not wanted
    }
  }

  async text(): Promise<string> {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of this.chunks()) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > constants.MAX_STRING_LENGTH) {
        throw new TransportError("too-large", this.#options.server, "the answer is larger than 512 MiB", {});
      }
    }
    return Buffer.concat(chunks, length).toString("utf8");
  }

  #watchIdleness(): void {
    this.#cancelTimer?.();
    const ms = this.#idleTimeoutMs;
    if (ms === undefined) return;
    this.#cancelTimer = this.#options.clock.setTimer(ms, () => {
      this.#failure = new TransportError("timeout", this.#options.server, `no byte came for ${ms / 1000} s`, {});
      this.#request.destroy(this.#failure);
    });
  }

  #release(): void {
    this.#cancelTimer?.();
    this.#options.signal?.removeEventListener("abort", this.#onAbort);
  }

  #explain(error: unknown): unknown {
    const { signal, server } = this.#options;
    return signal?.aborted === true ? signal.reason : (this.#failure ?? toTransportError(error, server));
  }
}
