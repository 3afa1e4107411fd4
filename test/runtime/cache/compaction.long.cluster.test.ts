/**
 * An etcd that has forgotten, and an API server that starts again on it: F13 of `test/faults.md`. It has a control plane of its
 * own, because all others would be told of it too.
 */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { isExpired } from "../../../src/kube/api-error.js";
import type { ClusterConfig } from "../../../src/kube/cluster-config.js";
import { createLiveClient, type HttpClient } from "../../../src/kube/http-client.js";
import { loadKubeConfig } from "../../../src/kube/kubeconfig.js";
import { listPages } from "../../../src/kube/pages.js";
import type { ObjectList } from "../../../src/kube/objects.js";
import { ConfigMap, type Namespace } from "../../../src/k8s/core/v1.js";
import { Cache } from "../../../src/runtime/cache/cache.js";
import { describeOwnServer, type OwnServer } from "../../support/cluster.js";
import { FakeClock, settle } from "../../support/fake-clock.js";
import { type FaultProxy, startFaultProxy } from "../../support/fault-proxy.js";
import { RecordingLogger } from "../../support/recording-logger.js";
import { status } from "../../support/scripted-server.js";

interface SetUp {
  proxy: FaultProxy;
  cache: Cache;
  relists: () => number;
  until: (condition: () => void | Promise<void>) => Promise<void>;
  converge: () => Promise<void>;
  /** Stops the cache. Nothing may be left. */
  end: () => Promise<void>;
}

describeOwnServer("F13 after a compaction of etcd", (startServer) => {
  const namespace = "forgetful";
  let plane: OwnServer;
  let target: ClusterConfig;
  let direct: HttpClient;
  /** A cache that was up to date before, and cut off. */
  let watching: SetUp;
  /** A cache that had its first page before, and asks for the second. */
  let paging: SetUp;
  let goOn = (): void => undefined;
  /** Of a list before: its version, and how it goes on. */
  let [version, token] = ["", ""];
  let pages: AsyncGenerator<ObjectList<ConfigMap>, void>;
  const firstPage: string[] = [];

  beforeAll(async () => {
    plane = await startServer();
    target = await loadKubeConfig({ env: {}, kubeconfig: plane.kubeconfig });
    direct = createLiveClient(target);
    await direct.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    await Promise.all(Array.from({ length: 600 }, (_, index) => put(`first-${String(index).padStart(4, "0")}`)));

    watching = await prepare();
    watching.cache.start();
    await watching.converge();
    await watching.proxy.down();
    const first = await direct.list(ConfigMap, { namespace, limit: 100 });
    [version, token] = [first.metadata.resourceVersion!, first.metadata.continue!];
    pages = listPages(direct, ConfigMap, { namespace, limit: 250 });
    for (const { metadata } of (await pages.next()).value!.items) firstPage.push(metadata.name);
    paging = await prepare();
    paging.proxy.fail("watch", { kind: "status", code: 422, body: status(422, "Invalid") });
    const until = new Promise<void>((resolve) => (goOn = resolve));
    paging.proxy.failAny({ path: /continue=/ }, { kind: "late", until });
    paging.cache.start();
    await paging.until(() => expect(paging.proxy.requests.at(-1)?.path).toContain("continue="));

    await put("made");
    await put("first-0400", "changed");
    await direct.delete(ConfigMap, { namespace, name: "first-0001" });
    await plane.killApiServer(); // its own cache would answer
    await plane.compact();
    await plane.startApiServer();
  });
  afterAll(async () => {
    direct.close();
    await plane.stop();
  });

  const put = (name: string, text = ""): Promise<ConfigMap> =>
    direct.apply<ConfigMap>({ apiVersion: "v1", kind: "ConfigMap", metadata: { namespace, name }, data: { text } });
  const live = async (): Promise<string[]> => {
    const { items } = await direct.list(ConfigMap, { namespace });
    return items.map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`).sort();
  };

  async function prepare(): Promise<SetUp> {
    const [proxy, clock] = [await startFaultProxy(target), new FakeClock()];
    const client = createLiveClient(proxy.config);
    const isNamespaced = (): Promise<boolean> => Promise.resolve(true);
    const log = new RecordingLogger();
    const cache = new Cache({ client, namespaces: [namespace], isNamespaced, log, clock, random: () => 0 });
    const informer = cache.informerFor<ConfigMap>(ConfigMap);
    const until: SetUp["until"] = (condition) =>
      vi.waitFor(
        async () => {
          await clock.advance(500);
          await condition();
        },
        { timeout: 60_000, interval: 20 },
      );
    const converge = (): Promise<void> =>
      until(async () => {
        const cached = Array.from(informer.values(), ({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`);
        expect(cached.sort()).toEqual(await live());
      });
    const end = async (): Promise<void> => {
      await cache.stop();
      await settle();
      expect(clock.timers).toBe(0);
      client.close();
      await expect.poll(() => proxy.openConnections).toBe(0);
      await proxy.down();
    };
    return { proxy, cache, relists: () => cache.states()[0]!.relists, until, converge, end };
  }

  test("a watch from a compacted version is rejected, and the cache lists again", async () => {
    const watch = direct.watch(ConfigMap, { namespace, resourceVersion: version });
    const refused = await watch[Symbol.asyncIterator]()
      .next()
      .catch((error: unknown) => error);
    expect(isExpired(refused)).toBe(true);
    await watching.proxy.up();
    await watching.converge();
    expect(watching.relists()).toBe(1);
    await watching.end();
  });

  test("a list of pages that is forgotten after its first page is taken whole", async () => {
    goOn();
    await paging.converge();
    const lists = paging.proxy.requests.filter(({ path }) => /\/configmaps(\?(?!.*watch=)|$)/.test(path));
    expect(lists.map(({ path }) => /[?&]limit=/.test(path))).toEqual([true, true, false]);
    await paging.end();
  });

  test("pages of a slow reader contain each object once", async () => {
    const names = [...firstPage];
    for (let page = await pages.next(); page.done !== true; page = await pages.next()) {
      for (const { metadata } of page.value.items) names.push(metadata.name);
    }
    expect(new Set(names).size).toBe(names.length);
    const now = (await direct.list(ConfigMap, { namespace })).items.map(({ metadata }) => metadata.name);
    expect(now.filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name) => !now.includes(name))).toEqual(["first-0001"]); // it was there when the first page was read
  });

  test("a token of the second page is refused, with one to go on with", async () => {
    const refused = await direct
      .list(ConfigMap, { namespace, limit: 100, continue: token })
      .catch((error: unknown) => error);
    expect(isExpired(refused)).toBe(true);
    expect(refused).toMatchObject({ status: { metadata: { continue: expect.any(String) as string } } });
  });
});
