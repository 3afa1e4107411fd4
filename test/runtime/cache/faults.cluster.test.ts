/** The cache while its connection breaks, while it stops, and after own writes: F01 to F12, F15 to F19, F23 and F31 of `test/faults.md`. */
import { describe, expect, test } from "vitest";
import { createSelfSignedCertificate } from "../../../src/core/issue-certificates.js";
import { mergePatch } from "../../../src/kube/client.js";
import { ConfigMap } from "../../../src/k8s/core/v1.js";
import { createCachedClient } from "../../../src/runtime/cached-client.js";
import { describeCluster } from "../../support/cluster.js";
import type { Fault, Passage, ProxiedWatch } from "../../support/fault-proxy.js";
import { busy, gone, relists, type SetUp, status, tooLarge, useBrokenConnection } from "./broken-connection.js";

describeCluster("a cache behind a broken connection", (cluster) => {
  const suite = useBrokenConnection(cluster);
  const { prepare, put, ready } = suite;

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

  test("F08 the other end has disappeared: the cache opens the watch again", async () => {
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
    await expect.poll(() => setUp.proxy.counts.watch).toBe(3);
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

  test("F12 the server has an untrusted certificate, until it has its own again", async () => {
    const setUp = await prepare(ConfigMap, {}, ({ certificate }) => ({
      tls: { ca: { kind: "data", data: certificate.cert }, serverName: "localhost" },
    }));
    setUp.cache.start();
    await setUp.converge();
    setUp.proxy.setCertificate(await createSelfSignedCertificate(Date.now()));
    setUp.open().reset();
    await setUp.meddle();
    const reasons = (): string => setUp.log.lines.map(({ fields }) => String(fields["reason"])).join();
    await setUp.until(() => expect(reasons()).toContain("the TLS handshake failed"));
    setUp.proxy.setCertificate(setUp.proxy.certificate);
    await setUp.converge();
    expect(relists(setUp)).toBe(0);
  });

  test("F12 the name of the server cannot be resolved: it is tried on, and stops at once", async () => {
    const setUp = await prepare(ConfigMap, {}, () => ({ server: "https://nowhere.invalid:6443" }));
    setUp.cache.start();
    await setUp.until(() => expect(setUp.log.messages("warn").length).toBeGreaterThan(0));
    const warning = setUp.log.lines.find(({ level }) => level === "warn")!;
    expect(warning.fields["reason"]).toContain("cannot resolve its name");
    expect(setUp.informer.isSynced).toBe(false);
  });

  test("F16 and F17 objects that were deleted, or created again, without a watch are reported with their last state", async () => {
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
      await expect.poll(() => setUp.proxy.watches).toEqual([]);
    });
  });

  test("F31 own writes are read at once, and what others delete in a gap leaves no ghost", async () => {
    const setUp = await ready();
    const { namespace, cache, proxy, open, converge, informer } = setUp;
    const client = createCachedClient({ live: suite.direct, cache, checkMayWrite: () => undefined });
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
    await suite.direct.delete(ConfigMap, key);
    expect(informer.get(key)).toBeDefined();
    proxy.fail("watch", gone);
    open().reset();
    await converge();
    expect(informer.get(key)).toBeUndefined();
  });

  test("own deletions are read at once, with finalizers and without", async () => {
    const setUp = await ready();
    const { namespace } = setUp;
    const client = createCachedClient({ live: suite.direct, cache: setUp.cache, checkMayWrite: () => undefined });
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
