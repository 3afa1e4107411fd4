import { describe, expect, test } from "vitest";
import { applyCrds } from "../support/apply-crds.js";
import { describeCluster } from "../support/cluster.js";
import { crdFaults, judge, leftOut } from "./crd-faults.js";

describeCluster("a real API server and the generator", (cluster) => {
  describe("agree on", () => {
    test.each(Object.entries(crdFaults))("%s", async (name, source) => {
      const { crds, errors } = judge(source);
      expect(crds).not.toBe("");
      const said = await applyCrds(cluster().kubeconfig, crds, { dryRun: true });
      expect({ refused: errors.length > 0, errors, said }).toEqual({
        refused: said !== "" || leftOut.has(name),
        errors,
        said,
      });
    });
  });
});
