/**
 * The envelope of an object: four bytes that identify protobuf, and a message that names the kind.
 * Source: k8s.io/apimachinery/pkg/runtime/serializer/protobuf/protobuf.go.
 */
import type { KindReference } from "./protobuf-fault.js";
import { ProtobufFault } from "./protobuf-fault.js";
import { lengthDelimited, WireReader, type WireType } from "./wire-reader.js";
import type { WireWriter } from "./wire-writer.js";

export interface Envelope extends KindReference {
  readonly raw: Buffer;
}

const prefix = Buffer.from("k8s\0");

/** @param expected - the type of an envelope without a type */
export function openEnvelope(body: Buffer, expected: KindReference): Envelope {
  if (body.length === 0) throw new ProtobufFault("empty data");
  if (!body.subarray(0, prefix.length).equals(prefix)) {
    const bytes = [...prefix].join(" ");
    throw new ProtobufFault(`provided data does not appear to be a protobuf message, expected prefix [${bytes}]`);
  }
  if (body.length === prefix.length) throw new ProtobufFault("empty body");
  const { 1: typeMeta = Buffer.alloc(0), 2: raw = Buffer.alloc(0) } = readParts(body.subarray(prefix.length), {
    message: "Unknown",
    fields: ["TypeMeta", "Raw", "ContentEncoding", "ContentType"],
  });
  const parts = readParts(typeMeta, { message: "TypeMeta", fields: ["APIVersion", "Kind"] });
  const [apiVersion, kind] = [parts[1]?.toString() ?? "", parts[2]?.toString() ?? ""];
  return {
    apiVersion: isGroupVersion(apiVersion) ? apiVersion : expected.apiVersion,
    kind: kind === "" ? expected.kind : kind,
    raw,
  };
}

/** @param writeRaw - writes the object's own fields */
export function writeEnvelope({ apiVersion, kind }: KindReference, writer: WireWriter, writeRaw: () => void): void {
  for (const number of [4, 3]) writePart(writer, number, () => undefined);
  writePart(writer, 2, writeRaw);
  writePart(writer, 1, () => {
    writePart(writer, 2, () => writer.raw(Buffer.from(kind)));
    writePart(writer, 1, () => writer.raw(Buffer.from(apiVersion)));
  });
  writer.raw(prefix);
}

export function writePart(writer: WireWriter, number: number, write: () => void): void {
  const from = writer.length;
  write();
  writer.endMessage(from);
  writer.tag(number, lengthDelimited);
}

/** Reads a message whose fields are strings, bytes, or messages. Returns the fields by number. */
function readParts(
  bytes: Buffer,
  { message, fields }: { readonly message: string; readonly fields: readonly string[] },
): Record<number, Buffer> {
  const parts: Record<number, Buffer> = {};
  for (const reader = new WireReader(bytes); !reader.isAtEnd;) {
    const { number, wireType } = reader.readTag(message);
    const field = fields[number - 1];
    if (field === undefined) reader.skip(wireType);
    else parts[number] = readPart(reader, field, wireType);
  }
  return parts;
}

function readPart(reader: WireReader, field: string, wireType: WireType): Buffer {
  if (wireType !== lengthDelimited) throw new ProtobufFault(`proto: wrong wireType = ${wireType} for field ${field}`);
  return reader.readBytes();
}

/** An invalid group version counts as missing (TypeMeta.GroupVersionKind). */
function isGroupVersion(text: string): boolean {
  return text !== "" && text.split("/").length <= 2;
}
