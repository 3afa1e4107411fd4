/** A watch through the fault proxy. */
import type { ServerResponse } from "node:http";

/** How the proxy passes on the events of a watch. */
export type Passage =
  | "pass"
  /** No more events arrive, and the connection stays open. */
  | "hold"
  /** Half of the next event arrives, then the connection breaks. */
  | "cut"
  | "twice"
  /** Each event arrives after the one that follows it. */
  | "swapped"
  /** Byte by byte. */
  | "dribble"
  | "without-bookmarks";

export interface ProxiedWatch {
  readonly path: string;
  passage: Passage;
  /** Breaks the connection. */
  reset(): void;
  /** Ends the watch normally. */
  end(): void;
  /** Sends an ERROR event, and leaves the stream open. */
  error(status: object): void;
}

/** Splits the API server's data into events, and passes them on as `passage` says. */
export class EventWriter implements ProxiedWatch {
  readonly path: string;
  passage: Passage;
  readonly #response: ServerResponse;
  #rest = Buffer.alloc(0);
  #kept: Buffer | undefined;

  constructor(path: string, response: ServerResponse, passage: Passage) {
    this.path = path;
    this.#response = response;
    this.passage = passage;
  }

  take(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    for (let end = this.#rest.indexOf(10); end !== -1; end = this.#rest.indexOf(10)) {
      const line = this.#rest.subarray(0, end + 1);
      this.#rest = this.#rest.subarray(end + 1);
      this.#send(line);
    }
  }

  reset(): void {
    this.#response.socket?.destroy();
  }

  end(): void {
    if (this.passage !== "hold") this.#response.end();
  }

  error(status: object): void {
    this.#response.write(`${JSON.stringify({ type: "ERROR", object: { kind: "Status", ...status } })}\n`);
  }

  #send(line: Buffer): void {
    switch (this.passage) {
      case "pass":
        this.#response.write(line);
        return;
      case "hold":
        return;
      case "cut":
        this.passage = "hold";
        this.#response.write(line.subarray(0, line.length >> 1), () => this.reset());
        return;
      case "twice":
        this.#response.write(Buffer.concat([line, line]));
        return;
      case "swapped":
        if (this.#kept === undefined) {
          this.#kept = line;
        } else {
          this.#response.write(Buffer.concat([line, this.#kept]));
          this.#kept = undefined;
        }
        return;
      case "dribble":
        for (const byte of line) this.#response.write(Buffer.of(byte));
        return;
      case "without-bookmarks":
        if (!line.includes('"type":"BOOKMARK"')) this.#response.write(line);
        return;
    }
  }
}
