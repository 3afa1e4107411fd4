/** Asks kustomize itself; with UPDATE_GOLDEN=1 its answers are recorded. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { assetsFolder } from "../support/control-plane.js";
import { tempFolder } from "../support/temp-folder.js";
import { goldenOf, kustomizeCase, renderCase } from "./compare.js";
import { corpus } from "./corpus/index.js";
import { refusedCases } from "./refused/index.js";

const kustomize = path.join(assetsFolder ?? "", "kustomize");
const isThere = assetsFolder !== undefined;
const reason = isThere ? "" : " (needs KUBEBUILDER_ASSETS, a folder with kustomize)";

describe.skipIf(!isThere)(`the corpus${reason}`, () => {
  test.each(Object.entries(corpus))("%s renders as kustomize does", async (name, each) => {
    const theirs = await kustomizeCase(each, tempFolder(), kustomize);
    if (process.env["UPDATE_GOLDEN"] !== undefined && theirs !== undefined) {
      mkdirSync(path.dirname(goldenOf(name)), { recursive: true });
      writeFileSync(goldenOf(name), theirs);
    }
    expect(renderCase(each)).toBe(theirs);
  });

  const both = Object.entries(refusedCases).filter(([, { isKustomizes }]) => isKustomizes !== true);
  test.each(both)("kustomize refuses, too: %s", async (_, each) => {
    expect(await kustomizeCase(each, tempFolder(), kustomize)).toBeUndefined();
  });
});
