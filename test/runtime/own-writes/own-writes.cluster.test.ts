import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import {
  createManager,
  done,
  jsonPatch,
  type Manager,
  type ManagerClient,
  mergePatch,
  strategicPatch,
} from "../../../src/index.js";
import { createLiveClient, type HttpClient } from "../../../src/kube/http-client.js";
import { loadKubeConfig } from "../../../src/kube/kubeconfig.js";
import { ConfigMap, Pod, Secret } from "../../../src/k8s/core/v1.js";
import { describeCluster } from "../../support/cluster.js";
import { RecordingLogger } from "../../support/recording-logger.js";

const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 60_000, interval: 20 });

describeCluster("own writes on a real API server", (cluster) => {
  let others: HttpClient;
  let count = 0;
  const stops: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    others = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig }));
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });
  afterAll(() => others.close());

  interface SetUp {
    readonly namespace: string;
    readonly manager: Manager;
    /** How often `default/parent` was reconciled. */
    readonly runs: () => number;
    /** How often a change of it was told to a controller that hears of everything. */
    readonly heard: () => number;
    /** Whether it has been reconciled, and is not right now. */
    readonly isIdle: () => boolean;
  }

  /** A controller that ignores its own writes, to `parent` and its Secret `child`; each run does what it is told. */
  async function start(reconcile: (client: ManagerClient, setUp: SetUp) => Promise<void>): Promise<SetUp> {
    const namespace = `own-writes-${process.pid}-${(count += 1)}`;
    await others.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    const manager = await createManager({
      name: "own-writes",
      kubeconfig: cluster().kubeconfig,
      namespaces: [namespace],
      healthProbeBindAddress: "0",
      log: new RecordingLogger(),
    });
    let [runs, ended, heard] = [0, 0, 0];
    const isIdle = (): boolean => runs > 0 && ended === runs;
    const setUp: SetUp = { namespace, manager, runs: () => runs, heard: () => heard, isIdle };
    const requests = () => [{ namespace, name: "parent" }];
    manager
      .controller("writes")
      .for(ConfigMap, { predicates: [({ object }) => object.metadata.name === "parent"] })
      .watches(Secret, requests)
      .watches(Pod, requests)
      .withOptions({ ignoreOwnWrites: true })
      .complete({
        reconcile: async () => {
          runs += 1;
          await reconcile(manager.client, setUp);
          ended += 1;
          return done();
        },
      });
    manager
      .controller("hears")
      .for(ConfigMap, { predicates: [({ object }) => object.metadata.name === "parent"] })
      .watches(Secret, requests)
      .complete({ reconcile: () => Promise.resolve(((heard += 1), done())) });
    const stop = new AbortController();
    const running = manager.start(stop.signal);
    stops.push(() => (stop.abort(), running));
    await others.create(configMap(namespace, "parent"));
    return setUp;
  }

  const configMap = (namespace: string, name: string): ConfigMap => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { namespace, name },
  });
  const child = (namespace: string, text: string): Secret => ({
    apiVersion: "v1",
    kind: "Secret",
    metadata: { namespace, name: "child" },
    stringData: { text },
  });

  test("cause no run of their own request; the same write by another client does", async () => {
    const setUp = await start(async (client, { namespace, runs }) => {
      if (runs() > 1) return;
      const key = { namespace, name: "parent" };
      await client.apply<Secret>(child(namespace, "one"));
      await client.apply<Secret>(child(namespace, "two"));
      await client.patch(Secret, { namespace, name: "child" }, mergePatch({ metadata: { labels: { a: "b" } } }));
      await client.patch(ConfigMap, key, jsonPatch([{ op: "add", path: "/data", value: { a: "b" } }]));
      await client.patch(ConfigMap, key, mergePatch({ metadata: { finalizers: ["tsop.dev/test"] } }));
      await client.patch(ConfigMap, key, strategicPatch({ metadata: { annotations: { a: "b" } } }));
      const parent = await client.getOrThrow(ConfigMap, key);
      await client.update({ ...parent, data: { c: "d" } });
      await client.patch(ConfigMap, key, mergePatch({ metadata: { finalizers: null } }));
      await client.delete(Secret, { namespace, name: "child" });
      await client.create<Secret>(child(namespace, "three"));
      await client.create<Secret>({ ...child(namespace, "four"), metadata: { namespace, generateName: "child-" } });
    });
    await eventually(() => expect(setUp.heard()).toBeGreaterThan(1));
    const { namespace } = setUp;
    await eventually(async () => expect((await setUp.manager.client.list(Secret)).items).toHaveLength(2));
    expect(setUp.runs()).toBe(1);
    // What follows is heard of, so everything before it was heard of, too.
    await others.patch(Secret, { namespace, name: "child" }, mergePatch({ metadata: { labels: { a: "c" } } }));
    await eventually(() => expect(setUp.runs()).toBe(2));
    await others.patch(ConfigMap, { namespace, name: "parent" }, mergePatch({ metadata: { labels: { a: "c" } } }));
    await eventually(() => expect(setUp.runs()).toBe(3));
    await others.delete(Secret, { namespace, name: "child" });
    await eventually(() => expect(setUp.runs()).toBe(4));
  });

  const label = mergePatch({ metadata: { labels: { by: "others" } } });
  test.each<[string, (client: ManagerClient, namespace: string) => Promise<unknown>]>([
    [
      "a merge patch",
      (c, namespace) => c.patch(Secret, { namespace, name: "child" }, mergePatch({ data: { x: "eA==" } })),
    ],
    [
      "a JSON patch",
      (c, namespace) =>
        c.patch(Secret, { namespace, name: "child" }, jsonPatch([{ op: "add", path: "/data/x", value: "eA==" }])),
    ],
    [
      "a strategic patch",
      (c, namespace) => c.patch(Secret, { namespace, name: "child" }, strategicPatch({ data: { x: "eA==" } })),
    ],
    ["an apply", (c, namespace) => c.apply<Secret>({ ...child(namespace, "x"), stringData: { x: "x" } })],
    [
      "a replacement without a version",
      (c, namespace) => c.update<Secret>({ ...child(namespace, "x"), stringData: { x: "x" } }),
    ],
    ["a deletion", (c, namespace) => c.delete(Secret, { namespace, name: "child" })],
  ])("%s succeeds, and preserves the concurrent change of another client", async (_, write) => {
    const setUp = await start(async (client, { namespace, runs }) => {
      if (runs() > 1) return;
      await client.create<Secret>(child(namespace, "one"));
      const key = { namespace, name: "child" };
      await others.patch(Secret, key, label);
      await write(client, namespace);
    });
    await eventually(() => expect(setUp.runs()).toBe(2));
    const after = await others.get(Secret, { namespace: setUp.namespace, name: "child" });
    if (after !== undefined) expect(after.data?.["x"]).toBe("eA==");
  });

  test("an apply creates again an object that another client has just deleted", async () => {
    const setUp = await start(async (client, { namespace, runs }) => {
      if (runs() > 1) return;
      await client.apply<Secret>(child(namespace, "one"));
      await others.delete(Secret, { namespace, name: "child" });
      await client.apply<Secret>(child(namespace, "two"));
    });
    await eventually(() => expect(setUp.runs()).toBe(2));
    const after = await others.getOrThrow(Secret, { namespace: setUp.namespace, name: "child" });
    expect(after.data?.["text"]).toBe(Buffer.from("two").toString("base64"));
  });

  test("a status that is written asks for no run", async () => {
    const pod = (namespace: string): Pod => ({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { namespace, name: "pod" },
      spec: { containers: [{ name: "app", image: "app" }], automountServiceAccountToken: false },
    });
    const setUp = await start(async (client, { namespace, runs }) => {
      if (runs() > 1) return;
      const key = { namespace, name: "pod" };
      await others.apply({ apiVersion: "v1", kind: "ServiceAccount", metadata: { namespace, name: "default" } });
      await client.create<Pod>(pod(namespace));
      await client.status.patch(Pod, key, mergePatch({ status: { message: "one" } }));
      await client.status.patch(Pod, key, jsonPatch([{ op: "add", path: "/status/message", value: "two" }]));
      await client.status.apply<Pod>({ apiVersion: "v1", kind: "Pod", metadata: key, status: { reason: "three" } });
      const current = await client.getOrThrow(Pod, key);
      await client.status.update({ ...current, status: { ...current.status, message: "four" } });
      await client.delete(Pod, key, { gracePeriodSeconds: 0 });
    });
    await eventually(async () => {
      expect(await others.list(Pod, { namespace: setUp.namespace })).toMatchObject({ items: [] });
      expect(setUp.isIdle()).toBe(true);
    });
    // What follows is heard of, so everything before it was heard of, too.
    await others.create<Pod>({ ...pod(setUp.namespace), metadata: { namespace: setUp.namespace, name: "other" } });
    await eventually(() => expect(setUp.runs()).toBe(2));
  });
});
