import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../../src/core/clock.js";
import { Event } from "../../../src/k8s/events/v1.js";
import { ConfigMap, Namespace } from "../../../src/k8s/core/v1.js";
import { mergePatch } from "../../../src/kube/client.js";
import { createLiveClient, type HttpClient } from "../../../src/kube/http-client.js";
import { loadKubeConfig } from "../../../src/kube/kubeconfig.js";
import { EventBroadcaster } from "../../../src/runtime/events/event-broadcaster.js";
import { describeCluster } from "../../support/cluster.js";
import { RecordingLogger } from "../../support/recording-logger.js";

describeCluster("events on a real API server", (cluster) => {
  let client: HttpClient;
  const namespace = `events-${randomBytes(4).toString("hex")}`;
  beforeAll(async () => {
    client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig }));
    await client.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  });
  afterAll(() => client.close());

  function setUp(): { broadcaster: EventBroadcaster; log: RecordingLogger } {
    const log = new RecordingLogger();
    const parts = { client, log, clock: systemClock, random: Math.random, hostname: "host" };
    return { broadcaster: new EventBroadcaster(parts), log };
  }

  test("are accepted and counted", async () => {
    const { broadcaster, log } = setUp();
    const metadata = { name: "settings", namespace };
    const map = await client.create<ConfigMap>({ apiVersion: "v1", kind: "ConfigMap", metadata });
    const recorder = broadcaster.recorder("foo.abc.com/bar");
    const note = "ä".repeat(2_000);
    for (let time = 0; time < 3; time += 1) {
      recorder.event(map, { type: "Normal", reason: "Synced", action: "Sync", note: "all is well", related: map });
    }
    recorder.event(map, { type: "Warning", reason: "Failed", action: "Sync", note });
    await broadcaster.stop();
    expect(log.lines).toEqual([]);
    const { items } = await client.list(Event, { namespace });
    expect(items.find(({ reason }) => reason === "Synced")?.series?.count).toBe(3);
    expect(Buffer.byteLength(items.find(({ reason }) => reason === "Failed")?.note ?? "")).toBeLessThanOrEqual(1024);
  });

  test("are shown by kubectl", async () => {
    const { broadcaster } = setUp();
    const metadata = { name: "shown", namespace };
    const map = await client.create<ConfigMap>({ apiVersion: "v1", kind: "ConfigMap", metadata });
    const recorder = broadcaster.recorder("foo.abc.com/bar");
    for (let time = 0; time < 3; time += 1) {
      recorder.event(map, { type: "Normal", reason: "Synced", action: "Sync", note: "all is well", related: map });
    }
    await broadcaster.stop();
    const shown = await cluster().kubectl(["get", "events", "-n", namespace]);
    expect(shown).toMatch(/Normal +Synced +configmap\/shown +all is well/);
    expect(await cluster().kubectl(["events", "-n", namespace, "--for", "configmap/shown"])).toContain("(x3 over ");
  });

  test("about what no namespace holds, and about odd names, are accepted", async () => {
    const { broadcaster, log } = setUp();
    const recorder = broadcaster.recorder("bar");
    const name = `system:odd:${namespace}`;
    for (const subject of [
      { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } },
      { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", metadata: { name, namespace: "" } },
    ]) {
      recorder.event(subject, { type: "Normal", reason: "Seen", action: "Look" });
    }
    await broadcaster.stop();
    expect(log.lines).toEqual([]);
    const { items } = await client.list(Event, { namespace: "default" });
    const about = items.map(({ regarding }) => regarding?.name);
    expect(about).toEqual(expect.arrayContaining([namespace, name]));
  });

  test("are left out in a namespace that is not there, or goes", async () => {
    const { broadcaster, log } = setUp();
    const recorder = broadcaster.recorder("bar");
    const going = `${namespace}-going`;
    await client.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: going } });
    // A ConfigMap that stays keeps the namespace.
    const metadata = { name: "stays", namespace: going, finalizers: ["tsop.dev/test"] };
    await client.create<ConfigMap>({ apiVersion: "v1", kind: "ConfigMap", metadata });
    await client.delete(Namespace, { name: going });
    for (const where of [going, `${namespace}-none`]) {
      const metadata = { name: "a", namespace: where };
      recorder.event({ ...ConfigMap, metadata }, { type: "Normal", reason: "Seen", action: "Look" });
    }
    await broadcaster.stop();
    expect(log.messages("warn")).toEqual([]);
    expect(log.messages("debug")).toHaveLength(2);
    await client.patch(ConfigMap, metadata, mergePatch({ metadata: { finalizers: null } }));
  });
});
