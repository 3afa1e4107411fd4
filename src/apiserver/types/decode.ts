/**
 * Converts an object of a built-in kind to the form that clients read back, as if Go had decoded it into the struct of its
 * type and printed the result. It drops unknown fields, and empty fields that Go omits, and adds the fields that Go always
 * prints.
 */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import { isInteger, readBytes, specialReaders } from "./decode-special.js";
import { type Place, wrongTypeFault } from "./go-fault.js";
import type { GoField, TypeNode } from "./type-node.js";
import { filledIn, isGoStruct, isStruct, zeroValue } from "./zero-value.js";

export interface DecodedValue {
  readonly object: JsonObject;
  /** The dropped fields, in the order of the object: `spec.containers[0].foo`. */
  readonly unknownFields: readonly string[];
  /** The first value that does not fit the type, with the message of Go's decoder. */
  readonly fault?: string;
}

/** Returns a new object, which shares untyped values with the original. */
export function decodeBuiltIn(object: JsonObject, type: TypeNode): DecodedValue {
  const decoder = new Decoder();
  const decoded = decoder.readStruct(object, type, { struct: type.typeName ?? "", path: [] }, "");
  const { unknownFields, fault } = decoder;
  return { object: decoded, unknownFields, ...(fault === undefined ? {} : { fault }) };
}

class Decoder {
  readonly unknownFields: string[] = [];
  fault: string | undefined;

  readStruct(value: JsonObject, node: TypeNode, place: Place, at: string): JsonObject {
    const members: [name: string, value: Json][] = [];
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      const fieldAt = at === "" ? name : `${at}.${name}`;
      const field = node.field(name);
      if (field === undefined) {
        this.unknownFields.push(fieldAt);
        continue;
      }
      if (member === null) continue;
      const go = node.goField?.(name);
      const inner = { struct: node.typeName ?? "", path: [...place.path, name] };
      const decoded = this.#read(member, field, { goType: go?.type ?? "", place: inner, at: fieldAt });
      if (decoded !== null && !isOmitted(decoded, field, go)) members.push([name, decoded]);
    }
    return filledIn(Object.fromEntries(members), node);
  }

  #read(value: Json, node: TypeNode, spot: Spot): Json {
    if (value === null) return zeroValue(node);
    const special = node.format === undefined ? undefined : specialReaders[node.format];
    if (special !== undefined) {
      const reading = special(value, spot.place);
      return "fault" in reading ? this.#fail(reading.fault) : reading.value;
    }
    switch (node.type) {
      case "any":
        return this.#readAlternative(value, node);
      case "object":
        return this.#readObject(value, node, spot);
      case "array":
        return this.#readList(value, node, spot);
      default:
        return this.#readScalar(value, node, spot);
    }
  }

  #readAlternative(value: Json, { alternative, typeName }: TypeNode): Json {
    if (alternative === undefined) return value;
    // The type of the value reads its own JSON, so Go's strict decoder does not check its fields.
    const inner = new Decoder();
    const start = { struct: alternative.typeName ?? "", path: [] };
    const read = (each: Json): Json => (isJsonObject(each) ? inner.readStruct(each, alternative, start, "") : each);
    const decoded = typeName === "JSONSchemaPropsOrArray" && Array.isArray(value) ? value.map(read) : read(value);
    if (inner.fault !== undefined) this.#fail(inner.fault);
    return decoded;
  }

  #readObject(value: Json, node: TypeNode, spot: Spot): Json {
    if (!isJsonObject(value)) return this.#mismatch(value, spot);
    if (isStruct(node)) return this.readStruct(value, node, spot.place, spot.at);
    const { values } = node;
    if (values === undefined) return value;
    const goType = spot.goType.replace(/^map\[[^\]]*\]/, "");
    const entries = Object.entries(value).map(([key, member]): [string, Json] => [
      key,
      // A null in a map of bytes is stored as no bytes.
      values.format === "byte" && member === null
        ? ""
        : this.#read(member ?? null, values, { goType, place: spot.place, at: `${spot.at}.${key}` }),
    ]);
    return Object.fromEntries(entries);
  }

  #readList(value: Json, node: TypeNode, spot: Spot): Json {
    if (!Array.isArray(value)) return this.#mismatch(value, spot);
    const { items } = node;
    if (items === undefined) return value;
    const goType = spot.goType.replace(/^\[\]/, "");
    return value.map((item, index) =>
      this.#read(item, items, { goType, place: spot.place, at: `${spot.at}[${index}]` }),
    );
  }

  #readScalar(value: Json, node: TypeNode, spot: Spot): Json {
    if (node.type === "string" && typeof value === "string") {
      if (node.format !== "byte") return value;
      const reading = readBytes(value);
      return "fault" in reading ? this.#fail(reading.fault) : reading.value;
    }
    if (node.type === "boolean" && typeof value === "boolean") return value;
    if (typeof value !== "number" || node.type === "string" || node.type === "boolean")
      return this.#mismatch(value, spot);
    if (node.type === "number" || isInteger(value, spot.goType)) return value;
    return this.#mismatch(value, spot, String(value));
  }

  #mismatch(value: Json, { goType, place }: Spot, literal?: string): null {
    return this.#fail(wrongTypeFault(value, goType, place, literal));
  }

  /** Go continues after an error, and reports the first one. */
  #fail(fault: string): null {
    this.fault ??= fault;
    return null;
  }
}

interface Spot {
  readonly goType: string;
  readonly place: Place;
  /** The path in the form of strict decoding: `spec.containers[0]`. */
  readonly at: string;
}

/** Reports whether Go omits the value because of an omitempty tag. */
function isOmitted(value: Json, node: TypeNode, go: GoField | undefined): boolean {
  if (go === undefined || !go.isOmittedWhenEmpty || go.isPointer || isGoStruct(node)) return false;
  if (Array.isArray(value)) return value.length === 0;
  if (isJsonObject(value)) return Object.keys(value).length === 0;
  return value === "" || value === 0 || value === false;
}
