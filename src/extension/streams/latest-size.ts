import { field, readJson } from "../../core/json-fields.js";
import type { TerminalSize } from "../subresources/stream-subresource.js";

/** The sizes of a terminal. Only the newest matters: a slow reader misses those in between. */
export class LatestSize implements AsyncIterable<TerminalSize> {
  #newest: TerminalSize | undefined;
  #isOver = false;
  #wake: () => void = () => undefined;

  /** Ignores a message that contains no size. */
  put(message: Buffer): void {
    this.#newest = readSize(message) ?? this.#newest;
    this.#wake();
  }

  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<TerminalSize> {
    for (;;) {
      const size = this.#newest;
      this.#newest = undefined;
      if (size !== undefined) yield size;
      else if (this.#isOver) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

/** Reads the size that a client sends, in JSON; undefined if it is none. Source: k8s.io/client-go/tools/remotecommand/resize.go. */
export function readSize(bytes: Buffer): TerminalSize | undefined {
  const given = bytes.length > longestSize ? undefined : readJson(bytes.toString("utf8"));
  const [width, height] = [field(given, "Width"), field(given, "Height")];
  return isLength(width) && isLength(height) ? { width, height } : undefined;
}

const longestSize = 256;

/** A number of 16 bits without a sign. */
function isLength(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 65_536;
}
