/** A witness is found on the embedded API server. An extension API server does the same with the same requests. */
import { expect, test } from "vitest";
import { compareCrds } from "../../../src/compatibility/compare-crds.js";
import type { Crd } from "../../../src/compatibility/crd.js";
import { findWitnesses } from "../../../src/compatibility/witness/find-witnesses.js";
import type { UnknownObject } from "../../../src/core/json.js";
import { crdDocument, crdFrom, withField } from "../../support/compared-crds.js";
import { summaryOf } from "../witness/summary-of.js";
import { versionCases, witnessCases } from "../witness/witness-cases.js";
import { createExtensionTrialServer } from "./extension-trials.js";

async function witnesses(before: UnknownObject, after: UnknownObject): Promise<string[]> {
  const [old, now] = [before, after].map((each): Crd => ({ ...crdFrom(each), store: "file" })) as [Crd, Crd];
  return summaryOf(await findWitnesses(old, now, compareCrds(old, now), createExtensionTrialServer));
}

test.each(witnessCases)("%s", async (_title, before, after, expected) => {
  expect(await witnesses(crdDocument(withField(before)), crdDocument(withField(after)))).toEqual(expected);
});

test.each(versionCases)("%s", async (_title, before, after, expected) => {
  const found = await witnesses(crdDocument({}, { versions: before }), crdDocument({}, { versions: after }));
  // A server that does not serve the version of its own objects does not start.
  expect(found).toEqual(expected.filter((each) => !each.startsWith("served-changed")));
});
