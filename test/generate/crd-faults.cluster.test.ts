import { describe, expect, test } from "vitest";
import { describeCluster } from "../support/cluster.js";
import { crdFaults, judge, leftOut } from "./crd-faults.js";

describeCluster("a real API server and the generator", (cluster) => {
  describe("agree on", () => {
    test.each(Object.entries(crdFaults))("%s", async (name, source) => {
      const { crds, errors } = judge(source);
      expect(crds).not.toBe("");
      let said = "";
      try {
        await cluster().kubectl(["apply", "--server-side", "--dry-run=server", "-f", "-"], crds);
      } catch (error) {
        said = String(error);
      }
      expect({ refused: errors.length > 0, errors, said }).toEqual({
        refused: said !== "" || leftOut.has(name),
        errors,
        said,
      });
    });
  });
});
