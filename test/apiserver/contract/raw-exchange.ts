/** Sends bytes over a separate connection, as no HTTP client would. */
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { type RawAnswer, readRawAnswers } from "./raw-answers.js";
import type { ServerUnderTest } from "./server-under-test.js";

export interface RawExchange {
  readonly answers: readonly RawAnswer[];
  /** Whether the server accepts another request on the connection. */
  readonly end: "closed" | "goes on" | "nothing comes";
}

/** The bytes to send, and the number of further responses to wait for. */
export interface RawPart {
  readonly send: string | Buffer;
  readonly answers: number;
}

const patience = 15_000;

/** @param isPlain - without TLS */
export async function exchangeRaw(
  server: ServerUnderTest,
  parts: readonly RawPart[],
  isPlain: boolean,
): Promise<RawExchange> {
  const { hostname: host, port } = new URL(server.url);
  const tcp = { host, port: Number(port) };
  const connection = new RawConnection(
    isPlain ? connectTcp(tcp) : connectTls({ ...tcp, ca: server.ca, ALPNProtocols: ["http/1.1"] }),
  );
  try {
    for (const { send, answers } of parts) await connection.exchange(send, answers);
    const answers = connection.answers();
    if (!connection.hasEnded) await connection.exchange("GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n", 1);
    const hasMore = connection.answers().length > answers.length;
    return { answers, end: connection.hasEnded && !hasMore ? "closed" : hasMore ? "goes on" : "nothing comes" };
  } finally {
    connection.destroy();
  }
}

class RawConnection {
  hasEnded = false;
  #received: Buffer[] = [];
  #noteChange: () => void = () => undefined;

  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
    const end = (): void => {
      this.hasEnded = true;
      this.#noteChange();
    };
    socket.on("data", (chunk: Buffer) => {
      this.#received.push(chunk);
      this.#noteChange();
    });
    socket.once("end", end);
    socket.once("close", end);
    // A server that closes the connection during a write may reset it.
    socket.on("error", end);
  }

  answers(): readonly RawAnswer[] {
    return readRawAnswers(Buffer.concat(this.#received), this.hasEnded);
  }

  async exchange(send: string | Buffer, count: number): Promise<void> {
    const wanted = this.answers().length + count;
    this.#socket.write(send);
    const end = Date.now() + patience;
    while (!this.hasEnded && this.answers().length < wanted && Date.now() < end) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, end - Date.now());
        this.#noteChange = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  destroy(): void {
    this.#socket.destroy();
  }
}
