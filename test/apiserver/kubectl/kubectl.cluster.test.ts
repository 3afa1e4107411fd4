/**
 * kubectl prints the same with the embedded API server as with the real one, whatever a user does.
 * TSOP_KUBECTL_TRANSCRIPTS names a folder that receives all transcripts.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, describe, test } from "vitest";
import type { ApiServer } from "../../../src/apiserver/api-server.js";
import { startComparableServer } from "../../support/comparable-server.js";
import { assetsFolder, hasControllerManager } from "../../support/control-plane.js";
import { type RealServer, startRealServer } from "../contract/real-server.js";
import { connect } from "../contract/exchange.js";
import { watchNamespaces } from "../contract/objects-of-namespaces.js";
import { createNamespace } from "../contract/run-case.js";
import { parseServerUnderTest, type ServerUnderTest } from "../contract/server-under-test.js";
import { type KubectlServer, runScenario, type ScenarioResult } from "./run-scenario.js";
import type { Scenario } from "./scenario.js";
import { loadScenarios } from "./scenarios.js";
import { installWidgets } from "./widgets.js";

/** As on the real server. */
const admin = { name: "admin", groups: ["system:masters"] };
const areas = await loadScenarios();
const word = (Date.now() % 60_466_176).toString(36).padStart(5, "0");
const transcripts = process.env["TSOP_KUBECTL_TRANSCRIPTS"];
const isRunnable = hasControllerManager();
const reason = isRunnable ? "" : " (needs KUBEBUILDER_ASSETS with a kube-controller-manager)";

describe.skipIf(!isRunnable)(`kubectl sees the same on both servers${reason}`, () => {
  let folder: string;
  let embedded: ApiServer;
  let real: RealServer;
  let servers: readonly [KubectlServer, KubectlServer];

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), "kubectl-"));
    [embedded, real] = await Promise.all([startComparableServer(), startRealServer()]);
    const server = (name: string, underTest: ServerUnderTest): KubectlServer => {
      const connection = connect(underTest);
      return { name, connection, objects: watchNamespaces(connection), cache: path.join(folder, `cache-${name}`) };
    };
    servers = [
      server("embedded", parseServerUnderTest(embedded.addUser(admin).kubeconfig)),
      server("real", real.underTest),
    ];
    await Promise.all(servers.map((each) => run(each, installWidgets, "install")));
  });

  afterAll(async () => {
    await embedded.stop();
    await real.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  describe.each(areas)("$name", ({ name: area, scenarios }) => {
    test.concurrent.each(scenarios)("$name", { timeout: 300_000 }, async (scenario) => {
      const id = `${area}-${scenarios.indexOf(scenario)}`;
      const [onEmbedded, onReal] = await Promise.all(servers.map((server) => run(server, scenario, id)));
      expect(onEmbedded?.transcript).toBe(onReal?.transcript);
      // A step that fails on both servers shows nothing.
      expect(onReal?.unexpected).toEqual([]);
    });
  });

  async function run(server: KubectlServer, scenario: Scenario, id: string): Promise<ScenarioResult> {
    const namespace = `${word}-${id}`;
    await createNamespace(server.connection, namespace, server.objects);
    const place = { namespace, folder: path.join(folder, server.name, id), assets: assetsFolder ?? "" };
    const result = await runScenario(server, scenario, place);
    if (transcripts !== undefined) {
      mkdirSync(transcripts, { recursive: true });
      writeFileSync(path.join(transcripts, `${id}.${server.name}`), result.transcript);
    }
    return result;
  }
});
