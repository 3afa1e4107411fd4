import { test } from "vitest";
import { parseLabelSelector } from "../../src/kube/label-selector.js";
import { createMatcher, isWithin } from "../../src/runtime/cache/selection.js";
import { expectLinear } from "../support/expect-linear.js";

test.each<[string, (n: number) => string]>([
  ["commas", (n) => ",".repeat(n)],
  ["commas within an open parenthesis", (n) => `a in (${"b,".repeat(n)}`],
  ["parentheses", (n) => "(,".repeat(n)],
  ["values", (n) => `a in (${"b,".repeat(n)}b)`],
  ["blanks", (n) => `a${" ".repeat(n)}b`],
])("a selector of many %s takes time in proportion to it", (_, make) => {
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", labels: { a: "b" } } };
  expectLinear(make, (selector) => parseLabelSelector(selector)({ a: "b" }));
  expectLinear(make, (selector) => isWithin(selector, "a=b"));
  expectLinear(make, (fields) => createMatcher({ fields })(object));
});
