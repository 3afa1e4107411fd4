import { expect, test } from "vitest";
import { chooseTargets } from "../../../src/olm/install/install-modes.js";

const csvOf = (...supported: string[]) => ({
  spec: {
    installModes: ["AllNamespaces", "OwnNamespace", "SingleNamespace", "MultiNamespace"].map((type) => ({
      type,
      supported: supported.includes(type),
    })),
  },
});
const all = csvOf("AllNamespaces", "OwnNamespace", "SingleNamespace", "MultiNamespace");

test.each([
  [all, undefined, "AllNamespaces", []],
  [csvOf("OwnNamespace"), undefined, "OwnNamespace", ["here"]],
  [all, "OwnNamespace", "OwnNamespace", ["here"]],
  [all, "SingleNamespace=shop", "SingleNamespace", ["shop"]],
  [csvOf("OwnNamespace"), "SingleNamespace=here", "SingleNamespace", ["here"]],
  [all, "MultiNamespace=a, b,a", "MultiNamespace", ["a", "b"]],
] as const)("chooses the namespaces: %#", (csv, given, mode, namespaces) => {
  expect(chooseTargets(csv, given, "here")).toEqual({ kind: "targets", targets: { mode, namespaces } });
});

test.each([
  ["SingleNamspace=a", "Did you mean SingleNamespace?"],
  ["AllNamespaces=a", "Write --install-mode AllNamespaces, and the namespace with --namespace."],
  ["SingleNamespace", "Write --install-mode SingleNamespace=NAMESPACE."],
  ["SingleNamespace=a,b", "Write --install-mode MultiNamespace=a,b."],
  ["__proto__", "Choose one of OwnNamespace, SingleNamespace, MultiNamespace, AllNamespaces."],
])("rejects %s", (given, hint) => {
  expect(chooseTargets(all, given, "here")).toMatchObject({ kind: "invalid", hint });
});

test.each([
  [csvOf("AllNamespaces"), "SingleNamespace=a", "the bundle does not support the install mode SingleNamespace"],
  [csvOf("MultiNamespace"), "MultiNamespace=a,here", "the bundle does not support the install mode OwnNamespace"],
  [csvOf("SingleNamespace"), undefined, "the bundle supports neither the install mode AllNamespaces nor OwnNamespace"],
  [{}, undefined, "the bundle supports neither the install mode AllNamespaces nor OwnNamespace"],
])("a mode that the bundle does not support: %#", (csv, given, message) => {
  expect(chooseTargets(csv, given, "here")).toMatchObject({ kind: "unsupported", message });
});
