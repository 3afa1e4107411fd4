/**
 * Compares tsop with the recorded verdicts of Operator Framework's validators. The files in test/golden/olm contain them;
 * parity.sweep.test.ts compares these files with the validators themselves.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { BundleFiles } from "../../../src/olm/read/bundle.js";
import { gatherBundleFiles } from "../../../src/olm/read/gather-files.js";
import { readBundle } from "../../../src/olm/read/read-bundle.js";
import { validateBundle } from "../../../src/olm/validate/validate-bundle.js";
import { validators } from "../../../src/olm/validate/validators.js";
import { knownDifferences } from "../../support/olm/known-differences.js";
import { judgedValidators, type Verdict, verdictOf } from "../../support/olm/operator-verify.js";
import { publishedBundles } from "../../support/olm/published-bundles.js";
import { seededFaults } from "../../support/olm/seeded-faults.js";
import { toFiles, validBundle } from "../../support/olm/valid-bundle.js";

const judged = validators.filter(({ name }) => judgedValidators.includes(name));

function verdictFor(files: BundleFiles): readonly string[] {
  return verdictOf(validateBundle(readBundle(files, "bundle"), judged));
}

function recorded(file: string): Record<string, Verdict> {
  const text = readFileSync(fileURLToPath(new URL(`../../golden/olm/${file}`, import.meta.url)), "utf8");
  return JSON.parse(text) as Record<string, Verdict>;
}

/** Returns the differences between a verdict and its record, without the known ones. */
function differences(name: string, ours: readonly string[], theirs: Verdict | undefined): string[] {
  if (theirs === undefined) return [`${name}: no verdict is recorded`];
  if (theirs === "unreadable") {
    const isSeen = ours.some((each) => each.startsWith("error ")) || knownDifferences.unreadable.includes(name);
    return isSeen ? [] : [`${name}: unreadable`];
  }
  return [
    ...ours.filter((each) => !theirs.includes(each)).map((each) => `${name}: only tsop: ${each}`),
    ...theirs.filter((each) => !ours.includes(each)).map((each) => `${name}: only the judge: ${each}`),
  ].filter((each) => !knownDifferences.rules.includes(each));
}

test("all validators find nothing in a valid bundle", () => {
  expect(validateBundle(readBundle(toFiles(validBundle()), "bundle"), validators)).toEqual([]);
});

test("seeded faults have the recorded verdicts", () => {
  const verdicts = recorded("seeded-faults.json");
  const faults = seededFaults();
  expect(Object.keys(verdicts)).toHaveLength(faults.length);
  expect(Object.values(verdicts).filter((each) => each.length > 0).length).toBeGreaterThan(100);
  expect(faults.flatMap(({ name, files }) => differences(name, verdictFor(files), verdicts[name]))).toEqual([]);
});

describe("published bundles have the recorded verdicts", () => {
  const verdicts = recorded("published-bundles.json");
  test.each([...publishedBundles()])("%s", (name, folder) => {
    expect(differences(name, verdictFor(gatherBundleFiles(folder, "bundle")), verdicts[name])).toEqual([]);
  });
});
