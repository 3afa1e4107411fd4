import { expect, test } from "vitest";
import { defineKind, type KubeObject } from "../../src/kube/objects.js";
import { checkResources } from "../../src/extension/definitions.js";
import type { ExtensionResource } from "../../src/extension/options.js";
import { memoryStorage } from "../../src/extension/storage/memory-storage.js";
import type { CustomResourceDefinition } from "../../src/k8s/apiextensions/v1.js";
import { objectSubresource } from "../../src/extension/subresources/subresources.js";
import { readings } from "./reading-kinds.js";

const storage = memoryStorage();

function withSpec(change: Partial<CustomResourceDefinition["spec"]>): ExtensionResource {
  return { definition: { ...readings, spec: { ...readings.spec, ...change } }, storage };
}

test("the names that a CRD may omit follow from the kind", () => {
  const [checked] = checkResources([{ definition: readings, storage }]);
  expect(checked).toMatchObject({
    hub: "metrics.abc.com/v1",
    definition: { spec: { names: { singular: "reading", listKind: "ReadingList" } } },
  });
});

test("all that is wrong is reported at once", () => {
  const twice: ExtensionResource = { definition: readings, storage };
  const all = [twice, { ...twice }, withSpec({ scope: "Everywhere" }), withSpec({ versions: [] })];
  expect(() => checkResources(all)).toThrow(/two resources have this definition.*spec\.scope.*spec\.versions/s);
});

test("a server without kinds is a mistake", () => {
  const expected = { code: "extension/invalid-definition", message: "resources: the server serves no kind" };
  expect(() => checkResources([])).toThrow(expect.objectContaining(expected));
});

test("a conversion webhook needs a conversion in this process, whose hub is served", () => {
  const webhook = withSpec({ conversion: { strategy: "Webhook" } });
  expect(() => checkResources([webhook])).toThrow("calls no conversion webhook");
  const hub = defineKind<KubeObject & { apiVersion: "metrics.abc.com/v2"; kind: "Reading" }>(
    "metrics.abc.com/v2",
    "Reading",
  );
  const converted: ExtensionResource = { ...webhook, conversion: { hub, spokes: [] } };
  expect(() => checkResources([converted])).toThrow("no served version is metrics.abc.com/v2");
});

test.each([
  ["status", /subresources\.status: the definition declares it/],
  ["Cali/brate", /subresources\.Cali\/brate: expected a lowercase name/],
  ["calibrate", /subresources\.calibrate: it has none of get, create and update/],
])("a subresource with a wrong declaration is reported: %s", (name, message) => {
  const subresources = { [name]: objectSubresource({}) };
  expect(() => checkResources([{ definition: readings, storage, subresources }])).toThrow(message);
});
