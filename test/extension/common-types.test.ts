import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commonTypes } from "../../scripts/k8s/common-types.js";

const file = new URL("../../data/common-types.json", import.meta.url);

test("the copy of the common types is that of the data of the default version", () => {
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(file, commonTypes());
  expect(readFileSync(file, "utf8")).toBe(commonTypes());
});
