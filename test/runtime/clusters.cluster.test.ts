import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createCluster, createManager, done, type Manager, mergePatch } from "../../src/index.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { freePort } from "../../src/kube/local-port.js";
import { ConfigMap } from "../../src/k8s/core/v1.js";
import { describeCluster, type OwnServer, startOwnServer } from "../support/cluster.js";
import { RecordingLogger } from "../support/recording-logger.js";

const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval: 100 });

describeCluster("an operator of two clusters, on API servers", (cluster) => {
  const namespace = `clusters-${process.pid}`;
  const key = { namespace, name: "mirrored" };
  let plane: OwnServer;
  let here: HttpClient;
  let there: HttpClient;
  const stops: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    plane = await startOwnServer();
    here = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig }));
    there = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: plane.kubeconfig }));
    for (const client of [here, there]) {
      await client.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    }
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });
  afterAll(async () => {
    here.close();
    there.close();
    await plane.stop();
  });

  const configMap = (text: string): ConfigMap => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: key,
    data: { text },
  });

  /** Mirrors objects to the other cluster. */
  async function mirror(kubeconfig: string, options: object = {}) {
    const log = new RecordingLogger();
    const manager: Manager = await createManager({
      name: "mirror",
      kubeconfig: cluster().kubeconfig,
      namespaces: [namespace],
      healthProbeBindAddress: "127.0.0.1:0",
      metricsBindAddress: `127.0.0.1:${await freePort()}`,
      metricsSecure: false,
      log,
      ...options,
    });
    const other = await createCluster({ name: "there", kubeconfig, namespaces: [namespace], log });
    manager.add(other);
    manager
      .controller("mirror")
      .for(ConfigMap, { predicates: [({ object }) => object.metadata.name === key.name] })
      .watches(ConfigMap, ({ metadata }) => [{ namespace, name: metadata.name }], { cluster: other })
      .complete({
        reconcile: async (request) => {
          if (request.name !== key.name) return done();
          const original = await manager.client.get(ConfigMap, request);
          if (original === undefined) await other.client.delete(ConfigMap, request);
          else await other.client.apply<ConfigMap>(configMap(original.data?.["text"] ?? ""), { force: true });
          return done();
        },
      });
    const stop = new AbortController();
    const running = manager.start(stop.signal);
    running.catch(() => undefined);
    stops.push(() => (stop.abort(), running.catch(() => undefined)));
    const addressOf = (what: string): unknown =>
      log.lines.find(({ message }) => message === `serving ${what}`)!.fields["address"];
    const get = async (what: string, path: string): Promise<string> =>
      (await fetch(`http://${String(addressOf(what))}${path}`)).text();
    await eventually(() => expect(log.messages("info")).toContain("serving metrics"));
    return { manager, other, running, get };
  }

  test("mirrors from one to the other, and reverts changes there", async () => {
    const { other, get } = await mirror(plane.kubeconfig);
    await here.create(configMap("one"));
    const text = async (): Promise<unknown> => (await there.get(ConfigMap, key))?.data?.["text"];
    await eventually(async () => expect(await text()).toBe("one"));
    // A change there asks for a run here.
    await there.patch(ConfigMap, key, mergePatch({ data: { text: "spoiled" } }));
    await eventually(async () => expect(await text()).toBe("one"));
    // Its cache is its own.
    const read = () => other.client.getOrThrow(ConfigMap, key, { shared: true });
    expect(await read()).toBe(await read());
    expect((await read()).metadata.uid).toBe((await there.getOrThrow(ConfigMap, key)).metadata.uid);
    expect(await get("health probes", "/readyz")).toBe("ok");
    const metrics = await get("metrics", "/metrics");
    expect(metrics).toContain('tsop_informer_objects{cluster="there",api_version="v1",kind="ConfigMap",view="whole"}');
    expect(metrics).toContain('tsop_informer_objects{cluster="",api_version="v1",kind="ConfigMap",view="whole"}');
    expect(metrics).toMatch(new RegExp(`rest_client_requests_total\\{.*host="${new URL(plane.server).host}"`));
    await here.delete(ConfigMap, key);
    await eventually(async () => expect(await there.get(ConfigMap, key)).toBeUndefined());
  });

  test("is not ready, and starts no worker, before the other cluster answers", async () => {
    const { get, other } = await mirror(plane.nobodyKubeconfig);
    await eventually(async () => expect(await get("health probes", "/readyz?verbose")).toContain("[-]caches failed"));
    const metrics = await get("metrics", "/metrics");
    expect(metrics).toContain('controller_runtime_active_workers{controller="mirror"} 0');
    expect(other.name).toBe("there");
  });
});
