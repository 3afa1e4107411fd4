import { afterAll, beforeAll, test } from "vitest";
import { brokenDirections, type ChangeKind } from "../../../src/compatibility/change.js";
import { compareCrds, type Crds } from "../../../src/compatibility/compare-crds.js";
import type { Crd } from "../../../src/compatibility/crd.js";
import { findWitnesses } from "../../../src/compatibility/witness/find-witnesses.js";
import { groupBy } from "../../../src/core/group-by.js";
import { describeCluster } from "../../support/cluster.js";
import { readReleasedCrd, releases } from "../../support/crd-releases.js";
import { trialCluster, type TrialCluster } from "./cluster-server.js";
import { expectWitnessesHold, isEvery } from "./shown-witnesses.js";

/** The releases of each CRD. The tests try the first witness of each kind of change. */
const histories = groupBy(releases(), ({ crd }) => crd);

describeCluster("the witnesses of the releases of published CRDs hold", (cluster) => {
  let server: TrialCluster;
  beforeAll(() => {
    server = trialCluster(cluster().kubeconfig);
  });
  afterAll(() => server.end());

  test.concurrent.each([...histories])("%s", { timeout: isEvery ? 3_600_000 : 600_000 }, async (_crd, all) => {
    const known = new Set<ChangeKind>();
    let last: { readonly file: string; readonly crd: Crd } | undefined;
    for (const { name, before, after } of all) {
      // Parsing takes longer than the search: the next comparison begins with this release.
      const crds: Crds = {
        before: last?.file === before ? last.crd : readReleasedCrd(before),
        after: readReleasedCrd(after),
      };
      last = { file: after, crd: crds.after };
      const breaking = compareCrds(crds.before, crds.after).filter((change) => brokenDirections(change).length > 0);
      const firsts = Array.from(
        groupBy(breaking, ({ detail }) => detail.kind),
        ([, [first]]) => first!,
      );
      const chosen = isEvery ? breaking : firsts.filter(({ detail }) => !known.has(detail.kind));
      const found = await findWitnesses(crds.before, crds.after, chosen, server.startEmbedded);
      const shown = await expectWitnessesHold(crds, found, server, name);
      for (const { detail } of shown) known.add(detail.kind);
    }
  });
});
