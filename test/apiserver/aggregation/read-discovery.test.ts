import { expect, test } from "vitest";
import { isAggregated, readAggregated, readResourceList } from "../../../src/apiserver/aggregation/read-discovery.js";
import type { JsonObject } from "../../../src/core/json.js";

const wanted = { group: "example.com", version: "v1" };

test.each([
  ["application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList", true],
  ["application/json; as=APIGroupDiscoveryList; v=v2beta1; g=apidiscovery.k8s.io", true],
  ["application/json", false],
  ["application/json;g=apidiscovery.k8s.io;v=v3;as=APIGroupDiscoveryList", false],
  ["text/html;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList", false],
])("%s is aggregated discovery: %s", (type, expected) => {
  expect(isAggregated(type)).toBe(expected);
});

test("a subresource without its resource gets one", () => {
  const resources = [{ name: "things/log", namespaced: true, kind: "Thing", verbs: ["get"] }];
  expect(readResourceList({ resources })).toEqual([
    {
      resource: "things",
      responseKind: { group: "", version: "", kind: "" },
      scope: "Namespaced",
      singularResource: "",
      verbs: null,
      subresources: [{ subresource: "log", responseKind: { group: "", version: "", kind: "Thing" }, verbs: ["get"] }],
    },
  ]);
});

test.each<JsonObject>([
  {},
  { items: null, resources: "x" },
  { items: [null, 3, { metadata: 1, versions: [{}] }], resources: [null, "x"] },
  {
    items: [{ metadata: { name: "other.example.com" }, versions: [{ version: "v1", resources: [{ resource: "x" }] }] }],
  },
  { items: [{ metadata: { name: "example.com" }, versions: [{ version: "v2", resources: [{ resource: "x" }] }] }] },
])("a document without the version has no resources: %j", (document) => {
  expect(readAggregated(document, wanted)).toEqual([]);
  expect(readResourceList(document)).toEqual([]);
});

test("names of the prototype are ordinary names", () => {
  const resources = [{ name: "__proto__/log" }, { name: "constructor" }];
  expect(readResourceList({ resources }).map(({ resource }) => resource)).toEqual(["__proto__", "constructor"]);
});
