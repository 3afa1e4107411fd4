/** Readers of values: of protobuf, of definitions, of custom resources. */
import { newestVersion } from "../../../src/schema/kubernetes-versions.js";
import { MessageTable } from "../../../src/apiserver/protobuf/message-table.js";
import { readProtobufMessages } from "../../../src/apiserver/protobuf-messages.js";
import { createProtobufCodec } from "../../../src/apiserver/protobuf/protobuf-codec.js";
import { prune } from "../../../src/apiserver/custom-resources/prune.js";
import { compileDefaults } from "../../../src/apiserver/custom-resources/structural-defaults.js";
import { compileValidator } from "../../../src/apiserver/custom-resources/value-validator.js";
import { apiextensionsRules } from "../../../src/apiserver/custom-resources/definition/definition-rules.js";
import type { ApiObject } from "../../../src/apiserver/api-object.js";
import { scanJson } from "../../../src/apiserver/types/scan-json.js";
import { findTooLargeNumber } from "../../../src/apiserver/types/too-large-number.js";
import type { Json, JsonObject } from "../../../src/core/json.js";
import { Patterns } from "../../../src/schema/patterns.js";
import { ofInput, ofText, type SizeCases } from "./size-case.js";
import { listOf, mapOf, typeOf } from "./make-values.js";

const codec = createProtobufCodec(new MessageTable(readProtobufMessages(newestVersion)));
const definitions = typeOf("apiextensions.k8s.io/v1", "CustomResourceDefinition");
const patterns = new Patterns();
/** The bytes of a message: each field as often as there are sizes. */
const varint = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]);
const field = (number: number, bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes]);
const envelope = (raw: Buffer): Buffer => Buffer.concat([Buffer.from("k8s\0"), field(2, raw)]);
const decode = (apiVersion: string, kind: string, makeRaw: (size: number) => Buffer, name: string) =>
  ofInput(
    name,
    (size) => envelope(makeRaw(size)),
    (body) => codec.decode(body, { apiVersion, kind }),
    50_000,
  );
const many = (size: number, part: Buffer): Buffer => Buffer.alloc(size * part.length, part);
const definition = (schema: JsonObject): ApiObject => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "as.example.com" },
  spec: {
    ...{
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "as", singular: "a", kind: "A", listKind: "AList" },
    },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
  },
});
const text = { type: "string" };
const inSchema = (name: string, make: (size: number) => JsonObject) =>
  ofInput(
    name,
    (size) => definition(make(size)),
    (object) => {
      const rules = apiextensionsRules["customresourcedefinitions"];
      rules?.setDefaults?.(object);
      rules?.prepareForCreate?.(object, { username: "a", groups: [] });
      return rules?.validate?.(object);
    },
    1_000,
  );
const structural = (properties: JsonObject): JsonObject => ({
  type: "object",
  properties: { spec: { type: "object", properties } },
});
const wide = (size: number): JsonObject => structural(mapOf(size, () => ({ ...text, maxLength: 3 })));

export const values: SizeCases = {
  "apiserver/protobuf/protobuf-codec.ts": [
    decode("v1", "ConfigMap", (n) => many(n, field(2, field(1, Buffer.from("a")))), "of one key many times"),
    decode(
      "v1",
      "ConfigMap",
      (n) => Buffer.concat(listOfBuffers(n, (at) => field(2, field(1, Buffer.from(`${at}`))))),
      "of many keys",
    ),
    decode("v1", "ConfigMap", (n) => many(n, Buffer.from([0xa3, 0x01])), "of groups that do not end"),
    decode("v1", "ConfigMap", (n) => many(n, Buffer.from([0xa2, 0x06, 0x00])), "of fields that no one knows"),
    decode("v1", "ConfigMap", (n) => many(n, Buffer.from([0x80])), "of a number without end"),
  ],
  "apiserver/protobuf/read-message.ts": [
    decode("v1", "Pod", (n) => many(n, field(1, field(1, Buffer.from("a")))), "of one message in many parts"),
    decode("v1", "Pod", (n) => field(2, many(n, field(2, field(1, Buffer.from("a"))))), "of many containers"),
    decode("v1", "Event", (n) => many(n, field(4, Buffer.from("a"))), "of one text many times"),
    decode(
      "v1",
      "Pod",
      (n) => field(1, many(n, field(17, field(7, field(1, Buffer.from("{}")))))),
      "of managed fields",
    ),
  ],
  "apiserver/protobuf/envelope.ts": [
    ofInput(
      "of many parts",
      (n) => Buffer.concat([Buffer.from("k8s\0"), many(n, field(1, Buffer.alloc(0)))]),
      (body) => codec.decode(body, { apiVersion: "v1", kind: "Pod" }),
    ),
  ],
  "apiserver/custom-resources/definition/definition-rules.ts": [
    inSchema("with many properties", wide),
    inSchema("with many required ones", (n) => ({ ...wide(1), required: Object.keys(mapOf(n)) })),
    inSchema("with a long list of values", (n) => structural({ a: { ...text, enum: listOf(n, (at) => `e${at}`) } })),
    inSchema("with a long default", (n) =>
      structural({ a: { type: "array", items: text, default: listOf(n, String) } }),
    ),
    inSchema("with many branches", (n) => structural({ a: { ...text, anyOf: listOf(n, () => ({ minLength: 1 })) } })),
    inSchema("with many rules", (n) =>
      structural({
        a: { ...text, maxLength: 3, "x-kubernetes-validations": listOf(n, (at) => ({ rule: `self != 'a${at}'` })) },
      }),
    ),
    ofInput(
      "of many versions",
      (n) => {
        const object = definition(wide(1));
        const [version] = (object["spec"] as JsonObject)["versions"] as Json[];
        (object["spec"] as JsonObject)["versions"] = listOf(n, (at) => ({
          ...(version as JsonObject),
          name: `v${at + 1}`,
        }));
        return object;
      },
      (object) => apiextensionsRules["customresourcedefinitions"]?.validate?.(object),
      500,
    ),
  ],
  "apiserver/custom-resources/value-validator.ts": [
    ofInput(
      "of many values",
      (n) => mapOf(n, () => "a"),
      (value) =>
        compileValidator(
          { type: "object", additionalProperties: { type: "integer" } },
          { patterns, version: "1.37" },
        ).validate(value, ""),
    ),
    ofInput(
      "of many items",
      (n) => listOf(n, String),
      (value) =>
        compileValidator(
          { type: "array", items: { type: "string", enum: ["a"] }, uniqueItems: false },
          { patterns, version: "1.37" },
        ).validate(value, ""),
    ),
    ofInput(
      "of many properties",
      (n) => [wide(n), { spec: mapOf(n, () => "abcd") }] as const,
      ([schema, value]) => compileValidator(schema, { patterns, version: "1.37" }).validate(value, ""),
    ),
  ],
  "apiserver/custom-resources/prune.ts": [
    ofInput(
      "of fields that a schema lacks",
      (n) => ({ spec: mapOf(n) }),
      (value) => prune(value, structural({}), true),
    ),
  ],
  "apiserver/custom-resources/structural-defaults.ts": [
    ofInput(
      "of many items",
      (n) => [{ a: listOf(n, () => ({})) }] as const,
      ([value]) =>
        compileDefaults({
          type: "object",
          properties: {
            a: { type: "array", items: { type: "object", properties: { b: { type: "string", default: "c" } } } },
          },
        })?.(value),
    ),
  ],
  "apiserver/types/too-large-number.ts": ofText(findTooLargeNumber, "1", "1e", "1e9", '"', "\\", "0.", "-", "1e999,"),
  "apiserver/types/type-node.ts": [
    ofInput(
      "of unknown fields",
      (n) => JSON.stringify(mapOf(n)),
      (body) => scanJson(body, definitions),
    ),
  ],
};

function listOfBuffers(size: number, make: (index: number) => Buffer): Buffer[] {
  return Array.from({ length: size }, (_, at) => make(at));
}
