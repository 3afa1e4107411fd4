/** The embedded API server responds like the real one in the recordings. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ApiServer } from "../../../src/apiserver/api-server.js";
import { startApiServer } from "../../../src/apiserver/start-api-server.js";
import { defaultVersion, type KubernetesVersion } from "../../../src/schema/kubernetes-versions.js";
import { type Area, groupByServer, type ServerAreas } from "./areas.js";
import { checkTranscript } from "./differences.js";
import { type ContractException, exceptionsOf } from "./exceptions.js";
import { connect } from "./exchange.js";
import { differingCases, readGoldens } from "./goldens.js";
import { unlikeCases } from "./unlike-cases.js";
import { createRun, type Run, runCase } from "./run-case.js";
import { parseServerUnderTest } from "./server-under-test.js";

/**
 * @param areas - those of one shard
 * @param isWide - whether to run, in versions other than the default, the cases that all versions answer alike. Default: all others
 */
export function describeEmbeddedContract(areas: readonly Area[], isWide = false): void {
  if (areas.length === 0) {
    test.skip("TSOP_CONTRACT_AREAS names no area of this shard");
    return;
  }
  for (const some of groupByServer(areas)) {
    const chosen = some.areas.flatMap((area) => {
      const isRepeated = repeats(area, some.version);
      const cases = area.cases.filter(({ name }) => isWide === isRepeated(name));
      return cases.length === 0 ? [] : { ...area, cases };
    });
    if (chosen.length > 0) describeAreas({ ...some, areas: chosen });
  }
}

/** Returns a function that reports whether the default version has a case, and the version answers it alike. */
function repeats({ name: area, versions }: Area, version: KubernetesVersion): (name: string) => boolean {
  if (version === defaultVersion || !versions.includes(defaultVersion)) return () => false;
  const differing = differingCases(area);
  return (name) => !differing.has(name);
}

function describeAreas({ areas, simulatesWorkloads: simulateWorkloads, controllers, version }: ServerAreas): void {
  const more = controllers.length === 0 ? "" : ` with ${controllers.join(", ")}`;
  const suffix = `${simulateWorkloads ? " that simulates workloads" : ""}${more}`;
  const title = `the contract, on the embedded API server of ${version}${suffix}`;
  describe(title, () => {
    let server: ApiServer;
    let run: Run;
    beforeAll(async () => {
      server = await startApiServer({ simulateWorkloads, controllers, kubernetesVersion: version });
      run = createRun(connect(parseServerUnderTest(server.kubeconfig)), false);
    });
    afterAll(() => server.stop());

    for (const { name: area, cases, isAlone } of areas) {
      // Concurrent suites run in parallel.
      (isAlone ? describe : describe.concurrent)(area, () => {
        const goldens = readGoldens(area, version);
        const unlike = unlikeCases[version]?.[area] ?? [];
        for (const contractCase of cases) {
          const exceptions = exceptionsOf(area, contractCase.name, version);
          const check = unlike.includes(contractCase.name) ? test.concurrent.fails : test.concurrent;
          check(contractCase.name, async () => {
            const isAllDifferent = exceptions.some(({ paths }) => paths.test(""));
            const transcript = await runCase(run, contractCase, isAllDifferent ? 1000 : undefined);
            const needed = new Set<ContractException>();
            checkTranscript(goldens[contractCase.name], transcript, (path) => {
              const fitting = exceptions.filter(({ paths }) => paths.test(path));
              for (const each of fitting) needed.add(each);
              return fitting.length > 0;
            });
            // Remove an exception that no longer differs from the list, and from the documentation.
            expect(exceptions.filter((each) => !needed.has(each)).map(({ difference }) => difference)).toEqual([]);
          });
        }
      });
    }
  });
}
