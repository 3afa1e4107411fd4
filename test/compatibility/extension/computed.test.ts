/** What `tsop api diff` says about a kind whose objects a server computes, and about a kind whose objects are elsewhere than before. */
import { describe, expect, test } from "vitest";
import type { ObjectStore } from "../../../src/compatibility/crd.js";
import type { TrialAnswer } from "../../../src/compatibility/witness/requests.js";
import type { UnknownObject } from "../../../src/core/json.js";
import { virtualStorage } from "../../../src/extension/storage.js";
import { crdDocument, withField } from "../../support/compared-crds.js";
import { createExtensionTrialServer } from "./extension-trials.js";
import { field, path, type Release, start, stored, text, verdicts, version, withVersions } from "./releases.js";

describe("a kind whose objects the server computes", () => {
  const computed = (schema: object, spec: object): Release => ({
    document: crdDocument(schema),
    parts: {
      storage: virtualStorage({ list: () => [{ metadata: { name: "a", namespace: "default" }, spec }] }),
    },
    store: "virtual",
  });
  const read = async (release: Release): Promise<TrialAnswer> => {
    const server = createExtensionTrialServer();
    await start(server, release);
    return server.request("GET", `${path("v1")}/a`);
  };
  const summaryOf = (before: object | undefined, after: object | undefined): string[] =>
    verdicts(computed(withField(before), {}), computed(withField(after), {})).all;

  test("no client writes it, so fewer values break none; the function must return valid objects", async () => {
    expect(summaryOf(text, { ...text, maxLength: 1 })).toEqual(["v1 spec.field bound-changed: compatible"]);
    const release = computed(withField({ ...text, maxLength: 1 }), { field: "long" });
    expect((await read(release)).code).toBe(500);
    const server = createExtensionTrialServer();
    await start(server, release);
    expect((await server.request("POST", path("v1"), { metadata: { name: "b" } })).code).toBe(405);
  });

  test("readers miss a field, and see a default", async () => {
    expect(summaryOf(text, undefined)).toEqual(["v1 spec.field field-removed: clients!"]);
    expect((await read(computed(withField(undefined), { field: "x" }))).body).toMatchObject({ spec: {} });
    expect(summaryOf(text, { ...text, default: "d" })).toEqual(["v1 spec.field default-changed: clients"]);
    expect((await read(computed(withField({ ...text, default: "d" }), {}))).body).toMatchObject({
      spec: { field: "d" },
    });
  });

  test.each<[string, object | undefined, object | undefined, string]>([
    ["a new field", undefined, text, "field-added: compatible"],
    ["a longer text", { ...text, maxLength: 1 }, text, "bound-changed: clients"],
    ["another pattern", { ...text, pattern: "^a$" }, { ...text, pattern: "^b$" }, "pattern-changed: clients"],
    ["one value instead of another", { ...text, enum: ["a"] }, { ...text, enum: ["b"] }, "enum-changed: clients"],
    ["fewer values", { ...text, enum: ["a", "b"] }, { ...text, enum: ["b"] }, "enum-changed: compatible"],
    ["an enum", text, { ...text, enum: ["b"] }, "enum-changed: compatible"],
    ["no enum", { ...text, enum: ["b"] }, text, "enum-changed: clients"],
    ["another type", text, { type: "integer" }, "type-changed: clients!"],
    ["whole numbers only", { type: "number" }, { type: "integer" }, "type-changed: compatible"],
    ["null", text, { ...text, nullable: true }, "nullable-added: clients"],
    ["no null", { ...text, nullable: true }, text, "nullable-removed: compatible"],
    ["a rule", text, { ...text, "x-kubernetes-validations": [{ rule: "self != ''" }] }, "rule-added: compatible"],
    ["no rule", { ...text, "x-kubernetes-validations": [{ rule: "self != ''" }] }, text, "rule-removed: clients"],
    [
      "no rule about updates",
      { ...text, "x-kubernetes-validations": [{ rule: "self == oldSelf" }] },
      text,
      "rule-removed: compatible",
    ],
    ["no default", { ...text, default: "a" }, text, "default-changed: clients"],
    [
      "a set",
      { type: "array", items: text },
      { type: "array", items: text, "x-kubernetes-list-type": "set" },
      "list-type-changed: compatible",
    ],
    [
      "a list",
      { type: "array", items: text, "x-kubernetes-list-type": "set" },
      { type: "array", items: text },
      "list-type-changed: clients",
    ],
    [
      "an atomic map",
      { type: "object", properties: {} },
      { type: "object", properties: {}, "x-kubernetes-map-type": "atomic" },
      "map-type-changed: compatible",
    ],
    ["a description", text, { ...text, description: "x" }, "documentation-changed: compatible"],
  ])("%s", (_, before, after, expected) => {
    expect(summaryOf(before, after)).toEqual([`v1 spec.field ${expected}`]);
  });

  test("versions, names and the status break no stored object", () => {
    const all = (before: UnknownObject, after: UnknownObject): string[] =>
      verdicts({ document: before, store: "virtual" }, { document: after, store: "virtual" }).all;
    const two = withVersions(version("v1"), version("v2", field, stored));
    expect(all(withVersions(version("v1", field, stored)), two)).toEqual([
      "storage-changed: compatible",
      "v2 version-added: rollback",
    ]);
    expect(all(two, withVersions(version("v2", field, stored)))).toEqual(["v1 version-removed: clients!"]);
    expect(all(crdDocument(field), crdDocument(field, { scope: "Cluster" }))).toEqual(["scope-changed: clients!"]);
    expect(all(crdDocument(field), crdDocument(field, {}, { subresources: { status: {} } }))).toEqual([
      "v1 status-added: compatible",
    ]);
  });
});

test.each<[ObjectStore, ObjectStore, string]>([
  ["etcd", "file", "store-changed: objects! rollback!"],
  ["file", "etcd", "store-changed: objects! rollback!"],
  ["memory", "sqlite", "store-changed: objects! rollback!"],
  ["file", "virtual", "store-changed: objects! clients! rollback!"],
])("objects do not move from %s to %s, so that no other change concerns stored ones", (before, after, expected) => {
  const { all, whys } = verdicts(
    { document: crdDocument(field), store: before },
    { document: withVersions(version("v1", withField(undefined)), version("v2", field, stored)), store: after },
  );
  expect(all[0]).toBe(expected);
  expect(all.slice(1).filter((each) => /objects|rollback!/.test(each))).toEqual([]);
  expect(whys).toContain("No object moves");
  expect(whys).not.toMatch(/storedVersions|rejects the (?:old )?CRD/);
});
