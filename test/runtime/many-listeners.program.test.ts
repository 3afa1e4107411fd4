import { expect, onTestFinished, test } from "vitest";
import { ConfigMap } from "../../src/k8s/core/v1.js";
import { createManager } from "../../src/runtime/create-manager.js";
import { done } from "../../src/runtime/reconcile.js";
import { TestEnvironment } from "../../src/testing/environment/test-environment.js";
import { leakWarnings } from "../support/leak-warnings.js";
import { RecordingLogger } from "../support/recording-logger.js";

test("many controllers, and many requests with one signal, do not look like a leak to Node", async () => {
  const warnings = leakWarnings();
  const environment = await TestEnvironment.start();
  onTestFinished(() => environment.stop());
  const key = { namespace: "default", name: "a" };
  await environment.client.create<ConfigMap>({ apiVersion: "v1", kind: "ConfigMap", metadata: key });
  const manager = await createManager({
    name: "many",
    config: environment.config,
    healthProbeBindAddress: "0",
    log: new RecordingLogger(),
  });
  let answered = 0;
  for (let number = 1; number <= 12; number++) {
    const read = async (signal: AbortSignal): Promise<void> => {
      await manager.apiReader.get(ConfigMap, key, { signal });
      answered += 1;
    };
    manager
      .controller(`c${number}`)
      .for(ConfigMap)
      .complete({
        reconcile: async ({ name }, { signal }) => {
          if (name === key.name) await Promise.all(Array.from({ length: 12 }, () => read(signal)));
          return done();
        },
      });
  }
  const stop = new AbortController();
  const running = manager.start(stop.signal);
  await expect.poll(() => answered).toBe(12 * 12);
  stop.abort();
  await running;
  expect(warnings).toEqual([]);
});
