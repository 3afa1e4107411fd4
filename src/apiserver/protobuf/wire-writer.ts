/**
 * Protobuf's wire format, written from the end to the beginning: a message is complete before its length is written.
 * Kubernetes' generated code does the same (MarshalToSizedBuffer).
 */
import type { fixed64, lengthDelimited, varint } from "./wire-reader.js";

const firstSize = 1024;

export class WireWriter {
  #bytes = Buffer.allocUnsafe(firstSize);
  #start = firstSize;

  /** The number of bytes written so far. The difference of two values is the length of a message. */
  get length(): number {
    return this.#bytes.length - this.#start;
  }

  finish(): Buffer {
    return this.#bytes.subarray(this.#start);
  }

  tag(number: number, wireType: typeof varint | typeof fixed64 | typeof lengthDelimited): void {
    this.#varint(number * 8 + wireType);
  }

  /** @param from - the length before the message's fields were written */
  endMessage(from: number): void {
    this.#varint(this.length - from);
  }

  bool(value: boolean): void {
    this.#varint(value ? 1 : 0);
  }

  /** Writes integers of 32 and 64 bits: a negative number takes ten bytes in both. */
  integer(value: number): void {
    if (value >= 0) this.#varint(value);
    else this.#negative(value);
  }

  double(value: number): void {
    const start = this.#grow(8);
    this.#bytes.writeDoubleLE(value, start);
  }

  string(value: string): void {
    const length = Buffer.byteLength(value);
    const start = this.#grow(length);
    this.#bytes.write(value, start, "utf8");
    this.#varint(length);
  }

  bytes(value: Uint8Array): void {
    this.raw(value);
    this.#varint(value.length);
  }

  /** Writes bytes without a length. */
  raw(value: Uint8Array): void {
    const start = this.#grow(value.length);
    this.#bytes.set(value, start);
  }

  #varint(value: number): void {
    if (value < 0x80) {
      const start = this.#grow(1);
      this.#bytes[start] = value;
      return;
    }
    let length = 1;
    for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) length++;
    let position = this.#grow(length);
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#bytes[position++] = (rest % 0x80) | 0x80;
    this.#bytes[position] = rest;
  }

  #negative(value: number): void {
    let rest = BigInt.asUintN(64, BigInt(value));
    const bytes: number[] = [];
    for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
    bytes.push(Number(rest));
    this.raw(Uint8Array.from(bytes));
  }

  /** Reserves bytes at the front, in a larger buffer if necessary, and returns their position. */
  #grow(length: number): number {
    if (length > this.#start) {
      const used = this.length;
      const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, used + length));
      this.#bytes.copy(larger, larger.length - used, this.#start);
      this.#bytes = larger;
      this.#start = larger.length - used;
    }
    this.#start -= length;
    return this.#start;
  }
}
