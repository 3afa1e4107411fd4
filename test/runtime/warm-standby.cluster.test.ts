import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createManager, done, type Manager } from "../../src/index.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import type { ClusterConfig } from "../../src/kube/cluster-config.js";
import { ConfigMap, type Namespace } from "../../src/k8s/core/v1.js";
import { describeCluster } from "../support/cluster.js";
import { startFaultProxy } from "../support/fault-proxy.js";
import { RecordingLogger } from "../support/recording-logger.js";
import { tempFolder } from "../support/temp-folder.js";

interface Replica {
  readonly manager: Manager;
  readonly log: RecordingLogger;
  readonly reconciled: Set<string>;
  readonly stop: () => Promise<void>;
}

const eventually = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 60_000, interval: 50 });

function kubeconfigOf({ server, auth }: ClusterConfig): string {
  if (auth.kind !== "token") throw new Error("a proxy passes on tokens only");
  const file = path.join(tempFolder(), "config");
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "proxy", cluster: { server, "insecure-skip-tls-verify": true } }],
    users: [{ name: "me", user: { token: auth.token } }],
    contexts: [{ name: "proxy", context: { cluster: "proxy", user: "me" } }],
    "current-context": "proxy",
  };
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  return file;
}

describeCluster("a replica that waits for the lease", (cluster) => {
  let target: ClusterConfig;
  let direct: HttpClient;

  beforeAll(async () => {
    target = await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig });
    direct = createLiveClient(target);
  });
  afterAll(() => direct.close());

  async function startReplica(namespace: string, kubeconfig: string): Promise<Replica> {
    const [log, reconciled, stopping] = [new RecordingLogger(), new Set<string>(), new AbortController()];
    const manager = await createManager({
      name: "warm",
      kubeconfig,
      namespaces: [namespace],
      leaderElect: true,
      leaderElectionNamespace: namespace,
      healthProbeBindAddress: "0",
      log,
    });
    manager
      .controller("configmap")
      .for(ConfigMap)
      .complete({
        reconcile: ({ name }) => {
          reconciled.add(name);
          return Promise.resolve(done());
        },
      });
    const running = manager.start(stopping.signal);
    const stop = (): Promise<void> => {
      stopping.abort();
      return running;
    };
    onTestFinished(stop);
    return { manager, log, reconciled, stop };
  }

  test("has its caches filled, and takes over without a list", async () => {
    const namespace = `warm-${process.pid}`;
    await direct.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    const put = (name: string): Promise<ConfigMap> =>
      direct.apply<ConfigMap>({ apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace } });
    const names = Array.from({ length: 20 }, (_, index) => `config-${index}`);
    for (const name of names) await put(name);

    const leader = await startReplica(namespace, cluster().kubeconfig);
    await eventually(() => expect([...leader.reconciled]).toEqual(expect.arrayContaining(names)));
    const proxy = await startFaultProxy(target);
    onTestFinished(() => proxy.down());
    const standby = await startReplica(namespace, kubeconfigOf(proxy.config));
    const cached = async (): Promise<string[]> =>
      (await standby.manager.client.list(ConfigMap, { namespace })).items.map(({ metadata }) => metadata.name);
    await eventually(async () => expect(await cached()).toEqual(expect.arrayContaining(names)));
    // What changes while it waits reaches its cache, and none of its reconcilers.
    await put("late");
    await eventually(async () => expect(await cached()).toContain("late"));
    expect(standby.reconciled.size).toBe(0);
    const before = { ...proxy.counts };
    expect(before.list + before.watch).toBeGreaterThan(0);

    await leader.stop();
    await eventually(() => expect([...standby.reconciled]).toEqual(expect.arrayContaining([...names, "late"])));

    // A list may come as the first events of a watch: neither was asked for.
    expect(proxy.counts).toEqual(before);
    const messages = standby.log.lines.map(({ message }) => message);
    expect(messages.slice(messages.indexOf("this process leads"))).toEqual(["this process leads", "workers started"]);
  });
});
