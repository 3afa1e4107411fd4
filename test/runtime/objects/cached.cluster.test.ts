import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  applyIfDifferent,
  createManager,
  createOrPatch,
  createOrUpdate,
  done,
  type Manager,
  mergePatch,
  withFinalizer,
} from "../../../src/index.js";
import { ConfigMap, type Namespace } from "../../../src/k8s/core/v1.js";
import { createLiveClient, type HttpClient } from "../../../src/kube/http-client.js";
import { loadKubeConfig } from "../../../src/kube/kubeconfig.js";
import { describeCluster } from "../../support/cluster.js";
import { RecordingLogger } from "../../support/recording-logger.js";

const rounds = Array.from({ length: 30 }, (_, round) => String(round));

describeCluster("with a cache, on a real API server,", (cluster) => {
  let live: HttpClient;
  let manager: Manager;
  let running: Promise<void>;
  const stop = new AbortController();
  const namespace = `cached-${randomBytes(4).toString("hex")}`;
  beforeAll(async () => {
    const { kubeconfig } = cluster();
    live = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig }));
    await live.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    manager = await createManager({
      name: "demo",
      kubeconfig,
      healthProbeBindAddress: "0",
      log: new RecordingLogger(),
    });
    manager.cacheFor(ConfigMap);
    running = manager.start(stop.signal);
  });
  afterAll(async () => {
    stop.abort();
    await running;
    live.close();
  });
  const configMap = (name: string): ConfigMap => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace },
    data: { ours: "", theirs: "" },
  });

  test.each([
    ["createOrUpdate", createOrUpdate],
    ["createOrPatch", createOrPatch],
  ])("%s loses no concurrent writes of another client", async (name, createOr) => {
    const map = configMap(name.toLowerCase());
    await createOr(manager.client, map, () => undefined);
    const ours = async (): Promise<void> => {
      for (const round of rounds) {
        await createOr(manager.client, map, (draft) => void (draft.data = { ...draft.data, ours: round }));
      }
    };
    const theirs = async (): Promise<void> => {
      for (const round of rounds) {
        await live.patch(ConfigMap, map.metadata, mergePatch({ data: { theirs: round } }));
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
    };
    await Promise.all([ours(), theirs()]);
    expect((await live.getOrThrow(ConfigMap, map.metadata)).data).toEqual({ ours: "29", theirs: "29" });
  });

  test("something that is created behind the cache's back is found", async () => {
    for (const round of rounds) {
      const map = configMap(`fresh-${round}`);
      await live.create(map);
      const { result } = await createOrUpdate(manager.client, map, (draft) => void (draft.data = { ours: round }));
      expect(result).toBe("updated");
    }
  });

  test("a finalizer is put on and taken off while others write", async () => {
    const map = await live.create(configMap("held"));
    let cleanUps = 0;
    const options = {
      finalizer: "foo.abc.com/bucket",
      cleanUp: () => Promise.resolve(void (cleanUps += 1)),
      reconcile: () => Promise.resolve(done()),
    };
    const touch = (text: string): Promise<ConfigMap> =>
      live.patch(ConfigMap, map.metadata, mergePatch({ data: { theirs: text } }));
    await touch("a"); // the object at hand is an old one now
    await withFinalizer(manager.client, map, options);
    expect((await live.getOrThrow(ConfigMap, map.metadata)).metadata.finalizers).toEqual(["foo.abc.com/bucket"]);
    await live.delete(ConfigMap, map.metadata);
    const deleted = await live.getOrThrow(ConfigMap, map.metadata);
    await touch("b");
    await withFinalizer(manager.client, deleted, options);
    expect([await live.get(ConfigMap, map.metadata), cleanUps]).toEqual([undefined, 1]);
  });

  test("an apply without a difference stores nothing, and removes an old field", async () => {
    const map = configMap("applied");
    await applyIfDifferent(manager.client, map);
    const before = await live.getOrThrow(ConfigMap, map.metadata);
    expect((await applyIfDifferent(manager.client, map)).result).toBe("unchanged");
    const after = await live.getOrThrow(ConfigMap, map.metadata);
    expect(after).toEqual(before);
    await applyIfDifferent(manager.client, { ...map, data: { ours: "" } });
    expect((await live.getOrThrow(ConfigMap, map.metadata)).data).toEqual({ ours: "" });
  });
});
