import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createLiveClient, type HttpClient } from "../../../src/kube/http-client.js";
import type { ClusterConfig } from "../../../src/kube/cluster-config.js";
import { loadKubeConfig } from "../../../src/kube/kubeconfig.js";
import { ConfigMap } from "../../../src/k8s/core/v1.js";
import { mergePatch } from "../../../src/kube/client.js";
import type { KubeObject } from "../../../src/kube/objects.js";
import { Cache } from "../../../src/runtime/cache/cache.js";
import { createCachedClient } from "../../../src/runtime/cached-client.js";
import { describeCluster } from "../../support/cluster.js";
import { FakeClock } from "../../support/fake-clock.js";
import { startFaultProxy } from "../../support/fault-proxy.js";
import { RecordingLogger } from "../../support/recording-logger.js";

describeCluster("an informer of metadata on a real API server", (cluster) => {
  const namespace = `metadata-${process.pid}`;
  let target: ClusterConfig;
  let direct: HttpClient;
  beforeAll(async () => {
    target = await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig });
    direct = createLiveClient(target);
    await direct.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    for (let count = 0; count < 5; count += 1) await direct.create(large(`large-${count}`));
  });
  afterAll(() => direct.close());

  const large = (name: string): ConfigMap => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace },
    data: { text: "x".repeat(100_000) },
  });

  async function start(views: readonly ("whole" | "metadata")[]) {
    const proxy = await startFaultProxy(target);
    const live = createLiveClient(proxy.config);
    const cache = new Cache({
      client: live,
      namespaces: [namespace],
      isNamespaced: () => Promise.resolve(true),
      log: new RecordingLogger(),
      clock: new FakeClock(),
      random: () => 0,
    });
    onTestFinished(async () => {
      await cache.stop();
      live.close();
      await proxy.down();
    });
    const informers = views.map((view) => cache.informerFor<KubeObject>(ConfigMap, {}, view));
    cache.start();
    await Promise.all(informers.map((informer) => informer.waitForSync()));
    const client = createCachedClient({ live, cache, checkMayWrite: () => undefined });
    return { proxy, informers, client, cache };
  }

  test("asks for metadata, is sent no more, and keeps no more", async () => {
    const { proxy, informers, client } = await start(["metadata"]);
    const [informer] = informers;
    expect(proxy.traffic.length).toBeGreaterThan(0);
    for (const { accept } of proxy.traffic) expect(accept).toContain("as=PartialObjectMetadata");
    expect(proxy.traffic.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(20_000);
    const kept = [...informer!.values()];
    expect(kept.length).toBeGreaterThanOrEqual(5);
    for (const object of kept) expect(Object.keys(object)).toEqual(["apiVersion", "kind", "metadata"]);

    // Metadata comes from the cache, whole objects do not.
    const before = proxy.traffic.length;
    const key = { namespace, name: "large-0" };
    expect((await client.metadata.getOrThrow(ConfigMap, key)).metadata.uid).toBe(informer!.get(key)!.metadata.uid);
    expect((await client.metadata.list(ConfigMap, { namespace })).items).toHaveLength(kept.length);
    expect(await client.metadata.get(ConfigMap, { namespace, name: "none" })).toBeUndefined();
    await expect(client.metadata.getOrThrow(ConfigMap, { namespace, name: "none" })).rejects.toThrow("not found");
    expect(proxy.traffic).toHaveLength(before);
    expect((await client.getOrThrow(ConfigMap, key)).data!["text"]).toHaveLength(100_000);

    // Changes of both sides arrive, as metadata.
    await client.patch(ConfigMap, key, mergePatch({ metadata: { labels: { by: "us" } } }));
    expect((await client.metadata.getOrThrow(ConfigMap, key)).metadata.labels).toEqual({ by: "us" });
    expect(Object.keys(informer!.get(key)!)).toEqual(["apiVersion", "kind", "metadata"]);
    await direct.patch(ConfigMap, key, mergePatch({ metadata: { labels: { by: "others" } } }));
    await expect.poll(() => informer!.get(key)!.metadata.labels).toEqual({ by: "others" });
    await client.delete(ConfigMap, key);
    expect(await client.metadata.get(ConfigMap, key)).toBeUndefined();
  });

  test("coexists with a cache of whole objects, and each gets own writes", async () => {
    const { proxy, informers, client } = await start(["whole", "metadata"]);
    expect(new Set(proxy.traffic.map(({ accept }) => accept?.includes("PartialObjectMetadata")))).toEqual(
      new Set([true, false]),
    );
    const bytes = (isWhole: boolean): number =>
      proxy.traffic
        .filter(({ accept }) => accept?.includes("PartialObjectMetadata") === !isWhole)
        .reduce((sum, read) => sum + read.bytes, 0);
    expect(bytes(true)).toBeGreaterThan(20 * bytes(false));
    const key = { namespace, name: "both" };
    await client.create({ ...large("both"), metadata: key });
    expect(informers.map((informer) => Object.keys(informer.get(key)!).length)).toEqual([4, 3]);
    await client.delete(ConfigMap, key);
    expect(informers.map((informer) => informer.get(key))).toEqual([undefined, undefined]);
  });

  test("reads metadata from the whole objects where only those are cached", async () => {
    const { proxy, client } = await start(["whole"]);
    const before = proxy.traffic.length;
    const { items } = await client.metadata.list(ConfigMap, { namespace });
    expect(items).not.toEqual([]);
    expect(items.filter((item) => "data" in item)).toEqual([]);
    expect(proxy.traffic).toHaveLength(before);
  });
});
