import type { Json, JsonObject } from "../../core/json.js";
import type { MessageField, MessageType } from "./message-table.js";
import { ProtobufFault } from "./protobuf-fault.js";
import { scalars } from "./scalar-types.js";
import { lengthDelimited, WireReader, type WireType } from "./wire-reader.js";

/** Reads a message and returns it as Go would print it in JSON. */
export function readMessage(type: MessageType, bytes: Buffer): JsonObject {
  const found: FoundFields = { values: new Map(), parts: new Map(), items: new Map(), entries: new Map() };
  for (const reader = new WireReader(bytes); !reader.isAtEnd;) {
    const { number, wireType } = reader.readTag(type.name);
    const field = type.byNumber.get(number);
    if (field === undefined) reader.skip(wireType);
    else readField(field, { reader, wireType }, found);
  }
  return toJson(type, found);
}

interface FoundFields {
  readonly values: Map<MessageField, Json>;
  /** For messages: a field that appears twice is one message in two parts. */
  readonly parts: Map<MessageField, Buffer[]>;
  readonly items: Map<MessageField, Json[]>;
  readonly entries: Map<MessageField, [key: string, value: Json][]>;
}

interface Place {
  readonly reader: WireReader;
  readonly wireType: WireType;
}

function readField(field: MessageField, place: Place, found: FoundFields): void {
  if (field.shape === "list") readItems(field, place, listIn(found.items, field));
  else if (field.shape === "map") listIn(found.entries, field).push(readEntry(field, place));
  else if (typeof field.type === "string") found.values.set(field, readValue(field, place));
  else {
    checkWireType(field, place.wireType, lengthDelimited);
    listIn(found.parts, field).push(place.reader.readBytes());
  }
}

function listIn<Item>(lists: Map<MessageField, Item[]>, field: MessageField): Item[] {
  let list = lists.get(field);
  if (list === undefined) lists.set(field, (list = []));
  return list;
}

/** Numbers can be packed into one field. */
function readItems(field: MessageField, { reader, wireType }: Place, items: Json[]): void {
  const own = wireTypeOf(field);
  if (own === lengthDelimited || wireType !== lengthDelimited) {
    items.push(readValue(field, { reader, wireType }));
    return;
  }
  const packed = new WireReader(reader.readBytes());
  while (!packed.isAtEnd) items.push(readValue(field, { reader: packed, wireType: own }));
}

function readEntry(field: MessageField, { reader, wireType }: Place): [key: string, value: Json] {
  checkWireType(field, wireType, lengthDelimited);
  let key = "";
  // In a map, missing bytes are empty, not nil.
  let value: Json = field.type === "bytes" ? "" : zeroOf(field);
  for (const entry = new WireReader(reader.readBytes()); !entry.isAtEnd;) {
    const { number, wireType: given } = entry.readTag(field.goName);
    if (number === 1) key = entry.readString();
    else if (number === 2) value = readValue(field, { reader: entry, wireType: wireTypeOf(field) });
    else entry.skip(given);
  }
  return [key, value];
}

function readValue(field: MessageField, { reader, wireType }: Place): Json {
  checkWireType(field, wireType, wireTypeOf(field));
  return typeof field.type === "string"
    ? scalars[field.type].read(reader)
    : readReferenced(field.type.resolve(), reader.readBytes());
}

function readReferenced(type: MessageType, bytes: Buffer): Json {
  const message = readMessage(type, bytes);
  return type.form === undefined ? message : type.form.toJson(message);
}

function toJson(type: MessageType, found: FoundFields): JsonObject {
  const json: JsonObject = {};
  for (const field of type.fields) {
    const value = valueOf(field, found);
    if (field.isInline) Object.assign(json, value);
    else if (value !== undefined) json[field.name] = value;
  }
  return json;
}

/** Returns undefined if Go would omit the field. */
function valueOf(field: MessageField, found: FoundFields): Json | undefined {
  const absent = field.omits === "never" ? null : undefined;
  if (field.shape === "list") return found.items.get(field) ?? absent;
  if (field.shape === "map") {
    const entries = found.entries.get(field);
    return entries === undefined ? absent : Object.fromEntries(entries);
  }
  const value = field.isNullable ? foundValue(field, found) : (foundValue(field, found) ?? zeroOf(field));
  if (value === undefined || (field.omits === "empty" && isEmpty(field, value))) return absent;
  return field.omits === "zero" && value === null ? undefined : value;
}

function foundValue(field: MessageField, { values, parts }: FoundFields): Json | undefined {
  if (typeof field.type === "string") return values.get(field);
  const [first, ...others] = parts.get(field) ?? [];
  if (first === undefined) return undefined;
  return readReferenced(field.type.resolve(), others.length === 0 ? first : Buffer.concat([first, ...others]));
}

/** Pointers and structs are never empty. */
function isEmpty(field: MessageField, value: Json): boolean {
  if (Array.isArray(value)) return value.length === 0;
  const isScalar = typeof field.type === "string" && !field.isNullable;
  return isScalar && (value === "" || value === 0 || value === false || value === null);
}

const nothing = Buffer.alloc(0);

function zeroOf({ type }: MessageField): Json {
  return typeof type === "string" ? scalars[type].zero : readReferenced(type.resolve(), nothing);
}

function wireTypeOf({ type }: MessageField): WireType {
  return typeof type === "string" ? scalars[type].wireType : lengthDelimited;
}

function checkWireType({ goName }: MessageField, given: WireType, expected: WireType): void {
  if (given !== expected) throw new ProtobufFault(`proto: wrong wireType = ${given} for field ${goName}`);
}
