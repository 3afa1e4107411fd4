import { afterAll, beforeAll, expect, test } from "vitest";
import { compareCrds } from "../../../src/compatibility/compare-crds.js";
import type { UnknownObject } from "../../../src/core/json.js";
import { findWitnesses } from "../../../src/compatibility/witness/find-witnesses.js";
import { describeCluster } from "../../support/cluster.js";
import { crdDocument, crdFrom, withField } from "../../support/compared-crds.js";
import { trialCluster, type TrialCluster } from "./cluster-server.js";
import { versionCases, witnessCases } from "./witness-cases.js";

describeCluster("the witnesses of changes are the same as on the embedded API server", (cluster) => {
  let server: TrialCluster;
  beforeAll(() => {
    server = trialCluster(cluster().kubeconfig);
  });
  afterAll(() => server.end());

  async function expectSame(before: UnknownObject, after: UnknownObject): Promise<void> {
    const [old, now] = [crdFrom(before), crdFrom(after)];
    const changes = compareCrds(old, now);
    const expected = await findWitnesses(old, now, changes, server.startEmbedded);
    const found = await server.during(old.group, (start) => findWitnesses(old, now, changes, start));
    expect(found).toEqual(expected);
  }

  test.concurrent.each(witnessCases)("%s", (_title, before, after) =>
    expectSame(crdDocument(withField(before)), crdDocument(withField(after))),
  );
  test.concurrent.each(versionCases)("%s", (_title, before, after) =>
    expectSame(crdDocument({}, { versions: before }), crdDocument({}, { versions: after })),
  );
});
