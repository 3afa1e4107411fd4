import type { IncomingMessage } from "node:http";

/** The body of a request. It counts toward the limit for all bodies until `release` is called. */
export interface Body {
  readonly text: string;
  readonly release: () => void;
}

/** The reason why the server rejects the request; `code` is the HTTP status. */
export interface BodyRefusal {
  readonly code: number;
  readonly message: string;
}

export interface BodyLimits {
  /** The limit for one body. */
  readonly mostBytes: number;
  /** The limit for all bodies that are being read or handled. */
  readonly mostBytesInAll: number;
}

/** Reads the bodies of requests into memory, and limits their total size. */
export class BodyReader {
  readonly #limits: BodyLimits;
  /** The functions that reject an incomplete body, oldest first. */
  readonly #readings = new Set<(refusal: BodyRefusal) => void>();
  #bytes = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /** The number of bytes in memory. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Reads a body. Rejects when the connection breaks. */
  read(request: IncomingMessage): Promise<Body | BodyRefusal> {
    const { mostBytes } = this.#limits;
    const tooLarge = { code: 413, message: `request entity is too large; limit is ${mostBytes} bytes` };
    if (Number(request.headers["content-length"] ?? 0) > mostBytes) {
      request.resume();
      return Promise.resolve(tooLarge);
    }
    return new Promise((resolve, reject) => {
      // One buffer: a client may send each byte as its own chunk, and a Buffer for each would take a hundred times the
      // memory.
      let buffer: Buffer = Buffer.alloc(0);
      let size = 0;
      const release = (): void => {
        this.#bytes -= size;
        size = 0;
      };
      const end = (): void => {
        request.off("data", onData).off("end", onEnd).off("error", onBroken).off("close", onBroken);
        this.#readings.delete(refuse);
        buffer = Buffer.alloc(0);
      };
      const refuse = (refusal: BodyRefusal): void => {
        end();
        release();
        // Reads and discards the rest, so that the client receives the response. The server's time limit ends that.
        request.on("error", () => undefined).resume();
        resolve(refusal);
      };
      const onData = (chunk: Buffer): void => {
        buffer = append(buffer, size, chunk);
        size += chunk.length;
        this.#bytes += chunk.length;
        if (size > mostBytes) refuse(tooLarge);
        this.#makeRoom();
      };
      const onEnd = (): void => {
        const text = buffer.toString("utf8", 0, size);
        end();
        resolve({ text, release });
      };
      const onBroken = (error: unknown = new Error("the connection closed within the body")): void => {
        end();
        release();
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- Node emits an Error
        reject(error);
      };
      this.#readings.add(refuse);
      request.on("data", onData).once("end", onEnd).once("error", onBroken).once("close", onBroken);
    });
  }

  /**
   * Rejects the oldest body. The API server sends a body at once, so the body that has taken longest belongs to a slow
   * or malicious client.
   */
  #makeRoom(): void {
    for (const refuse of this.#readings) {
      if (this.#bytes <= this.#limits.mostBytesInAll) return;
      refuse({ code: 503, message: "too many request bytes are being read; try again" });
    }
  }
}

/** Doubles the buffer if the chunk does not fit. */
function append(buffer: Buffer, size: number, chunk: Buffer): Buffer {
  const needed = size + chunk.length;
  const target = needed <= buffer.length ? buffer : Buffer.alloc(Math.max(2 * buffer.length, needed));
  if (target !== buffer) buffer.copy(target, 0, 0, size);
  chunk.copy(target, size);
  return target;
}
