import { expect, test } from "vitest";
import { thing } from "../../support/scripted-api.js";
import { setUp } from "./set-up-informer.js";

// F21
test("200,000 objects are listed, indexed and read", () => {
  const { informer } = setUp();
  const items = Array.from({ length: 200_000 }, (_, index) => thing(`n${index % 100}/o${index}`, index + 1));
  informer.addIndex("digit", ({ metadata }) => [metadata.name.slice(-1)]);
  informer.replace(undefined, items, "200001");
  expect(informer.size).toBe(200_000);
  expect(Array.from(informer.values())).toHaveLength(200_000);
  expect(Array.from(informer.select({ digit: "7" }))).toHaveLength(20_000);
  informer.replace(undefined, items.slice(1), "200002");
  expect(informer.size).toBe(199_999);
});
