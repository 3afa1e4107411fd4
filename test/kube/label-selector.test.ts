import { expect, test } from "vitest";
import { parseLabelSelector } from "../../src/kube/label-selector.js";

test.each([
  ["", {}, true],
  ["app=web", { app: "web" }, true],
  ["app=web", { app: "db" }, false],
  ["app=web", {}, false],
  ["app==web , tier=front", { app: "web", tier: "front" }, true],
  ["app!=web", { app: "db" }, true],
  ["app!=web", {}, true],
  ["app!=web", { app: "web" }, false],
  ["app=", { app: "" }, true],
  ["env in (dev, test),app", { env: "test", app: "x" }, true],
  ["env in (dev,test)", { env: "prod" }, false],
  ["env in (dev,test)", {}, false],
  ["env notin (dev,test)", { env: "prod" }, true],
  ["env notin (dev,test)", {}, true],
  ["env notin (dev,test)", { env: "dev" }, false],
  ["app", { app: "" }, true],
  ["app", {}, false],
  ["!app", {}, true],
  ["!app", { app: "" }, false],
  ["example.com/size>3", { "example.com/size": "4" }, true],
  ["size<3", { size: "4" }, false],
  ["size<3", { size: "small" }, false],
  ["size>9007199254740992", { size: "9007199254740993" }, true],
  ["env notin(dev)", { env: "test" }, true],
  ["constructor", {}, false],
] as const)("the selector %j on %j is %s", (selector, labels, expected) => {
  expect(parseLabelSelector(selector)(labels)).toBe(expected);
});

test("labels as an object must all match", () => {
  const matches = parseLabelSelector({ app: "web", tier: "front" });
  expect(matches({ app: "web", tier: "front", more: "x" })).toBe(true);
  expect(matches({ app: "web" })).toBe(false);
  expect(matches(undefined)).toBe(false);
  expect(parseLabelSelector(undefined)(undefined)).toBe(true);
});

test.each([
  "app=web,",
  "__proto__=x",
  "=web",
  "app in dev",
  "app in (dev",
  "app~web",
  "size>big",
  "a b",
  "app='web'",
  "app in (a b)",
  "size>+3",
  ",",
])("%j is refused", (selector) => {
  expect(() => parseLabelSelector(selector)).toThrow("not a label selector");
});
