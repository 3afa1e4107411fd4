import { expect, test } from "vitest";
import { describeCluster } from "../../support/cluster.js";
import { startComparableServer } from "../../support/comparable-server.js";
import { startRealServer } from "../contract/real-server.js";
import { parseServerUnderTest } from "../contract/server-under-test.js";
import { fuzz } from "./fuzz-run.js";
import { showFigures } from "./show-figures.js";

describeCluster("requests that are not quite right", () => {
  test("get the same response from both servers, except for the known differences, and never an internal error", async () => {
    const [real, server] = [await startRealServer(), await startComparableServer()];
    try {
      const figures = await fuzz({
        ...{ real: real.underTest, embedded: parseServerUnderTest(server.kubeconfig) },
        ...{ seed: 1, sequences: 40, end: Date.now() + 20_000, word: "cluster" },
      });
      const faults = figures.found.filter(({ shape }) => / \/ (?:0|500 InternalError):/.test(shape));
      expect(faults, showFigures({ ...figures, found: faults })).toEqual([]);
      expect(
        figures.found.map(({ kind, shape }) => `${kind}: ${shape}`),
        showFigures(figures),
      ).toEqual([]);
    } finally {
      await server.stop();
      await real.stop();
    }
  });
});
