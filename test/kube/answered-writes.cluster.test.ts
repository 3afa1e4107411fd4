import { afterAll, beforeAll, expect, test } from "vitest";
import { mergePatch } from "../../src/kube/client.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { ConfigMap, Namespace } from "../../src/k8s/core/v1.js";
import { createCachedClient } from "../../src/runtime/cached-client.js";
import { Cache } from "../../src/runtime/cache/cache.js";
import { describeCluster } from "../support/cluster.js";
import { FakeClock } from "../support/fake-clock.js";
import { RecordingLogger } from "../support/recording-logger.js";

describeCluster("what a real API server answers to writes", (cluster) => {
  const namespace = `answered-${process.pid}`;
  const requests: string[] = [];
  let client: HttpClient;
  beforeAll(async () => {
    const config = await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig });
    client = createLiveClient(config, { onRequest: ({ method }) => requests.push(method) });
    await client.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  });
  afterAll(() => client.close());

  const key = { namespace, name: "a" };
  const configMap = (finalizers: string[] = []): ConfigMap => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { ...key, finalizers },
  });

  test("whether an apply has made the object", async () => {
    const applied = async (): Promise<boolean> => (await client.answered.apply<ConfigMap>(configMap())).isNew;
    expect([await applied(), await applied()]).toEqual([true, false]);
    await client.delete(ConfigMap, key);
  });

  test("what became of an object that was deleted", async () => {
    const made = await client.create<ConfigMap>(configMap());
    const { uid } = made.metadata;
    expect(await client.answered.delete(ConfigMap, key)).toEqual({ kind: "gone", uid });
    expect(await client.answered.delete(ConfigMap, key)).toEqual({ kind: "absent" });
    await client.create<ConfigMap>(configMap(["tsop.dev/test"]));
    expect(await client.answered.delete(ConfigMap, key)).toMatchObject({ kind: "waits", object: { metadata: key } });
    expect(await client.answered.delete(ConfigMap, key)).toMatchObject({ kind: "waits" });
    await client.patch(ConfigMap, key, mergePatch({ metadata: { finalizers: null } }));
    expect(await client.answered.delete(ConfigMap, key)).toEqual({ kind: "absent" });
    const name = `${namespace}-2`;
    await client.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
    expect(await client.answered.delete(Namespace, { name })).toMatchObject({ kind: "waits" });
  });

  test("an own deletion is one request, and the cache knows what it came to", async () => {
    const cache = new Cache({
      client,
      namespaces: [namespace],
      isNamespaced: () => Promise.resolve(true),
      log: new RecordingLogger(),
      clock: new FakeClock(),
      random: () => 0,
    });
    const informer = cache.informerFor(ConfigMap);
    cache.start();
    try {
      await informer.waitForSync();
      const cached = createCachedClient({ live: client, cache, checkMayWrite: () => undefined });
      await cached.create<ConfigMap>(configMap(["tsop.dev/test"]));
      requests.length = 0;
      await cached.delete(ConfigMap, key);
      expect((await cached.getOrThrow(ConfigMap, key)).metadata.deletionTimestamp).toBeDefined();
      await cached.patch(ConfigMap, key, mergePatch({ metadata: { finalizers: null } }));
      expect(await cached.get(ConfigMap, key)).toBeUndefined();
      await cached.create<ConfigMap>(configMap());
      await cached.delete(ConfigMap, key);
      expect(await cached.get(ConfigMap, key)).toBeUndefined();
      expect(requests.filter((method) => method !== "GET")).toEqual(["DELETE", "PATCH", "POST", "DELETE"]);
      expect(requests.filter((method) => method === "GET")).toEqual([]);
    } finally {
      await cache.stop();
    }
  });
});
