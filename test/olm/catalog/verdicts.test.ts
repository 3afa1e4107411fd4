import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkCatalog } from "../../../src/olm/catalog/check/check-catalog.js";
import { readCatalog } from "../../../src/olm/catalog/read/catalog.js";
import { catalogCases } from "../../support/olm/catalog-cases.js";
import { verdictOf } from "../../support/olm/catalog-verdict.js";
import { withFolder } from "../../support/olm/fbc-verify.js";

// verdicts.sweep.test.ts records the verdicts of operator-registry in this file.
const recorded = JSON.parse(readFileSync(new URL("verdicts.json", import.meta.url), "utf8")) as {
  readonly cases: number;
  readonly invalid: readonly string[];
};

/** verdicts.sweep.test.ts judges all cases. */
test("catalogs have the verdict of opm validate", () => {
  const cases = catalogCases();
  expect(cases).toHaveLength(recorded.cases);
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  const some = cases.filter((_, index) => index % 12 === 0);
  const names = new Set(some.map(({ name }) => name));
  const invalid = some.filter(({ files }) => !isValid(files)).map(({ name }) => name);
  expect(invalid).toEqual(recorded.invalid.filter((name) => names.has(name)));
  expect(invalid.length).toBeGreaterThan(15);
});

function isValid(files: Readonly<Record<string, string>>): boolean {
  const paths = Object.keys(files);
  if (paths.some((each) => each.endsWith(".indexignore"))) return withFolder(files, verdictOf).verdict === "valid";
  return checkCatalog(readCatalog(paths.map((file) => ({ file, text: files[file] ?? "" })))).length === 0;
}
