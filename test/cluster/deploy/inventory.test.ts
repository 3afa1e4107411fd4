import { expect, test } from "vitest";
import {
  entryOf,
  type InventoryEntry,
  mergeEntries,
  parseEntries,
  printEntries,
} from "../../../src/cluster/deploy/inventory.js";
import { inReverse, isOurs, toPrune } from "../../../src/cluster/deploy/prune.js";

function object(apiVersion: string, kind: string, name = "a") {
  return { apiVersion, kind, metadata: { name } };
}

const configMap = entryOf(object("v1", "ConfigMap"), "1");

test("reads the printed entries, in a stable order", () => {
  const entries = [entryOf(object("v1", "Secret"), "2"), configMap];
  expect(parseEntries(printEntries(entries))).toEqual([configMap, entries[0]]);
  expect(printEntries(entries)).toBe(printEntries(entries.toReversed()));
  expect(parseEntries(printEntries([]))).toEqual([]);
});

test.each(["", "{", "{}", "[1]", "[null]", '[{"kind":"A"}]', printEntries([{ ...configMap, name: "" }])])(
  "%j is none of ours",
  (text) => {
    expect(parseEntries(text)).toBeUndefined();
  },
);

test("a UID that is known is not forgotten, and a new one counts", () => {
  expect(mergeEntries([configMap], [{ ...configMap, uid: "" }])).toEqual([configMap]);
  expect(mergeEntries([configMap], [{ ...configMap, uid: "2" }])).toEqual([{ ...configMap, uid: "2" }]);
});

test("prunes objects that are no longer deployed, webhooks first; keeps objects in another version", () => {
  const earlier = [
    entryOf(object("v1", "ServiceAccount")),
    entryOf(object("apps/v1beta1", "Deployment")),
    entryOf(object("v1", "ConfigMap")),
    entryOf(object("apps/v1", "StatefulSet")),
    entryOf(object("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration")),
  ];
  const pruned = toPrune(earlier, [object("apps/v1", "Deployment")]).map(({ kind }) => kind);
  expect(pruned).toEqual(["ValidatingWebhookConfiguration", "StatefulSet", "ConfigMap", "ServiceAccount"]);
});

test.each<[string, InventoryEntry[]]>([
  ["a Namespace", [entryOf(object("v1", "Namespace"))]],
  ["a volume claim", [entryOf(object("v1", "PersistentVolumeClaim"))]],
  ["a volume", [entryOf(object("v1", "PersistentVolume"))]],
  [
    "a CRD, nor an object of its kind",
    [
      entryOf(object("apiextensions.k8s.io/v1", "CustomResourceDefinition", "bars.example.com")),
      entryOf(object("example.com/v1", "Bar")),
    ],
  ],
])("a deploy never takes away %s", (_, earlier) => {
  expect(toPrune(earlier, [])).toEqual([]);
});

test("kinds of those names in other groups may go", () => {
  expect(toPrune([entryOf(object("example.org/v1", "Namespace"))], [])).toHaveLength(1);
});

test("the order of removal is that of deployment, reversed", () => {
  const entries = [configMap, entryOf(object("apps/v1", "Deployment"))];
  expect(inReverse(entries).map(({ kind }) => kind)).toEqual(["Deployment", "ConfigMap"]);
});

const applied = { manager: "tsop", operation: "Apply" };
const other = { manager: "kubectl", operation: "Apply" };

test.each<[string, object, string, boolean]>([
  ["the UID that was written down, and our name on it", { uid: "1", managedFields: [applied] }, "1", true],
  ["the UID that was written down, and no name on it", { uid: "1" }, "1", false],
  ["the UID that was written down, and the name of another on it", { uid: "1", managedFields: [other] }, "1", false],
  [
    "the UID that was written down, and our name beside another's",
    { uid: "1", managedFields: [other, applied] },
    "1",
    true,
  ],
  ["an update by our name only", { uid: "1", managedFields: [{ ...applied, operation: "Update" }] }, "1", false],
  ["another UID, and our name on it", { uid: "2", managedFields: [applied] }, "1", false],
  ["no UID yet, and our name on it", { managedFields: [applied] }, "", true],
  ["no UID yet, and the name of another on it", { managedFields: [other] }, "", false],
])("an object with %s", (_, metadata, uid, expected) => {
  const live = { ...object("v1", "ConfigMap"), metadata: { name: "a", ...metadata } };
  expect(isOurs(live, { ...configMap, uid })).toBe(expected);
});
