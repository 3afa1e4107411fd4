import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { brotliDecompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { newestVersion } from "../../../src/schema/kubernetes-versions.js";
import { loadProtobufCodec } from "../../../src/apiserver/protobuf/load-codec.js";
import { ProtobufFault } from "../../../src/apiserver/protobuf/protobuf-fault.js";
import type { JsonObject } from "../../../src/core/json.js";
import { seededRandom } from "./random-object.js";

interface Reference {
  readonly given: JsonObject;
  readonly json: JsonObject;
  readonly protobuf: string;
}

const codec = loadProtobufCodec(newestVersion);
const data = readFileSync(new URL("../../data/protobuf/go.json.br", import.meta.url));
const references = JSON.parse(brotliDecompressSync(data).toString()) as Reference[];
const configMap = { apiVersion: "v1", kind: "ConfigMap" };
const unnamed = { apiVersion: "", kind: "" };

describe("an object of any kind, as Go's client has it", () => {
  test("is read as Go reads it", () => {
    for (const { json, protobuf } of references) {
      const decoded = codec.decode(Buffer.from(protobuf, "base64"), unnamed);
      expect(isDeepStrictEqual(decoded, json), showReference(json)).toBe(true);
    }
  });

  test("is written byte by byte as Go writes it", () => {
    for (const { given, json, protobuf } of references) {
      const isSame = [given, json].map((object) => codec.encode(object).toString("base64") === protobuf);
      expect(isSame, showReference(json)).toEqual([true, true]);
    }
  });

  test("that has been damaged is read somehow or refused", () => {
    const random = seededRandom(7);
    const outcomes = references.flatMap(({ protobuf }) =>
      Array.from({ length: 5 }, () => {
        const body = Buffer.from(protobuf, "base64");
        body[4 + Math.floor(random() * (body.length - 4))] = Math.floor(random() * 256);
        return outcomeOf(() => codec.decode(body, configMap));
      }),
    );
    expect(new Set(outcomes)).toEqual(new Set(["read", "refused"]));
  });
});

describe("a body", () => {
  const envelope = (apiVersion: string, kind: string, raw: Buffer): Buffer => {
    const typeMeta = Buffer.concat([part(1, apiVersion), part(2, kind)]);
    return Buffer.concat([Buffer.from("k8s\0"), part(1, typeMeta), part(2, raw), part(3, ""), part(4, "")]);
  };
  const metadata = part(1, part(1, "abc"));
  const object = { ...configMap, metadata: { name: "abc" } };

  test.each([
    ["without a kind", envelope("v1", "", metadata)],
    ["without a version", envelope("", "ConfigMap", metadata)],
    ["with a version that is none", envelope("a/b/c", "ConfigMap", metadata)],
    ["with a field that nobody knows", envelope("v1", "ConfigMap", Buffer.concat([metadata, part(31, "a")]))],
    ["with a group of fields that nobody knows", envelope("v1", "ConfigMap", hex("f3010801f401", metadata))],
    ["with metadata in two parts", envelope("v1", "ConfigMap", Buffer.concat([part(1, part(1, "x")), metadata]))],
  ])("%s is what was expected", (_, body) => {
    expect(codec.decode(body, configMap)).toEqual(object);
  });

  test("may name options by any group", () => {
    expect(codec.decode(envelope("foo/v1", "DeleteOptions", hex("0805")), unnamed)).toEqual({
      ...{ apiVersion: "foo/v1", kind: "DeleteOptions" },
      gracePeriodSeconds: 5,
    });
  });

  test("may pack the numbers of a list", () => {
    const raw = part(2, part(14, part(4, hex("01ac02"))));
    const pod = codec.decode(envelope("v1", "Pod", raw), unnamed);
    expect(pod).toMatchObject({ spec: { securityContext: { supplementalGroups: [1, 300] } } });
  });

  // Recorded from kube-apiserver 1.35.4.
  test.each([
    ["", "empty data"],
    ["6b387300", "empty body"],
    ["7b7d", "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]"],
    ["6b38", "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]"],
    ["6b387300ff", "unexpected EOF"],
    ["6b3873000c", "proto: Unknown: wiretype end group for non-group"],
    ["6b3873000001", "proto: Unknown: illegal tag 0 (wire type 0)"],
  ])("%s is refused: %s", (body, message) => {
    expect(() => codec.decode(Buffer.from(body, "hex"), configMap)).toThrow(new ProtobufFault(message));
  });

  test.each([
    ["0a30616263", "unexpected EOF"],
    ["0801", "proto: wrong wireType = 0 for field ObjectMeta"],
    ["0a022801", "proto: wrong wireType = 0 for field UID"],
    ["0001", "proto: ConfigMap: illegal tag 0 (wire type 0)"],
    ["0c", "proto: ConfigMap: wiretype end group for non-group"],
    ["ff".repeat(11), "proto: integer overflow"],
    [`0a${"ff".repeat(9)}01`, "proto: negative length found during unmarshaling"],
    ["fe0101", "proto: illegal wireType 6"],
    ["ff0101", "proto: illegal wireType 7"],
    ["fa017f", "unexpected EOF"],
  ])("with an object of %s is refused: %s", (raw, message) => {
    const fault = new ProtobufFault(message, configMap);
    const body = envelope("v1", "ConfigMap", hex(raw));
    expect(() => codec.decode(body, unnamed)).toThrow(fault);
  });

  test.each([
    ["v1", "Foo"],
    ["foo.bar/v1", "Foo"],
    ["v1beta1", "ConfigMap"],
    ["v1", "ObjectMeta"],
    ["basic", "Quantity"],
  ])("of %s %s is refused, which is no kind", (apiVersion, kind) => {
    const message = `no kind "${kind}" is registered for version "${apiVersion}" in scheme "pkg/runtime/scheme.go:111"`;
    const body = envelope(apiVersion, kind, metadata);
    expect(() => codec.decode(body, configMap)).toThrow(new ProtobufFault(message, { apiVersion, kind }));
  });
});

describe("a watch", () => {
  test("has each event in a frame", () => {
    const object = { ...configMap, metadata: { name: "abc" }, data: { a: "b" } };
    const frame = codec.frame({ type: "ADDED", object });
    const body = codec.encode(object);
    expect(frame.readUInt32BE(0)).toBe(frame.length - 4);
    expect(frame.subarray(4)).toEqual(Buffer.concat([part(1, "ADDED"), part(2, part(1, body))]));
  });
});

function showReference({ apiVersion, kind }: JsonObject): string {
  return JSON.stringify({ apiVersion, kind });
}

function outcomeOf(decode: () => unknown): unknown {
  try {
    decode();
    return "read";
  } catch (error) {
    return error instanceof ProtobufFault ? "refused" : error;
  }
}

function part(number: number, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  const tag = number < 16 ? [number * 8 + 2] : [((number * 8 + 2) & 0x7f) | 0x80, number >> 4];
  return Buffer.concat([Buffer.from([...tag, bytes.length]), bytes]);
}

function hex(text: string, rest: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.concat([Buffer.from(text, "hex"), rest]);
}
