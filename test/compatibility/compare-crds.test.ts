import { expect, test } from "vitest";
import { compareCrds } from "../../src/compatibility/compare-crds.js";
import { readCrd } from "../../src/compatibility/read-crd.js";
import type { UnknownObject } from "../../src/core/json.js";
import { crdDocument, crdFrom, summary, withField } from "../support/compared-crds.js";

const schema = withField({ type: "string" });
const names = { kind: "Bar", plural: "bars" };

function version(name: string, more: object = {}): object {
  return { name, served: true, storage: name === "v1", schema: { openAPIV3Schema: schema }, ...more };
}

const webhook = {
  conversion: { strategy: "Webhook", webhook: { clientConfig: {}, conversionReviewVersions: ["v1"] } },
};

function withVersions(...versions: object[]): object {
  return { versions };
}

test.each<[string, object, object, string[]]>([
  ["nothing", {}, {}, []],
  ["another scope", {}, { scope: "Cluster" }, ["scope-changed: objects! clients! rollback!"]],
  ["another plural", {}, { names: { ...names, plural: "barss" } }, ["name-changed: objects! clients! rollback!"]],
  ["another kind of lists", {}, { names: { ...names, listKind: "Bars" } }, ["name-changed: clients"]],
  ["a short name less", { names: { ...names, shortNames: ["b"] } }, {}, ["names-changed: clients"]],
  ["a category more", {}, { names: { ...names, categories: ["all"] } }, ["names-changed: compatible"]],
  ["undeclared fields that are dropped", { preserveUnknownFields: true }, {}, ["crd-pruning-changed: objects clients"]],
  ["a new version", {}, withVersions(version("v1"), version("v2")), ["v2 version-added: rollback"]],
  [
    "a new version that objects are stored in",
    {},
    withVersions(version("v1", { storage: false }), version("v2", { storage: true })),
    ["storage-changed: rollback!", "v2 version-added: rollback!"],
  ],
  [
    "a version less",
    withVersions(version("v1"), version("v1beta1")),
    {},
    ["v1beta1 version-removed: objects clients!"],
  ],
  [
    "the version that objects are stored in less",
    withVersions(version("v1", { storage: false }), version("v2", { storage: true })),
    {},
    ["storage-changed: compatible", "v2 version-removed: objects! clients!"],
  ],
  [
    "a storage version without a field",
    withVersions(version("v1"), version("v2", { schema: { openAPIV3Schema: withField(undefined) } })),
    withVersions(
      version("v1", { storage: false }),
      version("v2", { storage: true, schema: { openAPIV3Schema: withField(undefined) } }),
    ),
    ["storage-changed: compatible", "v1 spec.field field-unstored: objects! clients!"],
  ],
  [
    "a storage version with a new field",
    withVersions(version("v2"), version("v1", { schema: { openAPIV3Schema: withField(undefined) } })),
    withVersions(
      version("v2", { storage: true }),
      version("v1", { storage: false, schema: { openAPIV3Schema: withField(undefined) } }),
    ),
    ["storage-changed: compatible", "v2 spec.field field-stored: rollback!"],
  ],
  [
    "a storage version without a field, to which a webhook converts",
    {
      ...withVersions(version("v1"), version("v2", { schema: { openAPIV3Schema: withField(undefined) } })),
      ...webhook,
    },
    {
      ...withVersions(
        version("v1", { storage: false }),
        version("v2", { storage: true, schema: { openAPIV3Schema: withField(undefined) } }),
      ),
      ...webhook,
    },
    ["storage-changed: compatible"],
  ],
  [
    "a version that is no longer served",
    withVersions(version("v1"), version("v2")),
    withVersions(version("v1"), version("v2", { served: false })),
    ["v2 served-changed: clients!"],
  ],
  ["a deprecation", {}, withVersions(version("v1", { deprecated: true })), ["v1 deprecation-changed: compatible"]],
  ["a conversion of one version", {}, webhook, ["conversion-changed: compatible"]],
  [
    "no more conversion",
    { ...withVersions(version("v1"), version("v2")), ...webhook },
    withVersions(version("v1"), version("v2")),
    ["conversion-changed: objects! clients!"],
  ],
])("%s", (_name, before, after, expected) => {
  const changes = compareCrds(crdFrom(crdDocument(schema, before)), crdFrom(crdDocument(schema, after)));
  expect(changes.map(summary)).toEqual(expected);
});

const column = { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" };
const scale = { specReplicasPath: ".spec.field", statusReplicasPath: ".status.field" };

test.each<[string, object, object, string[]]>([
  ["a column", {}, { additionalPrinterColumns: [column] }, ["v1 column-changed: compatible"]],
  ["a status", {}, { subresources: { status: {} } }, ["v1 status-added: clients!"]],
  ["no status", { subresources: { status: {} } }, {}, ["v1 status-removed: clients!"]],
  ["a scale", {}, { subresources: { scale } }, ["v1 scale-changed: compatible"]],
  ["no scale", { subresources: { scale } }, {}, ["v1 scale-changed: clients!"]],
  ["a field selector", {}, { selectableFields: [{ jsonPath: ".spec.field" }] }, ["v1 selectable-added: compatible"]],
  ["no field selector", { selectableFields: [{ jsonPath: ".spec.field" }] }, {}, ["v1 selectable-removed: clients!"]],
])("%s", (_name, before, after, expected) => {
  const [old, now] = [before, after].map((more) => crdFrom(crdDocument(schema, {}, more)));
  expect(old !== undefined && now !== undefined && compareCrds(old, now).map(summary)).toEqual(expected);
});

test("the versions of the new CRD are compared with each other, unless they differed before or a webhook converts", () => {
  const other = { schema: { openAPIV3Schema: withField({ type: "string", maxLength: 5 }) } };
  const [one, two] = [
    crdFrom(crdDocument(schema)),
    crdDocument(schema, withVersions(version("v1"), version("v2", other))),
  ];
  expect(compareCrds(one, crdFrom(two)).map(summary)).toEqual([
    "v2 version-added: rollback",
    "v1→v2 spec.field bound-changed: objects clients",
  ]);
  expect(compareCrds(crdFrom(two), crdFrom(two))).toEqual([]);
  const converted = crdDocument(schema, { ...withVersions(version("v1"), version("v2", other)), ...webhook });
  expect(compareCrds(one, crdFrom(converted)).map(summary)).toContain("v1→v2 spec.field bound-changed: compatible");
});

test("a version that the status does not list can be removed", () => {
  const before = {
    ...crdDocument(schema, withVersions(version("v1"), version("v1beta1"))),
    status: { storedVersions: ["v1"] },
  };
  expect(compareCrds(crdFrom(before), crdFrom(crdDocument(schema))).map(summary)).toEqual([
    "v1beta1 version-removed: clients!",
  ]);
});

test.each<[string, UnknownObject, string]>([
  [
    "an old version of CRDs",
    { ...crdDocument(schema), apiVersion: "apiextensions.k8s.io/v1beta1" },
    "apiVersion: expected",
  ],
  ["no spec", { ...crdDocument(schema), spec: undefined }, "spec.group: expected a text"],
  ["a spec that is a list", { ...crdDocument(schema), spec: [] }, "spec.names.kind: expected a text"],
  ["no versions", crdDocument(schema, { versions: [] }), "spec.versions: expected a list of versions"],
  ["a version that is a text", crdDocument(schema, { versions: ["v1"] }), "spec.versions[0].name: expected a text"],
  ["a version twice", crdDocument(schema, withVersions(version("v1"), version("v1"))), "the version v1 occurs twice"],
  ["a schema that is a text", crdDocument(schema, {}, { schema: { openAPIV3Schema: "x" } }), "expected a schema"],
  ["a reference", crdDocument({ type: "object", $ref: "#/x" }), "a CRD cannot contain references"],
])("%s cannot be compared", (_name, document, fault) => {
  const read = readCrd(document);
  expect(read.kind === "invalid" && read.faults.join("\n")).toContain(fault);
});
