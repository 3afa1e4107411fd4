import { afterAll, beforeAll, expect, test } from "vitest";
import { compareCrds } from "../../../src/compatibility/compare-crds.js";
import { trialsOf } from "../../../src/compatibility/witness/find-witnesses.js";
import { tryWrites } from "../../../src/compatibility/witness/trial.js";
import type { Outcome } from "../../../src/compatibility/witness/witness.js";
import { describeCluster } from "../../support/cluster.js";
import { crdFrom } from "../../support/compared-crds.js";
import { trialCluster, type TrialCluster } from "../witness/cluster-server.js";
import { mutatedCrd } from "./mutated-crds.js";
import { seeds } from "./seeds.js";
import { withUsedFields } from "./used-fields.js";

describeCluster(
  "each trial of 200 mutations of published CRDs has the outcome of the embedded API server",
  (cluster) => {
    let server: TrialCluster;
    beforeAll(() => {
      server = trialCluster(cluster().kubeconfig);
    });
    afterAll(() => server.end());

    test.concurrent.each(seeds)("%i", { timeout: 120_000 }, async (seed) => {
      const { title, before, after } = await mutatedCrd(seed);
      const crds = { before: crdFrom(before), after: crdFrom(after) };
      const changes = compareCrds(crds.before, crds.after);
      for (const direction of ["forward", "back"] as const) {
        for (const { sides, all } of trialsOf(crds, direction, changes)) {
          const trials = all.flatMap((each) => each.trials);
          const expected = await tryWrites(sides, trials);
          const writes = trials.map((trial) => trial.writes);
          const small = withUsedFields(sides, writes);
          const outcomes = await server.during(small.from.group, (start) => tryWrites(small, trials, start));
          expect(outcomes.map(withSortedWords), title).toEqual(expected.map(withSortedWords));
        }
      }
    });
  },
);

/** kube-apiserver reports the errors of an object in any order. */
function withSortedWords(outcome: Outcome | undefined): unknown {
  return outcome !== undefined && "message" in outcome
    ? { ...outcome, message: outcome.message.split(/[\s,[\]]+/).toSorted() }
    : outcome;
}
