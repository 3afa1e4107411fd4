import { afterAll, beforeAll, expect, test } from "vitest";
import { compareCrds } from "../../../src/compatibility/compare-crds.js";
import { trialsOf } from "../../../src/compatibility/witness/find-witnesses.js";
import { tryWrites } from "../../../src/compatibility/witness/trial.js";
import { describeCluster } from "../../support/cluster.js";
import { crdFrom } from "../../support/compared-crds.js";
import { trialCluster, type TrialCluster } from "../witness/cluster-server.js";
import { expectWitnessesHold, isEvery, tryOnCluster, withSortedWords } from "../witness/shown-witnesses.js";
import { mutatedCrd } from "./mutated-crds.js";
import { seeds } from "./seeds.js";

describeCluster("the witnesses of 200 mutations of published CRDs hold", (cluster) => {
  let server: TrialCluster;
  beforeAll(() => {
    server = trialCluster(cluster().kubeconfig);
  });
  afterAll(() => server.end());

  test.concurrent.each(seeds)("%i", { timeout: 120_000 }, async (seed) => {
    const { title, before, after } = await mutatedCrd(seed);
    const crds = { before: crdFrom(before), after: crdFrom(after) };
    const changes = compareCrds(crds.before, crds.after);
    await expectWitnessesHold(crds, changes, server, title);
    if (!isEvery) return;
    // The objects that a search tries first have the same outcomes, also those that show nothing.
    for (const direction of ["forward", "back"] as const) {
      for (const group of trialsOf(crds, direction, changes)) {
        const trials = group.all.flatMap((each) => each.trials);
        const expected = await tryWrites(group.sides, trials, server.startEmbedded);
        const outcomes = await tryOnCluster(group, server);
        expect(outcomes.map(withSortedWords), title).toEqual(expected.map(withSortedWords));
      }
    }
  });
});
