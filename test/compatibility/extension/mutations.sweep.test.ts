/** The witnesses of mutations of published CRDs, which are found on the embedded API server, hold on an extension API server. */
import { expect, test } from "vitest";
import { compareCrds } from "../../../src/compatibility/compare-crds.js";
import type { Crd } from "../../../src/compatibility/crd.js";
import { findWitnesses, trialsOfWitnesses } from "../../../src/compatibility/witness/find-witnesses.js";
import { createEmbeddedServer, tryWrites } from "../../../src/compatibility/witness/trial.js";
import { crdFrom } from "../../support/compared-crds.js";
import { mutatedCrd } from "../mutations/mutated-crds.js";
import { seeds } from "../mutations/seeds.js";
import { createExtensionTrialServer } from "./extension-trials.js";

test.each(seeds.filter((_, index) => index % 5 === 0))("%i", async (seed) => {
  const { title, ...documents } = await mutatedCrd(seed);
  const [before, after] = [documents.before, documents.after].map((each): Crd => ({
    ...crdFrom(each),
    store: "file",
    conversion: "None",
  })) as [Crd, Crd];
  const found = await findWitnesses(before, after, compareCrds(before, after), createEmbeddedServer);
  for (const { sides, all } of trialsOfWitnesses({ before, after }, found)) {
    const trials = all.flatMap((each) => each.trials);
    const expected = await tryWrites(sides, trials, createEmbeddedServer);
    expect(await tryWrites(sides, trials, createExtensionTrialServer), title).toEqual(expected);
  }
});
