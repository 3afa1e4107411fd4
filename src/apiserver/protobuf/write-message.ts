import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import type { MessageField, MessageType } from "./message-table.js";
import { scalars } from "./scalar-types.js";
import { lengthDelimited } from "./wire-reader.js";
import type { WireWriter } from "./wire-writer.js";

/** Writes a message's fields as Go would after reading their JSON, byte for byte. The caller writes the length. */
export function writeMessage(type: MessageType, json: JsonObject, writer: WireWriter): void {
  for (const field of type.descending) {
    const value = field.isInline ? json : (json[field.name] ?? null);
    if (field.shape === "one") writeOne(field, value, writer);
    else if (field.shape === "list") writeItems(field, value, writer);
    else writeEntries(field, value, writer);
  }
}

function writeOne(field: MessageField, value: Json, writer: WireWriter): void {
  const isNil = value === null && (field.isNullable || field.type === "bytes");
  if (!isNil) writeValue(field, field.number, value, writer);
}

function writeItems(field: MessageField, items: Json, writer: WireWriter): void {
  if (!Array.isArray(items)) return;
  for (let index = items.length - 1; index >= 0; index--) writeValue(field, field.number, items[index] ?? null, writer);
}

function writeEntries(field: MessageField, map: Json, writer: WireWriter): void {
  if (!isJsonObject(map)) return;
  const descending = Object.keys(map).sort((a, b) => (a < b ? 1 : -1));
  for (const key of descending) {
    const from = writer.length;
    writeValue(field, 2, map[key] ?? null, writer);
    writer.string(key);
    writer.tag(1, lengthDelimited);
    writer.endMessage(from);
    writer.tag(field.number, lengthDelimited);
  }
}

/** Go has a zero value where JSON has null. */
function writeValue({ type }: MessageField, number: number, value: Json, writer: WireWriter): void {
  if (typeof type === "string") {
    const scalar = scalars[type];
    scalar.write(writer, value ?? scalar.zero ?? "");
    writer.tag(number, scalar.wireType);
    return;
  }
  const target = type.resolve();
  const message = target.form === undefined ? value : target.form.fromJson(value);
  const from = writer.length;
  writeMessage(target, isJsonObject(message) ? message : {}, writer);
  writer.endMessage(from);
  writer.tag(number, lengthDelimited);
}
