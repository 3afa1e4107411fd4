import { expect, test } from "vitest";
import { installV0, installV1, targetsOf } from "../../../src/olm/catalog/install-manifests.js";

const install = {
  image: "r.example/catalog:v1",
  packageName: "demo",
  channel: "stable",
  namespace: "demo-system",
  catalogNamespace: "olm",
  targetNamespaces: ["demo-system"],
};

test("OLM v0 gets a namespace, a catalog, a group and a subscription that refer to each other", () => {
  const [namespace, source, group, subscription] = installV0(install);
  expect(namespace).toMatchObject({ kind: "Namespace", metadata: { name: "demo-system" } });
  expect(source).toMatchObject({
    metadata: { name: "demo-catalog", namespace: "olm" },
    spec: { sourceType: "grpc", image: install.image, grpcPodConfig: { extractContent: { catalogDir: "/configs" } } },
  });
  expect(group).toMatchObject({ metadata: { namespace: "demo-system" }, spec: { targetNamespaces: ["demo-system"] } });
  expect(subscription).toMatchObject({
    metadata: { namespace: "demo-system" },
    spec: { name: "demo", channel: "stable", source: "demo-catalog", sourceNamespace: "olm" },
  });
});

test("OLM v1 gets a catalog, and an extension that selects it", () => {
  const [, catalog, extension] = installV1(install);
  expect(catalog).toMatchObject({
    spec: { source: { type: "Image", image: { ref: install.image, pollIntervalMinutes: 10 } } },
  });
  expect(extension).toMatchObject({
    spec: {
      namespace: "demo-system",
      source: { catalog: { selector: { matchLabels: { "olm.operatorframework.io/metadata.name": "demo-catalog" } } } },
    },
  });
});

test("OLM does not poll a digest", () => {
  const image = `r.example/catalog@sha256:${"a".repeat(64)}`;
  const printed = JSON.stringify([installV0({ ...install, image }), installV1({ ...install, image })]);
  expect(printed).not.toMatch(/registryPoll|pollInterval/);
});

test.each([
  [["AllNamespaces", "OwnNamespace"], [], undefined],
  [["OwnNamespace"], [], ["a"]],
  [["OwnNamespace"], ["a"], ["a"]],
  [["SingleNamespace"], ["b"], ["b"]],
  [["MultiNamespace"], ["b", "c"], ["b", "c"]],
])("install modes %j with the namespaces %j", (supported, watched, targetNamespaces) => {
  expect(targetsOf(supported, "a", watched)).toEqual({ kind: "targets", targetNamespaces });
});

test.each([
  [["SingleNamespace"], []],
  [["AllNamespaces"], ["b"]],
  [["SingleNamespace"], ["b", "c"]],
  [[], []],
])("install modes %j do not allow the namespaces %j", (supported, watched) => {
  expect(targetsOf(supported, "a", watched)).toEqual({ kind: "unsupported", supported });
});
