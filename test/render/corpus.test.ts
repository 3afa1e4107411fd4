/** The corpus against what kustomize v5.8.1 made of it; `corpus.cluster.test.ts` records and asks kustomize again. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { goldenOf, renderCase } from "./compare.js";
import { corpus } from "./corpus/index.js";

test.each(Object.entries(corpus))("%s renders as kustomize does", (name, each) => {
  expect(renderCase(each)).toBe(readFileSync(goldenOf(name), "utf8"));
});
