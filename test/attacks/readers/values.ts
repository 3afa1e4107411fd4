/** Readers of values: patches, managed fields, messages, schemas, and texts that are read in the light of one. */
import { applyPatch as applyJson } from "../../../src/apiserver/endpoints/patch.js";
import { fieldsOfLastApplied } from "../../../src/apiserver/field-management/last-applied.js";
import { readManagers } from "../../../src/apiserver/field-management/managers.js";
import { pathsOf, readFieldsV1, toFieldsV1 } from "../../../src/apiserver/field-management/fields-v1.js";
import { applyMergePatch } from "../../../src/apiserver/patches/merge-patch.js";
import { applyStrategicMergePatch } from "../../../src/apiserver/patches/strategic-merge-patch.js";
import { MessageTable } from "../../../src/apiserver/protobuf/message-table.js";
import { readProtobufMessages } from "../../../src/apiserver/protobuf-messages.js";
import { createProtobufCodec } from "../../../src/apiserver/protobuf/protobuf-codec.js";
import { prune } from "../../../src/apiserver/custom-resources/prune.js";
import { compileDefaults } from "../../../src/apiserver/custom-resources/structural-defaults.js";
import { compileValidator } from "../../../src/apiserver/custom-resources/value-validator.js";
import { apiextensionsRules } from "../../../src/apiserver/custom-resources/definition/definition-rules.js";
import type { ApiObject } from "../../../src/apiserver/api-object.js";
import type { TypeNode } from "../../../src/apiserver/types/type-node.js";
import { BuiltInTypes } from "../../../src/apiserver/types/built-in-types.js";
import { scanJson } from "../../../src/apiserver/types/scan-json.js";
import { findTooLargeNumber } from "../../../src/apiserver/types/too-large-number.js";
import { applyJsonPatch } from "../../../src/core/json-patch.js";
import type { Json, JsonObject } from "../../../src/core/json.js";
import { GoFields } from "../../../src/schema/go-fields.js";
import { OpenApiData } from "../../../src/schema/openapi-data.js";
import { Patterns } from "../../../src/schema/patterns.js";
import { ofInput, ofText, type SizeCases } from "./size-case.js";

const types = new BuiltInTypes(new OpenApiData(), new GoFields());
const codec = createProtobufCodec(new MessageTable(readProtobufMessages()));
const pod = typeOf("v1", "Pod");
const service = typeOf("v1", "Service");
const definitions = typeOf("apiextensions.k8s.io/v1", "CustomResourceDefinition");
const patterns = new Patterns();

function typeOf(apiVersion: string, kind: string): TypeNode {
  const type = types.ofKind(apiVersion, kind);
  if (type === undefined) throw new Error(`no ${kind}`);
  return type;
}

const listOf = (size: number, item: (index: number) => Json): Json[] =>
  Array.from({ length: size }, (_, at) => item(at));
const mapOf = (size: number, value: (index: number) => Json = () => 1): JsonObject =>
  Object.fromEntries(Array.from({ length: size }, (_, at) => [`k${at}`, value(at)]));
const named = (size: number, more: JsonObject = {}): Json[] => listOf(size, (at) => ({ name: `n${at}`, ...more }));
const withContainers = (containers: Json[], more: JsonObject = {}): JsonObject => ({ spec: { containers, ...more } });
const reversed = (list: Json[]): Json[] => list.toReversed();

/** A strategic merge patch of two pods, by what their lists of containers are. */
const strategic = (name: string, make: (size: number) => readonly [live: JsonObject, patch: JsonObject], type = pod) =>
  ofInput(name, make, ([live, patch]) => applyStrategicMergePatch(live, patch, type), 4_000);

/** A JSON patch by the operations that are done one after another. */
const jsonPatch = (name: string, document: (size: number) => Json, operation: (index: number) => Json) =>
  ofInput(
    name,
    (size) => [document(size), listOf(size, operation)] as const,
    ([value, operations]) => applyJsonPatch(value, operations),
    4_000,
  );

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
  "apiserver/patches/merge-patch.ts": [
    ofInput(
      "of many keys",
      (n) => [mapOf(n), mapOf(n)] as const,
      ([live, patch]) => applyMergePatch(live, patch),
    ),
    ofInput(
      "that deletes",
      (n) => [mapOf(n), mapOf(n, () => null)] as const,
      ([live, patch]) => applyMergePatch(live, patch),
    ),
    ofInput(
      "of maps in maps",
      (n) => mapOf(n, () => ({ a: { b: null } })),
      (patch) => applyMergePatch({}, patch),
    ),
  ],
  "apiserver/patches/strategic-merge-patch.ts": [
    strategic("of a map", (n) => [{ metadata: { labels: mapOf(n) } }, { metadata: { labels: mapOf(n) } }]),
    strategic("that retains keys", (n) => [
      { metadata: { labels: mapOf(n) } },
      { metadata: { labels: { ...mapOf(n), $retainKeys: Object.keys(mapOf(n)) } } },
    ]),
    strategic("that deletes from a set", (n) => [
      { metadata: { finalizers: listOf(n, String) } },
      { metadata: { "$deleteFromPrimitiveList/finalizers": reversed(listOf(n, String)) } },
    ]),
  ],
  "apiserver/patches/strategic-lists.ts": [
    strategic("of the same items", (n) => [withContainers(named(n)), withContainers(named(n, { image: "a" }))]),
    strategic("of other items", (n) => [
      withContainers(named(n)),
      withContainers(listOf(n, (at) => ({ name: `o${at}` }))),
    ]),
    strategic("of one item many times", (n) => [withContainers([]), withContainers(listOf(n, () => ({ name: "a" })))]),
    strategic("that deletes", (n) => [withContainers(named(n)), withContainers(named(n, { $patch: "delete" }))]),
    strategic("of a set", (n) => [
      { metadata: { finalizers: listOf(n, String) } },
      { metadata: { finalizers: listOf(n, (at) => `b${at}`) } },
    ]),
    strategic(
      "of ports",
      (n) => [
        { spec: { ports: listOf(n, (at) => ({ port: at })) } },
        { spec: { ports: listOf(n, (at) => ({ port: at + 1 })) } },
      ],
      service,
    ),
  ],
  "apiserver/patches/strategic-order.ts": [
    strategic("of items in another order", (n) => [
      withContainers(named(n)),
      { spec: { "$setElementOrder/containers": reversed(named(n)), containers: reversed(named(n, { image: "a" })) } },
    ]),
    strategic("without items", (n) => [
      withContainers(named(n)),
      { spec: { "$setElementOrder/containers": reversed(named(n)) } },
    ]),
  ],
  "apiserver/endpoints/patch.ts": [
    ofInput(
      "that copies what it has copied",
      (n) => listOf(n, (at) => ({ op: "copy", from: "/a", path: `/a/k${at}` })),
      (patch) => applyJson("json", patch, { a: { b: "c".repeat(100) } }, pod),
      1_000,
    ),
  ],
  "core/json-patch.ts": [
    jsonPatch(
      "that adds",
      () => ({}),
      (at) => ({ op: "add", path: `/k${at}`, value: 1 }),
    ),
    jsonPatch(
      "that adds at the end",
      () => ({ a: [] }),
      () => ({ op: "add", path: "/a/-", value: 1 }),
    ),
    jsonPatch(
      "that removes",
      (n) => mapOf(n),
      (at) => ({ op: "remove", path: `/k${at}` }),
    ),
    jsonPatch(
      "that moves",
      () => ({ k0: 1 }),
      (at) => ({ op: "move", from: `/k${at}`, path: `/k${at + 1}` }),
    ),
    jsonPatch(
      "that tests",
      (n) => mapOf(n),
      (at) => ({ op: "test", path: `/k${at}`, value: 1 }),
    ),
    ...ofText((path) => applyJsonPatch({}, [{ op: "add", path, value: 1 }]), "/", "~1", "~0~", "/a"),
  ],
  "apiserver/field-management/fields-v1.ts": [
    ofInput(
      "that are read",
      (n) => mapOf(n, () => ({ ".": {}, "f:a": {} })),
      (fields) => {
        readFieldsV1(Object.fromEntries(Object.entries(fields).map(([key, value]) => [`f:${key}`, value])));
      },
    ),
    ofInput(
      "that are written",
      (n) => ({ "f:a": fieldsOf(n, (at) => `f:k${at}`) }),
      (fields) => toFieldsV1(readFieldsV1(fields)),
    ),
    ofInput(
      "of keys",
      (n) => fieldsOf(n, (at) => `k:{"name":"n${at}"}`),
      (fields) => toFieldsV1(readFieldsV1(fields)),
    ),
    ofInput(
      "of values",
      (n) => fieldsOf(n, (at) => `v:"n${at}"`),
      (fields) => pathsOf(readFieldsV1(fields)),
    ),
  ],
  "apiserver/field-management/managers.ts": [
    ofInput(
      "of many managers",
      (n) =>
        Array.from({ length: n }, (_, at) => ({
          ...{
            manager: `m${at}`,
            operation: "Update",
            apiVersion: "v1",
            fieldsType: "FieldsV1",
            fieldsV1: { "f:a": {} },
          },
        })),
      readManagers,
    ),
  ],
  "apiserver/field-management/last-applied.ts": [
    ofInput(
      "of what was applied",
      (n) => {
        const applied = { apiVersion: "v1", kind: "Pod", ...withContainers(named(n)) };
        const annotations = { "kubectl.kubernetes.io/last-applied-configuration": JSON.stringify(applied) };
        return { ...applied, metadata: { name: "a", annotations } };
      },
      (live) => fieldsOfLastApplied(live, pod),
      4_000,
    ),
  ],
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
        compileValidator({ type: "object", additionalProperties: { type: "integer" } }, patterns).validate(value, ""),
    ),
    ofInput(
      "of many items",
      (n) => listOf(n, String),
      (value) =>
        compileValidator(
          { type: "array", items: { type: "string", enum: ["a"] }, uniqueItems: false },
          patterns,
        ).validate(value, ""),
    ),
    ofInput(
      "of many properties",
      (n) => [wide(n), { spec: mapOf(n, () => "abcd") }] as const,
      ([schema, value]) => compileValidator(schema, patterns).validate(value, ""),
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

function fieldsOf(size: number, key: (index: number) => string): JsonObject {
  return Object.fromEntries(Array.from({ length: size }, (_, at) => [key(at), {}]));
}

function listOfBuffers(size: number, make: (index: number) => Buffer): Buffer[] {
  return Array.from({ length: size }, (_, at) => make(at));
}
