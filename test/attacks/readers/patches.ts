/** What applies patches, and notes who has set which field. */
import { applyPatch as applyJson } from "../../../src/apiserver/endpoints/patch.js";
import { fieldsOfLastApplied } from "../../../src/apiserver/field-management/last-applied.js";
import { readManagers } from "../../../src/apiserver/field-management/managers.js";
import { pathsOf, readFieldsV1, toFieldsV1 } from "../../../src/apiserver/field-management/fields-v1.js";
import { applyMergePatch } from "../../../src/apiserver/patches/merge-patch.js";
import { applyStrategicMergePatch } from "../../../src/apiserver/patches/strategic-merge-patch.js";
import { applyJsonPatch } from "../../../src/core/json-patch.js";
import type { Json, JsonObject } from "../../../src/core/json.js";
import { lossBetween, readLoss, restore } from "../../../src/runtime/webhook/lost-fields.js";
import { ofInput, ofText, type SizeCases } from "./size-case.js";
import { listOf, mapOf, typeOf } from "./make-values.js";

const pod = typeOf("v1", "Pod");
const service = typeOf("v1", "Service");
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
/** A loss of the fields of a value, and its restoration. */
const lost = (name: string, make: (size: number) => Json) =>
  ofInput(name, make, (value) => {
    const after = Array.isArray(value) ? value.map(() => ({ name: "a" })) : {};
    restore(after, readLoss(JSON.stringify(lossBetween(value, after, {}))), {});
  });

export const patches: SizeCases = {
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
  "runtime/webhook/lost-fields.ts": [
    lost("of many fields", (n) => mapOf(n)),
    lost("of equal items", (n) => listOf(n, () => ({ name: "a", size: 1 }))),
    lost("of items", (n) => named(n, { size: 1 })),
    ofText((text) => readLoss(text), '{"in":', "[", '{"items":['),
  ].flat(),
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
};

function fieldsOf(size: number, key: (index: number) => string): JsonObject {
  return Object.fromEntries(Array.from({ length: size }, (_, at) => [key(at), {}]));
}
