import { afterEach, describe, expect, expectTypeOf, test } from "vitest";
import type { ManagerClient } from "../../src/runtime/manager-client.js";
import { type DeepReadonly, defineKind } from "../../src/kube/objects.js";
import type { Deletion } from "../../src/kube/answered-writes.js";
import { type Client, mergePatch } from "../../src/kube/client.js";
import type { CacheForOptions } from "../../src/runtime/cache/cache-options.js";
import { Cache } from "../../src/runtime/cache/cache.js";
import { CachedClient } from "../../src/runtime/cached-client.js";
import type { LiveWrites } from "../../src/runtime/cached-writes.js";
import { FakeClock, settle } from "../support/fake-clock.js";
import { RecordingLogger } from "../support/recording-logger.js";
import { bookmark, ScriptedApi, Thing, thing, type WatchCall } from "../support/scripted-api.js";

const Other = defineKind<{ apiVersion: "test.example.com/v1"; kind: "Other"; metadata: { name: string } }>(
  "test.example.com/v1",
  "Other",
);
const caches = new Set<Cache>();
afterEach(async () => {
  for (const cache of caches) await cache.stop();
  caches.clear();
});

interface SetUp {
  client: CachedClient;
  api: ScriptedApi;
  cache: Cache;
  /** Calls that reached the API server. */
  calls: string[];
  mayWrite: { now: boolean };
  live: { -readonly [Key in keyof LiveWrites]: LiveWrites[Key] };
}

function setUp(namespaces: readonly string[] = [], isNamespaced = true): SetUp {
  const [api, calls, mayWrite] = [new ScriptedApi(), [] as string[], { now: true }];
  const cache = new Cache({
    client: api,
    namespaces,
    isNamespaced: () => Promise.resolve(isNamespaced),
    log: new RecordingLogger(),
    clock: new FakeClock(),
    random: () => 0,
  });
  caches.add(cache);
  const answer =
    (verb: string, result: unknown) =>
    (...args: unknown[]): Promise<unknown> => {
      calls.push(`${verb} ${JSON.stringify(args.at(-1) ?? {})}`);
      return Promise.resolve(result);
    };
  const written = thing("default/a", 50, { size: 7 });
  const live = {
    get: answer("get", thing("default/live", 1)),
    getOrThrow: answer("getOrThrow", thing("default/live", 1)),
    list: answer("list", { metadata: {}, items: [] }),
    create: answer("create", written),
    update: answer("update", written),
    patch: answer("patch", written),
    apply: answer("apply", written),
    delete: answer("delete", undefined),
    deleteAllOf: answer("deleteAllOf", undefined),
    metadata: { get: answer("metadata", undefined) },
    subResource: () => ({
      get: answer("sub.get", written),
      getOrThrow: answer("sub.getOrThrow", written),
      create: answer("sub.create", written),
      update: answer("sub.update", written),
      patch: answer("sub.patch", written),
      apply: answer("sub.apply", written),
    }),
    answered: {
      apply: async (...args: unknown[]) => ({ object: await answer("apply", written)(...args), isNew: false }),
      delete: async (...args: unknown[]) => {
        await answer("delete", undefined)(...args);
        return { kind: "gone", uid: "uid-of-a" };
      },
    },
    status: { update: answer("status", written), patch: answer("status", written), apply: answer("status", written) },
  } as unknown as SetUp["live"];
  const checkMayWrite = (): void => {
    if (!mayWrite.now) throw new Error("not the leader");
  };
  return { client: new CachedClient({ live, cache, checkMayWrite }), api, cache, calls, mayWrite, live };
}

type Synced = SetUp & { watch: WatchCall };

/** The cache of Things runs and holds `default/a` (label app=web) and `other/b`. */
async function synced(): Promise<Synced> {
  const result = setUp();
  result.cache.informerFor(Thing);
  result.cache.start();
  const watch = await result.api.nextWatch();
  const a = thing("default/a", 1, { size: 1 });
  a.metadata.labels = { app: "web" };
  watch.send({ type: "ADDED", object: a }, { type: "ADDED", object: thing("other/b", 2) }, bookmark(10, true));
  await settle();
  return { ...result, watch };
}

const a = { namespace: "default", name: "a" };

describe("a read of a kind that has a cache", () => {
  test("asks nobody", async () => {
    const { client, calls } = await synced();
    expect((await client.get(Thing, a))!.spec!.size).toBe(1);
    expect((await client.getOrThrow(Thing, a)).metadata.name).toBe("a");
    expect(await client.get(Thing, { namespace: "default", name: "none" })).toBeUndefined();
    await expect(client.getOrThrow(Thing, { namespace: "x", name: "none" })).rejects.toMatchObject({
      reason: "NotFound",
      message: 'Thing "x/none" not found (404 NotFound)',
    });
    const list = await client.list(Thing);
    expect([list.items.length, list.metadata.resourceVersion]).toEqual([2, "10"]);
    expect(calls).toEqual([]);
  });

  test.each([
    [{ namespace: "default" }, ["a"]],
    [{ namespace: "none" }, []],
    [{ labels: { app: "web" } }, ["a"]],
    [{ labels: "app notin (web)" }, ["b"]],
    [{ labels: "!app", namespace: "default" }, []],
  ])("lists by %j", async (options, expected) => {
    const { client } = await synced();
    expect((await client.list(Thing, options)).items.map(({ metadata }) => metadata.name)).toEqual(expected);
  });

  test("gives a copy that may be changed", async () => {
    const { client } = await synced();
    const mine = await client.getOrThrow(Thing, a);
    mine.spec!.size = 99;
    (await client.list(Thing)).items[0]!.spec!.size = 98;
    expect((await client.getOrThrow(Thing, a)).spec!.size).toBe(1);
  });

  // F32
  test("gives the cache's own object, frozen, where it is to be shared", async () => {
    const { client } = await synced();
    const first = await client.getOrThrow(Thing, a, { shared: true });
    const [second] = (await client.list(Thing, { namespace: "default", shared: true })).items;
    expect(second).toBe(first);
    expectTypeOf(first).toEqualTypeOf<DeepReadonly<Thing>>();
    expect(() => ((first as Thing).spec!.size = 99)).toThrow(TypeError);
  });

  test.each([{ fields: "metadata.name=a" }, { limit: 5 }, { continue: "x" }, { resourceVersion: "0" }])(
    "asks the API server for %j",
    async (options) => {
      const { client, calls } = await synced();
      await client.list(Thing, options);
      expect(calls).toEqual([`list ${JSON.stringify(options)}`]);
    },
  );

  test("waits until the cache is full, or the signal fires", async () => {
    const { client, cache, api } = setUp();
    cache.informerFor(Thing);
    cache.start();
    const reading = client.get(Thing, { name: "x" });
    const stop = new AbortController();
    const givenUp = client.get(Thing, { name: "x" }, { signal: stop.signal });
    stop.abort(new Error("given up"));
    await expect(givenUp).rejects.toThrow("given up");
    (await api.nextWatch()).send({ type: "ADDED", object: thing("x", 1) }, bookmark(2, true));
    expect((await reading)!.metadata.name).toBe("x");
  });

  test("of an optional kind asks the API server as long as its cache is empty", async () => {
    const { client, cache, calls } = setUp();
    cache.informerFor(Thing).allowMissing();
    cache.start();
    await client.get(Thing, { namespace: "default", name: "a" });
    await client.list(Thing);
    expect(calls).toHaveLength(2);
  });

  test("is refused before the manager starts", async () => {
    const { client, cache } = setUp();
    cache.informerFor(Thing);
    await expect(client.get(Thing, { name: "x" })).rejects.toMatchObject({ code: "runtime/not-started" });
    await expect(client.list(Thing)).rejects.toMatchObject({ code: "runtime/not-started" });
  });

  test("of a namespace that is not watched asks the API server", async () => {
    const { client, cache, api, calls } = setUp(["one", "two"]);
    cache.informerFor(Thing);
    cache.start();
    for (const namespace of ["one", "two"]) {
      const watch = await api.nextWatch();
      expect(watch.options.namespace).toBe(namespace);
      watch.send({ type: "ADDED", object: thing(`${namespace}/x`, 1) }, bookmark(2, true));
    }
    await settle();
    expect((await client.list(Thing)).items).toHaveLength(2);
    expect(calls).toEqual([]);
    await client.get(Thing, { namespace: "three", name: "x" });
    await client.list(Thing, { namespace: "three" });
    expect(calls).toHaveLength(2);
  });

  test("without namespaces watches all of it, though the manager is restricted", async () => {
    const { client, cache, api } = setUp(["one"], false);
    cache.informerFor(Thing);
    cache.start();
    const watch = await api.nextWatch();
    expect(watch.options.namespace).toBeUndefined();
    watch.send({ type: "ADDED", object: thing("x", 1) }, bookmark(2, true));
    await settle();
    expect((await client.getOrThrow(Thing, { name: "x" })).metadata.name).toBe("x");
  });
});

describe("a read by index", () => {
  async function indexed(): Promise<Synced> {
    const result = await synced();
    result.cache
      .informerFor(Thing)
      .addIndex("size", ({ spec }) => (spec?.size === undefined ? [] : [String(spec.size)]));
    return result;
  }

  test.each([
    [{ indexes: { size: "1" } }, ["a"]],
    [{ indexes: { size: "1" }, namespace: "other" }, []],
    [{ indexes: { size: "1" }, labels: { app: "db" } }, []],
    [{ indexes: { size: "1" }, labels: "app" }, ["a"]],
    [{ indexes: {} }, ["a", "b"]],
  ])("finds by %j", async (options, expected) => {
    const { client, calls } = await indexed();
    expect([client.indexesOf(Thing), client.indexesOf(Other)]).toEqual([["size"], []]);
    expect((await client.list(Thing, options)).items.map(({ metadata }) => metadata.name)).toEqual(expected);
    expect(calls).toEqual([]);
  });

  test("that is not there, or of a kind without a cache, is refused", async () => {
    const { client, calls } = await indexed();
    await expect(client.list(Thing, { indexes: { constructor: "x", size: "1" } })).rejects.toMatchObject({
      code: "runtime/unknown-index",
      message: "Thing has no index constructor; there are size",
      hint: 'Before the start: manager.cacheFor(Thing).index("constructor", (object) => [/* values */]).',
    });
    await expect(client.list(Other, { indexes: { size: "1" } })).rejects.toMatchObject({
      code: "runtime/unknown-index",
      message: "Other has no index size; it has none",
    });
    expect(calls).toEqual([]);
  });

  test.each([{ limit: 5 }, { continue: "x" }, { resourceVersion: "0" }, { fields: "metadata.name=a" }])(
    "is refused along with %j, which only the API server can do",
    async (options) => {
      const { client, calls } = await indexed();
      await expect(client.list(Thing, { ...options, indexes: { size: "1" } })).rejects.toMatchObject({
        code: "runtime/not-cached",
      });
      expect(calls).toEqual([]);
    },
  );

  test("is no option of a client without a cache", () => {
    expectTypeOf<Client>().not.toExtend<ManagerClient>();
    expectTypeOf<ManagerClient>().toExtend<Client>();
  });
});

describe("a cache that holds a part of a kind", () => {
  async function part(options: CacheForOptions<Thing>): Promise<Synced> {
    const result = setUp();
    result.cache.informerFor(Thing, options);
    result.cache.start();
    const watch = await result.api.nextWatch();
    watch.send({ type: "ADDED", object: thing("default/a", 1, { size: 1 }) }, bookmark(10, true));
    await settle();
    return { ...result, watch };
  }

  test("asks the API server for no more", async () => {
    const { watch } = await part({ labels: { app: "web" }, fields: "metadata.name=a", namespaces: ["default"] });
    expect(watch.options).toMatchObject({ labels: { app: "web" }, fields: "metadata.name=a", namespace: "default" });
  });

  test.each([
    [{ labels: { app: "web" } }, { labels: { app: "web", tier: "x" } }],
    [{ labels: "app==web, tier in (a,b)" }, { labels: "tier in (a,b),app = web" }],
    [{ fields: "metadata.name=a" }, { fields: "metadata.name=a" }],
    [{ namespaces: ["default"] }, { namespace: "default" }],
    [{ transform: (object: Thing) => object }, {}],
  ])("told %j answers %j", async (options, read) => {
    const { client, calls } = await part(options);
    await client.list(Thing, read);
    expect(calls).toEqual([]);
  });

  test.each([
    [{ labels: { app: "web" } }, {}, "the cache holds only those with labels app=web, and the read asks for more"],
    [{ labels: { app: "web" } }, { labels: "app in (web,db)" }, "the cache holds only those with labels app=web"],
    [{ fields: "metadata.name=a" }, {}, "the cache holds only those with fields metadata.name=a"],
    [{ namespaces: ["default"] }, {}, "the cache holds only those in default, and the read asks for all namespaces"],
  ])("told %j refuses to list %j", async (options, read, message) => {
    const { client, calls } = await part(options);
    await expect(client.list(Thing, read)).rejects.toMatchObject({
      code: "runtime/not-cached",
      message: expect.stringContaining(message) as string,
      hint: expect.stringContaining("manager.apiReader") as string,
    });
    expect(calls).toEqual([]);
  });

  test("asks the API server for an object that it may have been told to leave out", async () => {
    const { client, calls } = await part({ labels: { app: "web" } });
    expect((await client.get(Thing, a))!.metadata.name).toBe("a");
    expect(calls).toEqual([]);
    const live = { namespace: "default", name: "live" };
    expect((await client.get(Thing, live))!.metadata.name).toBe("live");
    expect((await client.getOrThrow(Thing, live)).metadata.name).toBe("live");
    expect(calls).toHaveLength(2);
  });

  test("and transforms it refuses to replace an object, which would lose the rest of it", async () => {
    const { client, calls } = await part({
      transform: ({ apiVersion, kind, metadata }) => ({ apiVersion, kind, metadata }),
    });
    const mine = await client.getOrThrow(Thing, a);
    await expect(client.update(mine)).rejects.toMatchObject({ code: "runtime/not-cached" });
    await expect(client.status.update(mine)).rejects.toMatchObject({ code: "runtime/not-cached" });
    expect(calls).toEqual([]);
    await client.patch(Thing, a, { type: "merge", body: {} });
    expect(calls).toHaveLength(1);
  });

  test.each<[string, (cache: Cache) => unknown]>([
    ["twice", (cache) => cache.informerFor(Thing, { labels: "b" })],
    ["no namespace at all", (cache) => cache.informerFor(Other, { namespaces: [] })],
  ])("cannot be told %s", (_, tell) => {
    const { cache } = setUp();
    cache.informerFor(Thing);
    cache.informerFor(Thing, { labels: "a" });
    cache.informerFor(Thing);
    expect(() => tell(cache)).toThrow(expect.objectContaining({ code: "runtime/invalid-wiring" }) as Error);
  });

  test("cannot be told after the start, nor a selector that is none", async () => {
    const { cache } = await synced();
    expect(() => cache.informerFor(Thing, { labels: "a" })).toThrow("its cache runs already");
    expect(() => cache.informerFor(Other, { labels: "a b" })).toThrow("not a label selector");
  });
});

describe("a deletion", () => {
  /** A cache of `default/a@1`, and an API server that answers so to a deletion. */
  async function deleting(answer: Deletion<Thing>): Promise<Synced> {
    const result = await synced();
    result.live.answered = { ...result.live.answered, delete: () => Promise.resolve(answer as never) };
    return result;
  }
  const waiting = thing("default/a", 20);
  waiting.metadata.deletionTimestamp = "2026-01-31T12:00:00Z";
  const read = async ({ client }: Synced): Promise<string | undefined> => (await client.get(Thing, a))?.metadata.uid;

  test.each<[string, Deletion<Thing>]>([
    ["is gone", { kind: "gone", uid: "uid-of-a" }],
    ["is gone, and had no UID in the answer", { kind: "gone", uid: undefined }],
    ["is gone, and was one made anew by this name", { kind: "gone", uid: "another" }],
    ["somebody else has deleted", { kind: "absent" }],
  ])("of an object that %s is read at once, and asks nobody", async (_, answer) => {
    const result = await deleting(answer);
    await result.client.delete(Thing, a);
    expect(await read(result)).toBeUndefined();
    expect((await result.client.list(Thing)).items).toHaveLength(1);
    expect(result.calls).toEqual([]);
  });

  test("of an object with finalizers shows at once that it is to go, and asks nobody", async () => {
    const { client, calls } = await deleting({ kind: "waits", object: waiting });
    await client.delete(Thing, a);
    expect((await client.get(Thing, a))!.metadata.deletionTimestamp).toBe("2026-01-31T12:00:00Z");
    expect(calls).toEqual([]);
  });

  test("after which somebody else made an object of that name shows that one", async () => {
    const result = await deleting({ kind: "waits", object: thing("default/a", 20, { uid: "another" }) });
    await result.client.delete(Thing, a);
    expect(await read(result)).toBe("another");
  });

  test("that was a dry run, or failed, changes nothing", async () => {
    const { client, live } = await deleting({ kind: "gone", uid: undefined });
    await client.delete(Thing, a, { dryRun: true });
    live.answered = { ...live.answered, delete: () => Promise.reject(new Error("boom")) };
    await expect(client.delete(Thing, a)).rejects.toThrow("boom");
    expect((await client.get(Thing, a))!.metadata.name).toBe("a");
  });

  test.each<[string, () => Promise<Thing | undefined>, string | undefined]>([
    ["and it is gone", () => Promise.resolve(undefined), undefined],
    ["and it is still there", () => Promise.resolve(waiting), "uid-of-a"],
    ["and neither does the API server", () => Promise.reject(new Error("boom")), "uid-of-a"],
  ])("whose answer does not say what became of the object asks once, %s", async (_, look, expected) => {
    const result = await deleting({ kind: "unclear" });
    result.live.get = look;
    await result.client.delete(Thing, a);
    expect(await read(result)).toBe(expected);
    result.watch.send({ type: "DELETED", object: thing("default/a", 30) });
    await settle();
    expect(await read(result)).toBeUndefined();
  });

  test("is what taking the last finalizer from an object that is to go comes to", async () => {
    const result = await synced();
    result.live.patch = () => Promise.resolve(waiting as never);
    await result.client.patch(Thing, a, mergePatch({ metadata: { finalizers: null } }));
    expect(await read(result)).toBeUndefined();
  });

  test("of what is not in the cache asks nobody afterwards", async () => {
    const { client, calls } = await synced();
    await client.delete(Thing, { namespace: "default", name: "none" });
    await client.delete(Other, { name: "x" });
    expect(calls.map((call) => call.split(" ")[0])).toEqual(["delete", "delete"]);
  });
});

test("a read of any other kind asks the API server, and starts no watch", async () => {
  const { client, calls, api } = await synced();
  await client.get(Other, { name: "x" });
  await client.getOrThrow(Other, { name: "x" });
  await client.list(Other);
  expect(calls.map((call) => call.split(" ")[0])).toEqual(["get", "getOrThrow", "list"]);
  expect(api.pending).toBe(0);
});

const writes: [string, (client: CachedClient) => Promise<unknown>][] = [
  ["create", (client) => client.create(thing("default/a", 1))],
  ["update", (client) => client.update(thing("default/a", 1))],
  ["patch", (client) => client.patch(Thing, a, { type: "merge", body: {} })],
  [
    "apply",
    (client) =>
      client.apply<Thing>({
        apiVersion: Thing.apiVersion as Thing["apiVersion"],
        kind: "Thing",
        metadata: { name: "a" },
      }),
  ],
  ["status.update", (client) => client.status.update(thing("default/a", 1))],
  ["status.patch", (client) => client.status.patch(Thing, a, { type: "merge", body: {} })],
  [
    "status.apply",
    (client) =>
      client.status.apply<Thing>({
        apiVersion: Thing.apiVersion as Thing["apiVersion"],
        kind: "Thing",
        metadata: { name: "a" },
      }),
  ],
];

describe("a write", () => {
  test.each(writes)("(%s) can be read at once, and the answer may be changed", async (_, write) => {
    const { client } = await synced();
    const written = (await write(client)) as Thing;
    written.spec!.size = 99;
    expect((await client.getOrThrow(Thing, a)).spec!.size).toBe(7);
  });

  test.each(writes)("(%s) is refused while this process must not write", async (_, write) => {
    const { client, calls, mayWrite } = await synced();
    mayWrite.now = false;
    await expect(write(client)).rejects.toThrow("not the leader");
    await expect(client.delete(Thing, a)).rejects.toThrow("not the leader");
    await expect(client.deleteAllOf(Thing, { namespace: "default" })).rejects.toThrow("not the leader");
    expect(calls).toEqual([]);
  });

  test.each<[string, (client: CachedClient) => Promise<unknown>]>([
    ["create", (client) => client.subResource("status").create(Thing, a, {})],
    ["update", (client) => client.subResource("status").update(Thing, a, {})],
    ["patch", (client) => client.subResource("status").patch(Thing, a, { type: "merge", body: {} })],
    ["apply", (client) => client.subResource("status").apply(Thing, a, {})],
  ])("(%s) of a subresource is refused then, and shows the object that it answers", async (_, write) => {
    const { client, calls, mayWrite } = await synced();
    mayWrite.now = false;
    await expect(write(client)).rejects.toThrow("not the leader");
    expect(calls).toEqual([]);
    mayWrite.now = true;
    await write(client);
    expect((await client.getOrThrow(Thing, a)).spec!.size).toBe(7);
  });

  test("of all objects and reads of what is not cached go to the API server", async () => {
    const { client, calls } = await synced();
    await client.deleteAllOf(Thing, { namespace: "default" });
    await client.metadata.get(Other, { name: "x" });
    await client.subResource("status").get(Thing, a);
    await client.subResource("status").getOrThrow(Thing, a);
    expect(calls.map((call) => call.split(" ")[0])).toEqual(["deleteAllOf", "metadata", "sub.get", "sub.getOrThrow"]);
  });

  test("that was a dry run changes nothing", async () => {
    const { client } = await synced();
    await client.update(thing("default/a", 1), { dryRun: true });
    expect((await client.getOrThrow(Thing, a)).spec!.size).toBe(1);
  });

  test("of a kind without a cache leaves no trace", async () => {
    const { client, cache } = setUp();
    await client.create(thing("default/a", 1));
    expect(cache.find(Thing)).toBeUndefined();
  });
});
