import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createManager, done, mergePatch, type RunningController, setControllerReference } from "../../src/index.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { ConfigMap, Secret } from "../../src/k8s/core/v1.js";
import { describeCluster } from "../support/cluster.js";
import { RecordingLogger } from "../support/recording-logger.js";

const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 60_000, interval: 50 });

describeCluster("watches that begin while the manager runs, on a real API server", (cluster) => {
  const namespace = `added-watches-${process.pid}`;
  let others: HttpClient;
  beforeAll(async () => {
    others = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig }));
    await others.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  });
  afterAll(() => others.close());

  test("ask for runs and fill the cache, until they are stopped", async () => {
    const manager = await createManager({
      name: "added",
      kubeconfig: cluster().kubeconfig,
      namespaces: [namespace],
      healthProbeBindAddress: "0",
      log: new RecordingLogger(),
    });
    let runs = 0;
    const controller: RunningController = manager
      .controller("added")
      .for(ConfigMap, { predicates: [({ object }) => object.metadata.name === "owner"] })
      .complete({ reconcile: () => Promise.resolve(((runs += 1), done())) });
    const stop = new AbortController();
    const running = manager.start(stop.signal);
    try {
      const owner = await others.create<ConfigMap>({
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { namespace, name: "owner" },
      });
      await eventually(() => expect(runs).toBe(1));
      const secret: Secret = { apiVersion: "v1", kind: "Secret", metadata: { namespace, name: "owned" } };
      setControllerReference(owner, secret);
      await others.create(secret);
      const read = () => manager.client.getOrThrow(Secret, secret.metadata, { shared: true });
      expect(await read()).not.toBe(await read());

      const watch = controller.owns(Secret);
      await watch.ready;
      expect(await read()).toBe(await read()); // the cache's own object
      await eventually(() => expect(runs).toBe(2));
      await others.patch(Secret, secret.metadata, mergePatch({ metadata: { labels: { a: "b" } } }));
      await eventually(() => expect(runs).toBe(3));

      watch.stop();
      expect(await read()).not.toBe(await read());
      await others.patch(Secret, secret.metadata, mergePatch({ metadata: { labels: { a: "c" } } }));
      await others.patch(ConfigMap, owner.metadata, mergePatch({ metadata: { labels: { a: "c" } } }));
      await eventually(() => expect(runs).toBe(4));

      const again = controller.owns(Secret, { onlyMetadata: true });
      await again.ready;
      await eventually(() => expect(runs).toBe(5));
    } finally {
      stop.abort();
      await running;
    }
  });

  test("a controller without permission to list its kind ends the manager, and names the permission", async () => {
    const manager = await createManager({
      name: "forbidden",
      kubeconfig: cluster().nobodyKubeconfig,
      healthProbeBindAddress: "0",
      log: new RecordingLogger(),
    });
    manager
      .controller("forbidden")
      .for(ConfigMap)
      .withOptions({ cacheSyncTimeoutMs: 500 })
      .complete({ reconcile: () => Promise.resolve(done()) });
    await expect(manager.start()).rejects.toMatchObject({
      code: "runtime/cache-sync-timeout",
      message: expect.stringContaining("ConfigMap") as string,
      hint: expect.stringMatching(/@rbac groups=core resources=configmaps verbs=/) as string,
    });
  });
});
