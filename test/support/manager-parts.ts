import type { ManagerParts } from "../../src/runtime/manager-parts.js";
import { ManagerMetrics } from "../../src/runtime/metrics/manager-metrics.js";
import { FakeClock } from "./fake-clock.js";
import { RecordingLogger } from "./recording-logger.js";
import type { ScriptedApi } from "./scripted-api.js";

/** The connection to an API that the test simulates. */
export const simulatedConfig: ManagerParts["config"] = {
  source: "test",
  context: "test",
  server: "http://test",
  namespace: "default",
  tls: {},
  auth: { kind: "none" },
};

/** Returns the parts of a manager that serves nothing, leads alone, and uses an API that the test simulates. */
export function managerParts(api: ScriptedApi, parts: Partial<ManagerParts> = {}): ManagerParts {
  return {
    config: simulatedConfig,
    live: api as unknown as ManagerParts["live"],
    isNamespaced: () => Promise.resolve(true),
    namespaces: [],
    elector: undefined,
    metrics: new ManagerMetrics(),
    metricsServer: undefined,
    webhookServer: undefined,
    healthAddress: undefined,
    gracefulShutdownMs: 30_000,
    log: new RecordingLogger(),
    clock: new FakeClock(),
    random: () => 0,
    hostname: "host",
    close: () => undefined,
    ...parts,
  };
}
