/**
 * Compares the verdicts on catalogs with those of operator-registry, and records them: `verdicts.json` is the golden of the
 * unit test beside this file. TSOP_RECORD=1 writes it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { catalogCases } from "../../support/olm/catalog-cases.js";
import { verdictOf } from "../../support/olm/catalog-verdict.js";
import { fbcVerify, runFbcVerify, withFolder } from "../../support/olm/fbc-verify.js";

const golden = new URL("verdicts.json", import.meta.url);

describe.skipIf(fbcVerify === undefined)("the verdicts are those of opm validate", () => {
  test("on every case", { timeout: 300_000 }, () => {
    const cases = catalogCases();
    expect(cases.length).toBeGreaterThan(500);
    const verdicts = new Map<string, string>();
    const different: string[] = [];
    for (const { name, files } of cases) {
      const [theirs, ours] = withFolder(files, (folder) => [runFbcVerify(folder), verdictOf(folder)] as const);
      verdicts.set(name, theirs.verdict);
      if (theirs.verdict !== ours.verdict)
        different.push(`${name}: ${theirs.message.trim()}\n    ours: ${ours.messages.join("; ")}`);
    }
    expect(different).toEqual([]);
    const invalid = [...verdicts].flatMap(([name, verdict]) => (verdict === "invalid" ? [name] : []));
    const text = `${JSON.stringify({ cases: cases.length, invalid }, null, 2)}\n`;
    if (process.env["TSOP_RECORD"] === "1") writeFileSync(golden, text);
    expect(readFileSync(golden, "utf8")).toBe(text);
  });
});
