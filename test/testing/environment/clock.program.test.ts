/** One clock for the operator, the test and the embedded API server. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ConfigMap, type Pod } from "../../../src/k8s/core/v1.js";
import { Event } from "../../../src/k8s/events/v1.js";
import { createManager } from "../../../src/runtime/create-manager.js";
import type { Manager } from "../../../src/runtime/manager.js";
import { requeueAfter } from "../../../src/runtime/reconcile.js";
import { TestEnvironment } from "../../../src/testing/environment/test-environment.js";
import { eventually } from "../../support/eventually.js";
import { FakeClock } from "../../../src/testing/fake-clock.js";
import { RecordingLogger } from "../../support/recording-logger.js";

const hour = 3_600_000;
const key = { namespace: "default", name: "hourly" };
const configMap: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: key };

/** Counts in a label how often an hour has passed since the object was made. */
function countHours(manager: Manager): void {
  const events = manager.eventRecorder("hours");
  manager
    .controller("hours")
    .for(ConfigMap)
    .complete({
      async reconcile(request, { clock }) {
        const object = await manager.client.get(ConfigMap, request);
        if (object === undefined || object.metadata.name !== key.name) return requeueAfter(hour);
        const created = Date.parse(object.metadata.creationTimestamp ?? "");
        const hours = Math.floor((clock.now() - created) / hour);
        const data = { hours: String(hours) };
        await manager.client.apply<ConfigMap>({ ...configMap, data }, { force: true });
        events.event(object, { type: "Normal", reason: `Passed${hours}`, action: "Count", note: "another hour" });
        return requeueAfter(created + (hours + 1) * hour - clock.now());
      },
    });
}

// A day long before the API server's certificate is valid, and one long after: TLS has the machine's time.
describe.each([["2001-02-03T04:05:06Z"], ["2101-02-03T04:05:06Z"]])("a clock that begins at %s", (start) => {
  let clock: FakeClock;
  let environment: TestEnvironment;
  beforeEach(async () => {
    vi.stubEnv("KUBEBUILDER_ASSETS", "/nonexistent"); // with a clock, the server is the embedded one
    clock = new FakeClock(start);
    environment = await TestEnvironment.start({ clock });
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await environment.stop();
  });

  test("is what the server stamps objects with", async () => {
    const { client } = environment;
    const finalizers = ["abc.com/waits"];
    const created = await client.create<ConfigMap>({ ...configMap, metadata: { ...key, finalizers } });
    expect(created.metadata.creationTimestamp).toBe(start);
    expect(created.metadata.managedFields?.map(({ time }) => time)).toEqual([start]);
    const pod: Pod = {
      apiVersion: "v1",
      kind: "Pod",
      metadata: key,
      spec: { containers: [{ name: "a", image: "a" }] },
    };
    expect((await client.create<Pod>(pod)).metadata.creationTimestamp).toBe(start);
    await clock.advance(2 * hour);
    await client.delete(ConfigMap, key);
    const { metadata } = await client.getOrThrow(ConfigMap, key);
    expect(metadata.deletionTimestamp).toBe(start.replace("T04", "T06"));
  });

  test("fires the requeues of an operator that computes when something is due", async () => {
    const log = new RecordingLogger();
    const { client, config } = environment;
    const manager = await createManager({ name: "hours", config, clock, log, healthProbeBindAddress: "0" });
    expect(manager.clock).toBe(clock);
    countHours(manager);
    const stop = new AbortController();
    const running = manager.start(stop.signal);
    const hours = async () => (await client.getOrThrow(ConfigMap, key)).data?.["hours"];
    await client.create<ConfigMap>(configMap);
    await eventually(async () => expect(await hours()).toBe("0"));
    for (const passed of ["1", "2", "3"]) {
      await clock.advance(hour);
      await eventually(async () => expect(await hours()).toBe(passed));
    }
    await eventually(async () => {
      const { items } = await client.list(Event, { namespace: "default" });
      const last = items.find(({ reason }) => reason === "Passed3");
      expect(last?.eventTime).toBe(start.replace("T04", "T07").replace("Z", ".000000Z"));
      expect(last?.metadata.creationTimestamp).toBe(start.replace("T04", "T07"));
    });
    stop.abort();
    await running;
    expect(log.lines.filter(({ level }) => level === "error" || level === "warn")).toEqual([]);
  });
});
