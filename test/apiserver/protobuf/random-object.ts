import type { MessageField, MessageTable, MessageType } from "../../../src/apiserver/protobuf/message-table.js";
import type { Json, JsonObject } from "../../../src/core/json.js";

/** Mulberry32: returns a generator of numbers from 0 to 1, the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface RandomObjectOptions {
  readonly apiVersion: string;
  readonly kind: string;
  readonly random: () => number;
}

/** Creates an object in which any field may be present or absent, whatever the rules of its kind. */
export function randomObject(table: MessageTable, { apiVersion, kind, random }: RandomObjectOptions): JsonObject {
  const type = table.findKind(apiVersion, kind)!;
  return { apiVersion, kind, ...new Generator(table, random).object(type, 0) };
}

const texts = [
  "",
  "a",
  "web-1",
  "größer",
  "日本語",
  "a/b.c",
  "<&>",
  '"quoted"\n',
  "\u0000",
  "👍",
  "__proto__",
  "x".repeat(130),
];
const integers = [0, 1, 7, 80, 127, 128, 300, 65_536, 2 ** 31 - 1, -1, -128, -(2 ** 31)];
const times = ["2026-01-31T12:00:00Z", "1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z"];
const microTimes = ["2026-01-31T12:00:00.000001Z", "1969-12-31T23:59:59.250000Z", "2000-02-29T00:00:00.000000Z"];

class Generator {
  readonly #table: MessageTable;
  readonly #random: () => number;

  constructor(table: MessageTable, random: () => number) {
    this.#table = table;
    this.#random = random;
  }

  object(type: MessageType, depth: number): JsonObject {
    const likely = depth < 3 ? 0.6 : depth < 6 ? 0.25 : 0.05;
    const object: JsonObject = {};
    for (const field of type.fields) {
      if (field.isInline) Object.assign(object, this.#value(field, depth));
      else if (this.#random() < likely) object[field.name] = this.#shaped(field, depth);
    }
    return object;
  }

  #shaped(field: MessageField, depth: number): Json {
    if (field.shape === "one") return this.#value(field, depth + 1);
    const count = Math.floor(this.#random() * 3);
    const values = Array.from({ length: count }, () => this.#value(field, depth + 1));
    return field.shape === "list" ? values : Object.fromEntries(values.map((value) => [this.#pick(texts), value]));
  }

  #value({ type }: MessageField, depth: number): Json {
    switch (type) {
      case "bool":
        return this.#random() < 0.5;
      case "bytes":
        return Buffer.from(Array.from({ length: this.#pick([1, 2, 3, 30]) }, () => this.#random() * 256)).toString(
          "base64",
        );
      case "double":
        return this.#pick([0, 1, -2.5, 1e-7, 2 ** 60]);
      case "int32":
        return this.#pick(integers);
      case "int64":
        return this.#pick([...integers, 2 ** 40, -(2 ** 40), Number.MAX_SAFE_INTEGER]);
      case "json":
        return this.#pick<Json>([{}, { a: [1, null, { b: "c" }] }, []]);
      case "string":
        return this.#pick(texts);
      default:
        return type.apiVersion === "basic" ? this.#basic(type.name, depth) : this.object(type.resolve(), depth);
    }
  }

  #basic(name: string, depth: number): Json {
    switch (name) {
      case "IntOrString":
        return this.#pick([0, 8080, "http", "50%", "", -1]);
      case "JSONSchemaPropsOrArray":
        return this.#pick([() => this.#schema(depth), () => [this.#schema(depth), this.#schema(depth)]])();
      case "JSONSchemaPropsOrBool":
        return this.#pick([() => true, () => false, () => this.#schema(depth)])();
      case "JSONSchemaPropsOrStringArray":
        return this.#pick([() => ["a", ""], () => this.#schema(depth)])();
      case "MicroTime":
        return this.#pick(microTimes);
      case "Quantity":
        return this.#pick(["0", "1", "100m", "1Gi", "5e3", "-2k", "1500u"]);
      case "Strings":
        return this.#pick([[], ["a"], ["get", "", "list"]]);
      case "Time":
        return this.#pick(times);
      default:
        return this.#pick<Json>([{}, { "f:spec": { "f:replicas": {} } }]);
    }
  }

  #schema(depth: number): Json {
    const type = this.#table.get("apiextensions.k8s.io/v1", "JSONSchemaProps");
    return this.object(type, depth + 2);
  }

  #pick<Value>(values: readonly Value[]): Value {
    return values[Math.floor(this.#random() * values.length)]!;
  }
}
