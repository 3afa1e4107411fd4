/**
 * Protobuf's wire format, read with the checks of Kubernetes' generated code.
 * Source: k8s.io/api/core/v1/generated.pb.go.
 */
import { ProtobufFault } from "./protobuf-fault.js";

export type WireType = typeof varint | typeof fixed64 | typeof lengthDelimited | 3 | 4 | 5 | 6 | 7;
export const varint = 0;
export const fixed64 = 1;
export const lengthDelimited = 2;

const unexpectedEnd = "unexpected EOF";
const negativeLength = "proto: negative length found during unmarshaling";

/** Reads one message between two positions in the bytes. */
export class WireReader {
  readonly #bytes: Buffer;
  readonly #end: number;
  #position: number;
  /** The halves of the last number. */
  #low = 0;
  #high = 0;

  constructor(bytes: Buffer, position = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#position = position;
    this.#end = end;
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#end;
  }

  /** @param message - the message of the field, for errors */
  readTag(message: string): { readonly number: number; readonly wireType: WireType } {
    this.#readVarint();
    const wireType = (this.#low & 7) as WireType; // three bits
    const number = (this.#low >>> 3) | (this.#high << 29);
    if (wireType === 4) throw new ProtobufFault(`proto: ${message}: wiretype end group for non-group`);
    if (number <= 0) {
      throw new ProtobufFault(`proto: ${message}: illegal tag ${number} (wire type ${this.#unsigned()})`);
    }
    return { number, wireType };
  }

  readBool(): boolean {
    this.#readVarint();
    return this.#low !== 0 || this.#high !== 0;
  }

  readInt32(): number {
    this.#readVarint();
    return this.#low;
  }

  /** Rounds a value that a JavaScript number cannot represent. */
  readInt64(): number {
    this.#readVarint();
    return this.#high * 2 ** 32 + (this.#low >>> 0);
  }

  readDouble(): number {
    const start = this.#take(8);
    return this.#bytes.readDoubleLE(start);
  }

  readString(): string {
    const start = this.#takeDelimited();
    return this.#bytes.toString("utf8", start, this.#position);
  }

  /** Returns a view of the bytes, not a copy. */
  readBytes(): Buffer {
    const start = this.#takeDelimited();
    return this.#bytes.subarray(start, this.#position);
  }

  /** Skips an unknown field after its tag. */
  skip(wireType: WireType): void {
    for (let depth = 0; ;) {
      switch (wireType) {
        case 0:
          this.#readVarint();
          break;
        case 1:
          this.#take(8);
          break;
        case 2:
          this.#takeDelimited();
          break;
        case 3:
          depth++;
          break;
        case 4:
          if (depth === 0) throw new ProtobufFault("proto: unexpected end of group");
          depth--;
          break;
        case 5:
          this.#take(4);
          break;
        default:
          throw new ProtobufFault(`proto: illegal wireType ${wireType}`);
      }
      if (depth === 0) return;
      this.#readVarint();
      wireType = (this.#low & 7) as WireType; // three bits
    }
  }

  #readVarint(): void {
    let [low, high] = [0, 0];
    for (let shift = 0; ; shift += 7) {
      if (shift >= 64) throw new ProtobufFault("proto: integer overflow");
      const byte = this.#position < this.#end ? this.#bytes[this.#position++] : undefined;
      if (byte === undefined) throw new ProtobufFault(unexpectedEnd);
      const bits = byte & 0x7f;
      if (shift < 32) low |= bits << shift;
      if (shift >= 28) high |= shift < 32 ? bits >>> (32 - shift) : bits << (shift - 32);
      if (byte < 0x80) break;
    }
    this.#low = low;
    this.#high = high;
  }

  #unsigned(): number {
    return (this.#high >>> 0) * 2 ** 32 + (this.#low >>> 0);
  }

  #takeDelimited(): number {
    this.#readVarint();
    if (this.#high < 0) throw new ProtobufFault(negativeLength);
    return this.#take(this.#unsigned());
  }

  /** Advances the position and returns the previous one. */
  #take(length: number): number {
    const start = this.#position;
    if (length > this.#end - start) throw new ProtobufFault(unexpectedEnd);
    this.#position = start + length;
    return start;
  }
}
