/**
 * The cache against a real API server, by way of a proxy that breaks what passes. While it is broken, others create, change,
 * delete and make anew; in the end the cache has to be what a live list is, its handlers have to have been told of every
 * step, and nothing may be left open.
 * `test/faults.md` says which fault is tested where.
 */
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { installCrds } from "../../../src/cluster/install-crds.js";
import { createSelfSignedCertificate } from "../../../src/core/issue-certificates.js";
import type { ClusterConfig } from "../../../src/kube/cluster-config.js";
import { createLiveClient, type HttpClient } from "../../../src/kube/http-client.js";
import { loadKubeConfig } from "../../../src/kube/kubeconfig.js";
import { defineKind, type Kind, type KubeObject } from "../../../src/kube/objects.js";
import { mergePatch } from "../../../src/kube/client.js";
import { CustomResourceDefinition } from "../../../src/k8s/apiextensions/v1.js";
import { ConfigMap, type Namespace } from "../../../src/k8s/core/v1.js";
import { Cache } from "../../../src/runtime/cache/cache.js";
import type { CacheForOptions } from "../../../src/runtime/cache/cache-options.js";
import type { Informer } from "../../../src/runtime/cache/informer.js";
import { CachedClient } from "../../../src/runtime/cached-client.js";
import { describeCluster } from "../../support/cluster.js";
import { simpleCrd } from "../../support/crds.js";
import { FakeClock, settle } from "../../support/fake-clock.js";
import {
  type Fault,
  type FaultProxy,
  type Passage,
  type ProxiedWatch,
  startFaultProxy,
} from "../../support/fault-proxy.js";
import { RecordingLogger } from "../../support/recording-logger.js";

const Faulty = defineKind<{ apiVersion: "faults.tsop.dev/v1"; kind: "Faulty" } & KubeObject>(
  "faults.tsop.dev/v1",
  "Faulty",
);

/** A refusal in the API server's words. */
const status = (code: number, reason: string, more: object = {}): { kind: "status"; code: number; body: object } => ({
  kind: "status",
  code,
  body: { status: "Failure", reason, message: `${reason}!`, code, ...more },
});
const gone = status(410, "Expired");
const tooLarge = status(504, "Timeout", {
  details: { causes: [{ reason: "ResourceVersionTooLarge", message: "too large" }] },
});

/** What handlers were told, checked step by step. */
class Witness {
  readonly wrong: string[] = [];
  readonly told: string[] = [];
  readonly #known = new Map<string, string | undefined>();

  watch(informer: Informer<KubeObject>): void {
    informer.onChange((change) => {
      const { namespace = "", name, uid } = change.object.metadata;
      const key = `${namespace}/${name}`;
      this.told.push(`${change.kind} ${name}`);
      const isRight = change.kind === "added" ? !this.#known.has(key) : this.#known.get(key) === uid;
      if (!isRight) this.wrong.push(`${change.kind} ${name}`);
      if (change.kind === "deleted") this.#known.delete(key);
      else this.#known.set(key, uid);
    });
  }
}

interface SetUp {
  cache: Cache;
  informer: Informer<KubeObject>;
  proxy: FaultProxy;
  clock: FakeClock;
  log: RecordingLogger;
  witness: Witness;
  namespace: string;
  /** The watch that is open. */
  open: () => ProxiedWatch;
  /** Creates, changes, deletes and makes anew, past the proxy. */
  meddle: () => Promise<void>;
  /** Waits until the cache is what a live list is, letting the time of the cache pass. */
  converge: (namespaces?: readonly string[]) => Promise<void>;
  until: (condition: () => void | Promise<void>) => Promise<void>;
}

describeCluster("a cache behind a broken connection", (cluster) => {
  let target: ClusterConfig;
  let direct: HttpClient;
  let count = 0;

  beforeAll(async () => {
    target = await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig });
    direct = createLiveClient(target);
  });
  afterAll(() => direct.close());

  const put = (namespace: string, name: string, text = "", labels: Record<string, string> = {}): Promise<ConfigMap> =>
    direct.apply<ConfigMap>({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name, namespace, labels },
      data: { text },
    });

  async function newNamespace(): Promise<string> {
    const name = `faults-${++count}-${process.pid}`;
    await direct.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
    return name;
  }

  /** A cache that has not been started. It is stopped, and nothing may be left, when the test has ended. */
  async function prepare(
    kind: Kind = ConfigMap,
    options: CacheForOptions<KubeObject> = {},
    config: (proxy: FaultProxy) => Partial<ClusterConfig> = () => ({}),
  ): Promise<SetUp> {
    const [namespace, proxy] = [await newNamespace(), await startFaultProxy(target)];
    for (const name of ["stays", "changes", "goes", "again"]) await put(namespace, name);
    const [clock, log, witness, client] = [
      new FakeClock(),
      new RecordingLogger(),
      new Witness(),
      createLiveClient({ ...proxy.config, ...config(proxy) }),
    ];
    const isNamespaced = (): Promise<boolean> => Promise.resolve(true);
    const cache = new Cache({ client, namespaces: [namespace], isNamespaced, log, clock, random: () => 0 });
    const informer = cache.informerFor<KubeObject>(kind, options);
    witness.watch(informer);
    onTestFinished(async () => {
      await cache.stop();
      await settle();
      expect(clock.timers).toBe(0);
      client.close();
      await vi.waitFor(() => expect(proxy.openConnections).toBe(0));
      await proxy.down();
    });
    const until: SetUp["until"] = (condition) =>
      vi.waitFor(
        async () => {
          await clock.advance(500);
          await condition();
        },
        { timeout: 20_000, interval: 20 },
      );
    const converge = (namespaces: readonly string[] = [namespace]): Promise<void> =>
      until(async () => {
        const lists = await Promise.all(
          namespaces.map((name) => direct.list(kind, { namespace: name, ...select(options) })),
        );
        expect(informer.isSynced).toBe(true);
        expect(Array.from(informer.values(), print).sort()).toEqual(
          lists.flatMap(({ items }) => items.map(print)).sort(),
        );
        expect(witness.wrong).toEqual([]);
      });
    const meddle = async (): Promise<void> => {
      await put(namespace, "changes", "höher ✓");
      await put(namespace, "new");
      await direct.delete(ConfigMap, { namespace, name: "goes" });
      await direct.delete(ConfigMap, { namespace, name: "again" });
      await put(namespace, "again", "another");
    };
    const open = (): ProxiedWatch => proxy.watches.at(-1)!;
    return { cache, informer, proxy, clock, log, witness, namespace, open, meddle, converge, until };
  }

  /** A cache that is up to date, with a watch open. */
  async function ready(kind?: Kind, options?: CacheForOptions<KubeObject>): Promise<SetUp> {
    const setUp = await prepare(kind, options);
    setUp.cache.start();
    await setUp.converge();
    setUp.witness.told.length = 0;
    return setUp;
  }

  const relists = ({ cache }: SetUp): number => cache.states()[0]!.relists;
  interface Break {
    readonly fault: string;
    readonly relists: number;
    /** What the next watches are answered, and how many of them. */
    readonly answer?: Fault;
    readonly times?: number;
    /** Breaks the watch that is open. */
    readonly breakIt: (watch: ProxiedWatch) => void;
  }
  const reset = (watch: ProxiedWatch): void => watch.reset();
  const end = (watch: ProxiedWatch): void => watch.end();
  const say = (error: object) => (watch: ProxiedWatch) => watch.error(error);
  const passing = (passage: Passage) => (watch: ProxiedWatch) => {
    watch.passage = passage;
  };
  const [serverError, forbidden, away] = [
    status(500, "InternalError"),
    status(403, "Forbidden"),
    status(503, "ServiceUnavailable"),
  ];
  const breaks: Break[] = [
    { fault: "F01 a watch is answered with 410", relists: 1, answer: gone, breakIt: reset },
    { fault: "F02 a watch says 410, and stays open", relists: 1, breakIt: say(gone.body) },
    { fault: "F03 a watch says 500", relists: 0, breakIt: say(serverError.body) },
    { fault: "F03 a watch says 403", relists: 0, breakIt: say(forbidden.body) },
    { fault: "F04 the server has not reached the version", relists: 1, answer: tooLarge, breakIt: reset },
    { fault: "F05 the connection breaks between events", relists: 0, breakIt: reset },
    { fault: "F06 the connection breaks within an event", relists: 0, breakIt: passing("cut") },
    { fault: "F06 events come byte by byte", relists: 0, breakIt: passing("dribble") },
    { fault: "F07 the server ends the watch", relists: 0, breakIt: end },
    { fault: "F09 watches end at once", relists: 0, answer: { kind: "empty" }, times: 5, breakIt: end },
    { fault: "F10 a watch is answered with 429", relists: 0, answer: busy("2"), times: 2, breakIt: reset },
    { fault: "F10 a watch is answered with 503", relists: 0, answer: away, times: 3, breakIt: reset },
    { fault: "F12 a watch is reset at once", relists: 0, answer: { kind: "reset" }, times: 3, breakIt: reset },
    { fault: "F15 events come twice", relists: 0, breakIt: passing("twice") },
    { fault: "F22 the right to watch is gone for a while", relists: 0, answer: forbidden, times: 4, breakIt: reset },
  ];

  test.each(breaks)("$fault: up to date again, with $relists more lists", async (broken) => {
    const setUp = await ready();
    if (broken.answer !== undefined) setUp.proxy.fail("watch", broken.answer, broken.times);
    broken.breakIt(setUp.open());
    await setUp.meddle();
    await setUp.converge();
    expect(relists(setUp)).toBe(broken.relists);
    expect([...setUp.witness.told].sort()).toEqual([
      "added again",
      "added new",
      "deleted again",
      "deleted goes",
      "updated changes",
    ]);
  });

  test("F15 events that come in the wrong order lead to no older state", async () => {
    const { open, namespace, converge, witness } = await ready();
    open().passage = "swapped";
    for (const text of ["1", "2", "3", "4"]) await put(namespace, "changes", text);
    await converge();
    open().passage = "pass";
    expect(witness.wrong).toEqual([]);
  });

  test("F08 nobody is at the other end any more: the watch is opened anew", async () => {
    const setUp = await ready();
    const first = setUp.open();
    first.passage = "hold";
    await setUp.meddle();
    await setUp.clock.advance(160_000);
    await setUp.converge();
    expect(setUp.proxy.watches).not.toContain(first);
    expect(relists(setUp)).toBe(0);
  });

  test("F08 a watch that is never answered is given up", async () => {
    const setUp = await ready();
    setUp.proxy.fail("watch", { kind: "black-hole" });
    setUp.open().reset();
    await setUp.until(() => expect(setUp.proxy.counts.watch).toBe(2));
    await setUp.meddle();
    await setUp.clock.advance(160_000);
    await vi.waitFor(() => expect(setUp.proxy.counts.watch).toBe(3));
    await setUp.converge();
    expect(relists(setUp)).toBe(0);
  });

  test.each([
    ["500", status(500, "InternalError")],
    ["401", status(401, "Unauthorized")],
    ["403", status(403, "Forbidden")],
    ["429", busy("1")],
    ["a reset", { kind: "reset" } as const],
  ])("F11 the first list fails with %s, and is tried until it works", async (_, fault) => {
    const setUp = await prepare();
    setUp.proxy.fail("watch", fault, 3);
    setUp.cache.start();
    await setUp.converge();
    expect(setUp.log.messages("warn").length).toBeGreaterThan(0);
    expect(setUp.log.messages("error")).toEqual([]);
  });

  test("F12 the server is away, and comes back", async () => {
    const setUp = await ready();
    await setUp.proxy.down();
    await setUp.meddle();
    await setUp.until(() => expect(setUp.log.messages("warn").length).toBeGreaterThan(0));
    await setUp.proxy.up();
    await setUp.converge();
    expect(relists(setUp)).toBe(0);
    expect(setUp.log.messages("info")).toContain("watching again");
  });

  test("F12 the server shows a certificate that nobody vouches for, until it has its own again", async () => {
    const setUp = await prepare(ConfigMap, {}, ({ certificate }) => ({
      tls: { ca: { kind: "data", data: certificate.cert }, serverName: "localhost" },
    }));
    setUp.cache.start();
    await setUp.converge();
    setUp.proxy.setCertificate(await createSelfSignedCertificate(Date.now()));
    setUp.open().reset();
    await setUp.meddle();
    const reasons = (): string => setUp.log.lines.map(({ fields }) => String(fields["reason"])).join();
    await setUp.until(() => expect(reasons()).toContain("its certificate was not accepted"));
    setUp.proxy.setCertificate(setUp.proxy.certificate);
    await setUp.converge();
    expect(relists(setUp)).toBe(0);
  });

  test("F12 the name of the server cannot be resolved: it is tried on, and stops at once", async () => {
    const setUp = await prepare(ConfigMap, {}, () => ({ server: "https://nowhere.invalid:6443" }));
    setUp.cache.start();
    await setUp.until(() => expect(setUp.log.messages("warn").length).toBeGreaterThan(0));
    const warning = setUp.log.lines.find(({ level }) => level === "warn")!;
    expect(warning.fields["reason"]).toContain("its name cannot be resolved");
    expect(setUp.informer.isSynced).toBe(false);
  });

  test("F16 and F17 objects that went, or were made anew, while nobody watched are told with their last state", async () => {
    const setUp = await ready();
    const last = new Map<string, string | undefined>();
    setUp.informer.onChange(({ kind, object }) => {
      if (kind === "deleted") last.set(object.metadata.name, object.metadata.resourceVersion);
    });
    const known = new Map(
      Array.from(setUp.informer.values(), ({ metadata }) => [metadata.name, metadata.resourceVersion]),
    );
    setUp.proxy.fail("watch", gone);
    await setUp.proxy.down();
    await setUp.meddle();
    await setUp.proxy.up();
    await setUp.converge();
    expect(relists(setUp)).toBe(1);
    expect(last).toEqual(
      new Map([
        ["goes", known.get("goes")],
        ["again", known.get("again")],
      ]),
    );
    const { told } = setUp.witness;
    expect(told.indexOf("deleted again")).toBeLessThan(told.indexOf("added again"));
  });

  test("F18 an object that stops matching the selector is deleted, and added when it matches again", async () => {
    const setUp = await ready(ConfigMap, { labels: { app: "web" } });
    const { namespace, converge, witness } = setUp;
    await put(namespace, "stays", "", { app: "web" });
    await converge();
    await put(namespace, "stays", "", { app: "db" });
    await converge();
    await put(namespace, "stays", "", { app: "web" });
    await converge();
    expect(witness.told).toEqual(["added stays", "deleted stays", "added stays"]);
  });

  test("F19 a server that never says that its list is complete is asked for pages", async () => {
    const setUp = await prepare();
    setUp.proxy.passage = "without-bookmarks";
    setUp.cache.start();
    await setUp.until(() => expect(setUp.informer.isSynced).toBe(true));
    await setUp.meddle();
    await setUp.converge();
    expect(setUp.proxy.counts.list).toBe(1);
  });

  test("F20 a kind that comes, goes and comes back is there each time", async () => {
    const setUp = await prepare(Faulty);
    const { cache, until, converge, namespace, log } = setUp;
    const install = (): Promise<unknown> =>
      installCrds(direct, [simpleCrd("faults.tsop.dev", "faulties", "Faulty")], {
        dryRun: false,
        timeoutMs: 20_000,
        signal: new AbortController().signal,
      });
    const create = (name: string): Promise<unknown> =>
      direct.create<KubeObject>({ apiVersion: "faults.tsop.dev/v1", kind: "Faulty", metadata: { name, namespace } });
    cache.start();
    await until(() => expect(log.messages("warn")).toHaveLength(1));
    await install();
    await create("first");
    await converge();
    await direct.delete(CustomResourceDefinition, { name: "faulties.faults.tsop.dev" });
    await until(() => expect(setUp.informer.size).toBe(0));
    await vi.waitFor(async () => {
      expect(await direct.get(CustomResourceDefinition, { name: "faulties.faults.tsop.dev" })).toBeUndefined();
    });
    await install();
    await create("second");
    await converge();
    await direct.delete(CustomResourceDefinition, { name: "faulties.faults.tsop.dev" });
  });

  describe("F20 a kind with two versions", () => {
    const name = "faulties.faults.tsop.dev";
    const Newer = defineKind<{ apiVersion: "faults.tsop.dev/v2"; kind: "Faulty" } & KubeObject>(
      "faults.tsop.dev/v2",
      "Faulty",
    );
    const install = async (
      isOldServed: boolean,
      conversion?: NonNullable<ReturnType<typeof simpleCrd>["spec"]["conversion"]>,
    ): Promise<void> => {
      const { spec, ...crd } = simpleCrd("faults.tsop.dev", "faulties", "Faulty");
      const [version] = spec.versions;
      const versions = [
        { ...version!, served: isOldServed },
        { ...version!, name: "v2", storage: false },
      ];
      const changed = { ...crd, spec: { ...spec, versions, ...(conversion === undefined ? {} : { conversion }) } };
      const signal = new AbortController().signal;
      await installCrds(direct, [changed], {
        dryRun: false,
        timeoutMs: 20_000,
        signal,
      });
    };
    const create = (namespace: string, name: string, version: "v1" | "v2"): Promise<unknown> =>
      direct.apply<KubeObject>({
        apiVersion: `faults.tsop.dev/${version}`,
        kind: "Faulty",
        metadata: { name, namespace },
      });
    const remove = async (): Promise<void> => {
      await direct.delete(CustomResourceDefinition, { name });
      await vi.waitFor(
        async () => expect(await direct.get(CustomResourceDefinition, { name })).toBeUndefined(),
        20_000,
      );
    };
    // The one of the test before may still be going.
    beforeEach(remove);
    afterEach(remove);

    test("of which the watched one is not served for a while: it keeps what it knows, and catches up", async () => {
      await install(true);
      const setUp = await prepare(Faulty);
      await create(setUp.namespace, "first", "v1");
      setUp.cache.start();
      await setUp.converge();
      await install(false);
      // The server may have ended it itself, for its definition has changed.
      for (const watch of setUp.proxy.watches) watch.reset();
      await setUp.until(() => expect(setUp.log.messages("warn").length).toBeGreaterThan(0));
      expect(setUp.informer.size).toBe(1);
      await create(setUp.namespace, "second", "v2");
      await install(true);
      await setUp.converge();
      expect(setUp.informer.size).toBe(2);
    });

    test("whose conversion is down for a while: it keeps what it knows, and catches up", async () => {
      const certificate = await createSelfSignedCertificate(Date.now());
      const converter = await startConverter(certificate);
      const clientConfig = { url: `https://localhost:${converter.port}/convert`, caBundle: btoa(certificate.cert) };
      await install(true, { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } });
      const setUp = await prepare(Newer);
      await create(setUp.namespace, "first", "v1");
      setUp.cache.start();
      await setUp.converge();
      converter.isDown = true;
      setUp.proxy.fail("watch", gone);
      setUp.open().reset();
      await create(setUp.namespace, "second", "v1");
      await setUp.until(() => expect(setUp.log.messages("warn").length).toBeGreaterThan(0));
      await expect(direct.list(Newer, { namespace: setUp.namespace })).rejects.toThrow("conversion webhook");
      expect(setUp.informer.size).toBe(1);
      converter.isDown = false;
      await setUp.converge();
      expect(setUp.informer.size).toBe(2);
      expect(Array.from(setUp.informer.values(), ({ apiVersion }) => apiVersion)).toEqual([
        "faults.tsop.dev/v2",
        "faults.tsop.dev/v2",
      ]);
    });

    test("F21 an object of 1.4 MB, near what etcd takes, comes through a connection that breaks", async () => {
      await install(true);
      const setUp = await ready(Faulty);
      const spec = { text: "ü".repeat(700_000) };
      setUp.open().passage = "cut";
      const large = { apiVersion: "faults.tsop.dev/v1", kind: "Faulty", metadata: { name: "large" }, spec };
      const written = { ...large, metadata: { ...large.metadata, namespace: setUp.namespace } };
      await direct.create<KubeObject>(written);
      await setUp.converge();
      expect(setUp.informer.get({ namespace: setUp.namespace, name: "large" })).toMatchObject({ spec });
    });
  });

  test.each(["a stream", "pages"])(
    "F21 a list of 100 MB comes as %s, without blocking the process for long",
    async (way) => {
      const setUp = await prepare();
      const { proxy, namespace, informer, cache, until, converge } = setUp;
      const { metadata } = await direct.list(ConfigMap, { namespace });
      const data = { text: "x".repeat(10_000) };
      const made = Array.from({ length: 10_000 }, (_, index) => ({
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { namespace, name: `made-${index}`, uid: `uid-${index}`, resourceVersion: "2" },
        data,
      }));
      const send = (verb: "list" | "watch", text: string): void =>
        proxy.fail(verb, { kind: "status", code: 200, body: Buffer.from(text) });
      if (way === "a stream") {
        const annotations = { "k8s.io/initial-events-end": "true" };
        const bookmark = { kind: "ConfigMap", apiVersion: "v1", metadata: { ...metadata, annotations } };
        const events = made.map((object) => ({ type: "ADDED", object }));
        const lines = [...events, { type: "BOOKMARK", object: bookmark }].map((event) => JSON.stringify(event));
        send("watch", `${lines.join("\n")}\n`);
      } else {
        proxy.fail("watch", status(422, "Invalid"));
        for (let from = 0; from < made.length; from += 500) {
          const rest = from + 500 < made.length ? { continue: `page-${from}` } : {};
          const page = { kind: "ConfigMapList", apiVersion: "v1", metadata: { ...metadata, ...rest } };
          send("list", JSON.stringify({ ...page, items: made.slice(from, from + 500) }));
        }
      }
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      cache.start();
      await until(() => expect(informer.size).toBe(10_000));
      delay.disable();
      // It was 0.1 s for the stream and 0.5 s for a page of 5 MB; a lease survives eight.
      expect(delay.max / 1e6).toBeLessThan(3_000);
      // The watch that follows is the server's own; a new list says that nothing of it is there.
      await until(() => expect(proxy.watches).toHaveLength(1));
      proxy.fail("watch", gone);
      setUp.open().reset();
      await converge();
      expect(informer.size).toBeLessThan(10);
    },
  );

  test("F21 an object of a megabyte comes through a slow connection that breaks", async () => {
    const setUp = await ready();
    setUp.open().passage = "cut";
    await put(setUp.namespace, "large", "ü".repeat(500_000));
    await setUp.converge();
    expect(relists(setUp)).toBe(0);
  });

  test("F22 namespaces come and go while it runs", async () => {
    const setUp = await ready();
    const { cache, namespace, informer, proxy, witness, converge, clock } = setUp;
    const second = await newNamespace();
    await put(second, "there");
    await cache.setNamespaces([namespace, second]);
    expect(informer.covers(second)).toBe(true);
    await converge([namespace, second]);
    await cache.setNamespaces([second]);
    expect([informer.covers(namespace), informer.covers(second)]).toEqual([false, true]);
    await put(namespace, "unseen");
    await put(second, "seen");
    await converge([second]);
    expect(witness.told).not.toContain("deleted stays");
    expect(witness.told).not.toContain("added unseen");
    await vi.waitFor(() => expect(proxy.watches).toHaveLength(1));
    expect(clock.timers).toBe(1);
  });

  describe("F23 stopping", () => {
    const moments: [string, (setUp: SetUp) => Promise<void>][] = [
      ["before the start", () => Promise.resolve()],
      [
        "while the first list is awaited",
        async ({ cache, proxy, until }) => {
          proxy.fail("watch", { kind: "black-hole" });
          cache.start();
          await until(() => expect(proxy.counts.watch).toBe(1));
        },
      ],
      [
        "during a pause",
        async ({ cache, proxy, until, log }) => {
          proxy.fail("watch", status(500, "InternalError"), 100);
          cache.start();
          await until(() => expect(log.messages("warn")).toHaveLength(1));
        },
      ],
      [
        "while a watch is silent",
        async ({ cache, converge, open }) => {
          cache.start();
          await converge();
          open().passage = "hold";
        },
      ],
    ];
    test.each(moments)("%s ends at once, and leaves nothing", async (_, reach) => {
      const setUp = await prepare();
      await reach(setUp);
      await setUp.cache.stop();
      await setUp.cache.stop();
      expect(setUp.clock.timers).toBe(0);
      await vi.waitFor(() => expect(setUp.proxy.watches).toEqual([]));
    });
  });

  test("F31 own writes are read at once, and what others delete in a gap leaves no ghost", async () => {
    const setUp = await ready();
    const { namespace, cache, proxy, open, converge, informer } = setUp;
    const client = new CachedClient({ live: direct, cache, checkMayWrite: () => undefined });
    open().passage = "hold";
    const key = { namespace, name: "mine" };
    const object = (text: string): ConfigMap => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: key,
      data: { text },
    });
    const read = async (): Promise<unknown> => (await client.get(ConfigMap, key))?.data?.["text"];
    await client.create(object("created"));
    expect(await read()).toBe("created");
    await client.update(object("updated"));
    expect(await read()).toBe("updated");
    await client.patch(ConfigMap, key, mergePatch({ data: { text: "patched" } }));
    expect(await read()).toBe("patched");
    await client.apply<ConfigMap>(object("applied"), { force: true });
    expect(await read()).toBe("applied");
    await direct.delete(ConfigMap, key);
    expect(informer.get(key)).toBeDefined();
    proxy.fail("watch", gone);
    open().reset();
    await converge();
    expect(informer.get(key)).toBeUndefined();
  });

  test("own deletions are read at once, with finalizers and without", async () => {
    const setUp = await ready();
    const { namespace } = setUp;
    const client = new CachedClient({ live: direct, cache: setUp.cache, checkMayWrite: () => undefined });
    setUp.open().passage = "hold";
    const plain = { namespace, name: "goes" };
    const held = { namespace, name: "stays" };
    await client.patch(ConfigMap, held, mergePatch({ metadata: { finalizers: ["tsop.dev/test"] } }));
    await client.delete(ConfigMap, plain);
    await client.delete(ConfigMap, held);
    expect(await client.get(ConfigMap, plain)).toBeUndefined();
    expect((await client.getOrThrow(ConfigMap, held)).metadata.deletionTimestamp).toBeDefined();
    await client.patch(ConfigMap, held, mergePatch({ metadata: { finalizers: [] } }));
    setUp.open().reset();
    await setUp.converge();
  });
});

/** Converts between versions that differ in nothing but their names. */
async function startConverter(certificate: { cert: string; key: string }): Promise<{ port: number; isDown: boolean }> {
  const server = createServer(certificate, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (converter.isDown) {
        response.writeHead(503).end();
        return;
      }
      const review = JSON.parse(Buffer.concat(chunks).toString("utf8")) as {
        request: { uid: string; desiredAPIVersion: string; objects: KubeObject[] };
      };
      const { uid, desiredAPIVersion, objects } = review.request;
      const convertedObjects = objects.map((object) => ({ ...object, apiVersion: desiredAPIVersion }));
      const answer = { uid, convertedObjects, result: { status: "Success" } };
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview", response: answer }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const converter = { port: (server.address() as AddressInfo).port, isDown: false };
  return converter;
}

function busy(seconds: string): { kind: "status"; code: number; headers: Record<string, string>; body: object } {
  return { ...status(429, "TooManyRequests"), headers: { "retry-after": seconds } };
}

function print({ metadata }: KubeObject): string {
  return `${metadata.namespace}/${metadata.name} ${metadata.uid} ${metadata.resourceVersion}`;
}

function select({ labels }: CacheForOptions<KubeObject>): { labels?: Exclude<typeof labels, undefined> } {
  return labels === undefined ? {} : { labels };
}
