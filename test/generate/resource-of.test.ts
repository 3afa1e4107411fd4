import { expect, test } from "vitest";
import { resourceOf } from "../../src/generate/resource-of.js";
import { readBuiltInResources } from "../../src/schema/built-in-resources.js";

test.each([
  ["metrics.k8s.io/v1beta1", "PodMetrics", { name: "pods", namespaced: true }],
  ["metrics.k8s.io/v1beta1", "NodeMetrics", { name: "nodes", namespaced: false }],
  ["v1", "Pod", { name: "pods", namespaced: true }],
  ["other.example.com/v1", "PodMetrics", { name: "podmetrics", namespaced: true }],
])("the resource of %s %s", (apiVersion, kind, resource) => {
  expect(resourceOf({ apiVersion, kind }, [], readBuiltInResources())).toMatchObject(resource);
});
