import type { JsonObject } from "../../core/json.js";
import { textOf } from "../api-object.js";
import { openEnvelope, writeEnvelope, writePart } from "./envelope.js";
import type { MessageTable } from "./message-table.js";
import { type KindReference, notRegistered, ProtobufFault } from "./protobuf-fault.js";
import { readMessage } from "./read-message.js";
import { WireWriter } from "./wire-writer.js";
import { writeMessage } from "./write-message.js";

export interface WatchEvent {
  readonly type: string;
  readonly object: JsonObject;
}

/** Encodes and decodes objects of built-in kinds as `application/vnd.kubernetes.protobuf`. */
export interface ProtobufCodec {
  /**
   * Returns the object in its JSON form, as Go prints it. `expected` supplies what the body omits about its kind; the caller
   * checks whether the rest matches.
   *
   * @throws ProtobufFault for invalid bytes, and for kinds that are not built in
   */
  decode(body: Buffer, expected: KindReference): JsonObject;
  /** Omits fields that the kind does not have. The kind must be built in. */
  encode(object: JsonObject): Buffer;
  /** Returns one frame of a watch: its length in four bytes, then the event without an envelope. The event's object has one. */
  frame(event: WatchEvent): Buffer;
}

export function createProtobufCodec(table: MessageTable): ProtobufCodec {
  const write = (object: JsonObject, writer: WireWriter): void => {
    const reference = { apiVersion: textOf(object, "apiVersion"), kind: textOf(object, "kind") };
    const type = table.findKind(reference.apiVersion, reference.kind);
    if (type === undefined) throw new Error(`${reference.apiVersion} ${reference.kind} has no form in protobuf`);
    writeEnvelope(reference, writer, () => writeMessage(type, object, writer));
  };

  return {
    decode: (body, expected) => {
      const { apiVersion, kind, raw } = openEnvelope(body, expected);
      const type = table.findKind(apiVersion, kind);
      if (type === undefined) throw notRegistered({ apiVersion, kind });
      return { kind, apiVersion, ...named({ apiVersion, kind }, () => readMessage(type, raw)) };
    },
    encode: (object) => {
      const writer = new WireWriter();
      write(object, writer);
      return writer.finish();
    },
    frame: ({ type, object }) => {
      const writer = new WireWriter();
      writePart(writer, 2, () => writePart(writer, 1, () => write(object, writer)));
      writePart(writer, 1, () => writer.raw(Buffer.from(type)));
      const length = Buffer.alloc(4);
      length.writeUInt32BE(writer.length);
      writer.raw(length);
      return writer.finish();
    },
  };
}

/** Adds the kind of the object to an error. */
function named<Result>(reference: KindReference, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof ProtobufFault ? new ProtobufFault(error.message, reference) : error;
  }
}
