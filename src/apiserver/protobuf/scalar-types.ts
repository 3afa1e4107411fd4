import type { Json } from "../../core/json.js";
import { ProtobufFault } from "./protobuf-fault.js";
import { fixed64, lengthDelimited, varint, type WireReader } from "./wire-reader.js";
import type { WireWriter } from "./wire-writer.js";

interface Scalar {
  readonly wireType: typeof varint | typeof fixed64 | typeof lengthDelimited;
  /** The value of a missing field, in Go and in JSON. */
  readonly zero: Json;
  read(reader: WireReader): Json;
  write(writer: WireWriter, value: Json): void;
}

const integer = {
  wireType: varint,
  zero: 0,
  write: (writer: WireWriter, value: Json) => writer.integer(Number(value)),
} as const;

export const scalars: Readonly<Record<ScalarType, Scalar>> = {
  bool: {
    wireType: varint,
    zero: false,
    read: (reader) => reader.readBool(),
    write: (writer, value) => writer.bool(value === true),
  },
  bytes: {
    wireType: lengthDelimited,
    zero: null,
    read: (reader) => reader.readBytes().toString("base64"),
    write: (writer, value) => writer.bytes(Buffer.from(textOf(value), "base64")),
  },
  double: {
    wireType: fixed64,
    zero: 0,
    read: (reader) => reader.readDouble(),
    write: (writer, value) => writer.double(Number(value)),
  },
  int32: { ...integer, read: (reader) => reader.readInt32() },
  int64: { ...integer, read: (reader) => reader.readInt64() },
  // Bytes that contain JSON. Go keeps their text.
  json: {
    wireType: lengthDelimited,
    zero: null,
    read: (reader) => parseJson(reader.readString()),
    write: (writer, value) => writer.string(JSON.stringify(value)),
  },
  string: {
    wireType: lengthDelimited,
    zero: "",
    read: (reader) => reader.readString(),
    write: (writer, value) => writer.string(textOf(value)),
  },
};

/** In a quantity, a number has the same meaning as its text. */
export function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function parseJson(text: string): Json {
  try {
    return text === "" ? null : (JSON.parse(text) as Json);
  } catch (error) {
    throw new ProtobufFault(`raw JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export type ScalarType = "bool" | "bytes" | "double" | "int32" | "int64" | "json" | "string";
