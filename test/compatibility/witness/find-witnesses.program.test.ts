import { expect, test } from "vitest";
import { compareCrds } from "../../../src/compatibility/compare-crds.js";
import { findWitnesses } from "../../../src/compatibility/witness/find-witnesses.js";
import { createEmbeddedServer } from "../../../src/compatibility/witness/trial.js";
import type { UnknownObject } from "../../../src/core/json.js";
import { crdDocument, crdFrom, withField } from "../../support/compared-crds.js";
import { countTurns } from "../../support/count-turns.js";
import { summaryOf } from "./summary-of.js";
import { versionCases, witnessCases } from "./witness-cases.js";

/** Returns the witnesses of all changes. */
async function witnesses(before: UnknownObject, after: UnknownObject): Promise<string[]> {
  const [old, now] = [crdFrom(before), crdFrom(after)];
  return summaryOf(await findWitnesses(old, now, compareCrds(old, now), createEmbeddedServer));
}

test.each(witnessCases)("%s", async (_title, before, after, expected) => {
  expect(await witnesses(crdDocument(withField(before)), crdDocument(withField(after)))).toEqual(expected);
});

test.each(versionCases)("%s", async (_title, before, after, expected) => {
  expect(await witnesses(crdDocument({}, { versions: before }), crdDocument({}, { versions: after }))).toEqual(
    expected,
  );
});

test("the search lets signals and timers have their turn", async () => {
  const names = Array.from({ length: 50 }, (_, index) => `field${index}`);
  const fields = (type: string): object =>
    withField({ type: "object", properties: Object.fromEntries(names.map((name) => [name, { type }])) });
  const turns = countTurns();
  const all = await witnesses(crdDocument(fields("string")), crdDocument(fields("integer")));
  expect(turns.end()).toBeGreaterThan(names.length);
  expect(all).toHaveLength(names.length);
});
