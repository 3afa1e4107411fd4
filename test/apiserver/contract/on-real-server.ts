/** The real API server responds as recorded; UPDATE_GOLDEN=1 records. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assetsFolder, assetsOf, assetsVariableOf } from "../../support/control-plane.js";
import { describeCluster } from "../../support/cluster.js";
import type { KubernetesVersion } from "../../../src/schema/kubernetes-versions.js";
import { type Area, groupByServer, lonelyLast, type ServerAreas } from "./areas.js";
import { checkTranscript } from "./differences.js";
import { connect } from "./exchange.js";
import { readGoldens, writeGoldens } from "./goldens.js";
import { holdParameters } from "./hold-parameters.js";
import { createRun, type Run, runCase } from "./run-case.js";
import { startRealServer, type RealServer } from "./real-server.js";
import { timedOut, type Transcript } from "./transcript.js";

/** How long a case waits for a controller or a watch, in milliseconds: the machine may be busy. */
const patience = 60_000;

const isUpdating = process.env["UPDATE_GOLDEN"] === "1";

/** Starts each kind of server only once, because starting one takes seconds of processor time. */
export function describeRealContract(areas: readonly Area[], version: KubernetesVersion): void {
  const servers = groupByServer(lonelyLast(areas)).filter((each) => each.version === version);
  if (servers.length === 0) test.skip(`TSOP_CONTRACT_AREAS names no area of ${version}`);
  for (const some of servers) describeAreas(some);
}

function describeAreas({ areas, simulatesWorkloads: runsWorkloads, controllers, version }: ServerAreas): void {
  const suffixes = [...(runsWorkloads ? ["the controllers of workloads"] : []), ...controllers];
  const suffix = suffixes.length === 0 ? "" : ` with ${suffixes.join(", ")}`;
  const title = `the contract, on the real API server of ${version}${suffix}`;
  const assets = assetsOf(version);
  if (assetsFolder !== undefined && assets === undefined) {
    test.skip(`${title} needs ${assetsVariableOf(version)}, a folder with etcd and kube-apiserver`);
    return;
  }
  describeCluster(title, () => {
    let server: RealServer;
    let run: Run;
    beforeAll(async () => {
      server = await startRealServer({ assets, runsWorkloads, controllers });
      run = createRun(connect(server.underTest), server.isShared);
      await holdParameters(run.connection);
    });
    afterAll(() => server.stop());

    for (const area of areas) {
      // Concurrent suites run in parallel.
      (area.isAlone ? describe : describe.concurrent)(area.name, () => {
        const goldens = readGoldens(area.name, version);
        const recorded = new Map<string, Transcript>();
        for (const contractCase of area.cases) {
          test.concurrent(contractCase.name, { timeout: 3 * patience }, async () => {
            const transcript = await runCase(run, contractCase, patience);
            if (isUpdating) {
              expect(timedOut(transcript), "an answer that did not come in time is not recorded").toEqual([]);
              recorded.set(contractCase.name, transcript);
            } else checkTranscript(goldens[contractCase.name], transcript);
          });
        }
        afterAll(() => {
          if (recorded.size > 0) writeGoldens(area, version, Object.fromEntries(recorded));
        });
      });
    }
  });
}
