/**
 * Compares tsop with the recorded verdicts of Operator Framework's validators. The files in test/golden/olm contain them;
 * parity.sweep.test.ts compares these files with the validators themselves.
 */
import { describe, expect, test } from "vitest";
import { gatherBundleFiles } from "../../../src/olm/read/gather-files.js";
import { readBundle } from "../../../src/olm/read/read-bundle.js";
import { validateBundle } from "../../../src/olm/validate/validate-bundle.js";
import { validators } from "../../../src/olm/validate/validators.js";
import { publishedBundles } from "../../support/olm/published-bundles.js";
import { differences, recordedVerdicts, verdictFor } from "../../support/olm/recorded-verdicts.js";
import { seededFaults } from "../../support/olm/seeded-faults.js";
import { toFiles, validBundle } from "../../support/olm/valid-bundle.js";

test("all validators find nothing in a valid bundle", () => {
  expect(validateBundle(readBundle(toFiles(validBundle()), "bundle"), validators)).toEqual([]);
});

test("seeded faults have the recorded verdicts", () => {
  const verdicts = recordedVerdicts("seeded-faults.json");
  const faults = seededFaults();
  expect(Object.keys(verdicts)).toHaveLength(faults.length);
  expect(Object.values(verdicts).filter((each) => each.length > 0).length).toBeGreaterThan(100);
  const some = faults.filter((_, index) => index % 24 === 0); // parity.sweep.test.ts takes all
  expect(some.flatMap(({ name, files }) => differences(name, verdictFor(files), verdicts[name]))).toEqual([]);
});

describe("published bundles have the recorded verdicts", () => {
  const verdicts = recordedVerdicts("published-bundles.json");
  test.each([...publishedBundles()])("%s", (name, folder) => {
    expect(differences(name, verdictFor(gatherBundleFiles(folder, "bundle")), verdicts[name])).toEqual([]);
  });
});
