import { describe, expect, expectTypeOf, test } from "vitest";
import type { ManagerClient } from "../../src/runtime/manager-client.js";
import { type DeepReadonly } from "../../src/kube/objects.js";
import type { Client } from "../../src/kube/client.js";
import type { CacheForOptions } from "../../src/runtime/cache/cache-options.js";
import type { Cache } from "../../src/runtime/cache/cache.js";
import { settle } from "../support/fake-clock.js";
import { bookmark, Thing, thing } from "../support/scripted-api.js";
import { a, setUp, synced, type Synced, Other } from "./set-up-cached-client.js";

describe("a read of a kind that has a cache", () => {
  test("sends no request", async () => {
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
  test("returns the cache's own object, frozen, with shared", async () => {
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
      message: "Thing has no index constructor; its indexes are size",
      hint: 'Add it before the start: manager.cacheFor(Thing).index("constructor", (object) => [/* values */]).',
    });
    await expect(client.list(Other, { indexes: { size: "1" } })).rejects.toMatchObject({
      code: "runtime/unknown-index",
      message: "Other has no index size; it has no indexes",
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
    [{ labels: { app: "web" } }, {}, "the cache contains only objects with labels app=web, and the read is for more"],
    [{ labels: { app: "web" } }, { labels: "app in (web,db)" }, "the cache contains only objects with labels app=web"],
    [{ fields: "metadata.name=a" }, {}, "the cache contains only objects with fields metadata.name=a"],
    [
      { namespaces: ["default"] },
      {},
      "the cache contains only the namespaces default, and the read is for all namespaces",
    ],
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
    expect(() => cache.informerFor(Thing, { labels: "a" })).toThrow("its cache already runs");
    expect(() => cache.informerFor(Other, { labels: "a b" })).toThrow("not a label selector");
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
