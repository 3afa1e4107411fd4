/** Compares tsop with the recorded verdicts on all seeded faults, and these with operator-verify itself. `UPDATE_VERDICTS=1` records them again. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { judgeBundle, judges, type Verdict } from "../../support/olm/operator-verify.js";
import { publishedBundles } from "../../support/olm/published-bundles.js";
import { differences, recordedVerdicts, verdictFor } from "../../support/olm/recorded-verdicts.js";
import { seededFaults } from "../../support/olm/seeded-faults.js";
import { tempFolder } from "../../support/temp-folder.js";

function expectRecorded(file: string, verdicts: ReadonlyMap<string, Verdict>): void {
  const golden = fileURLToPath(new URL(`../../golden/olm/${file}`, import.meta.url));
  const text = `${JSON.stringify(Object.fromEntries(verdicts), null, 2)}\n`;
  if (process.env["UPDATE_VERDICTS"] !== undefined) writeFileSync(golden, text);
  expect(JSON.parse(readFileSync(golden, "utf8"))).toEqual(JSON.parse(text));
}

test("tsop has the recorded verdicts on seeded faults", () => {
  const verdicts = recordedVerdicts("seeded-faults.json");
  expect(seededFaults().flatMap(({ name, files }) => differences(name, verdictFor(files), verdicts[name]))).toEqual([]);
});

test.skipIf(judges === undefined)("operator-verify has the recorded verdicts on seeded faults", () => {
  const verdicts = seededFaults().map(({ name, files }): [string, Verdict] => [
    name,
    judgeBundle(tempFolder(Object.fromEntries(files))),
  ]);
  expectRecorded("seeded-faults.json", new Map(verdicts));
});

test.skipIf(judges === undefined)("operator-verify has the recorded verdicts on published bundles", () => {
  const verdicts = [...publishedBundles()].map(([name, folder]): [string, Verdict] => [name, judgeBundle(folder)]);
  expectRecorded("published-bundles.json", new Map(verdicts));
});
