import { expect, test } from "vitest";
import { readManifests } from "../../src/cluster/manifest-files.js";
import { tempFolder } from "../support/temp-folder.js";

test.each([
  ["whose metadata is null", "{ apiVersion: v1, kind: ConfigMap, metadata: null }"],
  ["whose metadata is a list", "{ apiVersion: v1, kind: ConfigMap, metadata: [a] }"],
  ["whose name is a number", "{ apiVersion: v1, kind: ConfigMap, metadata: { name: 1 } }"],
  ["that is a list", "[{ apiVersion: v1 }]"],
  ["that is null", "null"],
  ["in a List, that is null", "{ apiVersion: v1, kind: List, items: [null] }"],
])("a document %s is refused as no object", (_, text) => {
  const root = tempFolder({ "a.yaml": `${text}\n` });
  expect(() => readManifests(root, "a.yaml")).toThrow(
    expect.objectContaining({ code: "cluster/not-an-object", at: { file: "a.yaml" } }),
  );
});
