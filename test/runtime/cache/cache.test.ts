import { afterEach, describe, expect, test } from "vitest";
import { TsopError } from "../../../src/core/errors.js";
import { Cache } from "../../../src/runtime/cache/cache.js";
import type { Informer } from "../../../src/runtime/cache/informer.js";
import { FakeClock, settle } from "../../support/fake-clock.js";
import { RecordingLogger } from "../../support/recording-logger.js";
import { bookmark, refusal, ScriptedApi, Thing, thing, type WatchCall } from "../../support/scripted-api.js";

const caches = new Set<Cache>();
afterEach(async () => {
  for (const cache of caches) await cache.stop();
  caches.clear();
});

interface SetUp {
  api: ScriptedApi;
  cache: Cache;
  clock: FakeClock;
  informer: Informer<Thing>;
  told: string[];
  names: () => string[];
  /** Answers the next watch, which must be of the namespace. */
  list: (namespace: string | undefined, resourceVersion: number, ...keys: string[]) => Promise<WatchCall>;
}

function setUp(namespaces: readonly string[], own?: readonly string[]): SetUp {
  const [api, clock] = [new ScriptedApi(), new FakeClock()];
  const isNamespaced = (): Promise<boolean> => Promise.resolve(true);
  const cache = new Cache({
    client: api,
    namespaces,
    isNamespaced,
    log: new RecordingLogger(),
    clock,
    random: () => 0,
  });
  caches.add(cache);
  const informer = cache.informerFor(Thing, own === undefined ? {} : { namespaces: own });
  const told: string[] = [];
  informer.onChange(({ kind, object }) => told.push(`${kind} ${print(object)}`));
  const list: SetUp["list"] = async (namespace, resourceVersion, ...keys) => {
    const watch = await api.nextWatch();
    expect(watch.options.namespace).toBe(namespace);
    watch.send(
      ...keys.map((key) => ({ type: "ADDED", object: thing(key, 1) }) as const),
      bookmark(resourceVersion, true),
    );
    await settle();
    return watch;
  };
  return { api, cache, clock, informer, told, list, names: () => Array.from(informer.values(), print).sort() };
}

function print({ metadata }: Thing): string {
  return `${metadata.namespace}/${metadata.name}`;
}

/** Whether a promise is settled. */
function watchPromise(promise: Promise<unknown>): { isDone: boolean } {
  const result = { isDone: false };
  void promise.then(() => (result.isDone = true));
  return result;
}

// F22
describe("namespaces that change", () => {
  async function running(...namespaces: string[]): Promise<SetUp & { watches: WatchCall[] }> {
    const result = setUp(namespaces);
    result.cache.start();
    const watches = [];
    for (const namespace of namespaces.length === 0 ? [undefined] : namespaces) {
      watches.push(
        await result.list(namespace, 10, ...(namespace === undefined ? ["one/a", "two/a"] : [`${namespace}/a`])),
      );
    }
    result.told.length = 0;
    return { ...result, watches };
  }

  test("are read once they are listed, not before", async () => {
    const { cache, informer, list, names } = await running("one");
    const changing = watchPromise(cache.setNamespaces(["one", "two"]));
    await settle();
    expect([informer.covers("one"), informer.covers("two"), informer.isSynced]).toEqual([true, false, true]);
    expect(changing.isDone).toBe(false);
    await list("two", 20, "two/a");
    expect([informer.covers("two"), changing.isDone]).toEqual([true, true]);
    expect(names()).toEqual(["one/a", "two/a"]);
  });

  test("leave in silence, with their watch and all that it keeps", async () => {
    const { cache, informer, told, names, watches, clock } = await running("one", "two");
    informer.addIndex("name", ({ metadata }) => [metadata.name]);
    await cache.setNamespaces(["two"]);
    expect(watches.map(({ isAborted }) => isAborted)).toEqual([true, false]);
    watches[0]!.send({ type: "ADDED", object: thing("one/late", 30) });
    await settle();
    expect([informer.covers("one"), names(), told]).toEqual([false, ["two/a"], []]);
    expect(Array.from(informer.select({ name: "a" }), print)).toEqual(["two/a"]);
    expect(clock.timers).toBe(1);
  });

  test("give way to all of them without a gap", async () => {
    const { cache, informer, told, names, list, watches } = await running("one");
    const changing = watchPromise(cache.setNamespaces([]));
    await settle();
    expect([informer.covers("one"), watches[0]!.isAborted]).toEqual([true, false]);
    watches[0]!.send({ type: "ADDED", object: thing("one/b", 30) });
    await list(undefined, 20, "one/a", "two/a");
    expect([changing.isDone, watches[0]!.isAborted]).toEqual([true, true]);
    expect(names()).toEqual(["one/a", "one/b", "two/a"]);
    expect(told).toEqual(["added one/b", "added two/a"]);
  });

  test("take over from all of them without a gap", async () => {
    const { cache, told, names, list, watches, informer } = await running();
    const changing = watchPromise(cache.setNamespaces(["one"]));
    await settle();
    expect([names(), watches[0]!.isAborted]).toEqual([["one/a", "two/a"], false]);
    await list("one", 20, "one/a");
    expect([changing.isDone, watches[0]!.isAborted, informer.covers("two")]).toEqual([true, true, false]);
    expect([names(), told]).toEqual([["one/a"], []]);
  });

  test("are those of the last call", async () => {
    const { cache, api, list, names, watches } = await running("one");
    const first = watchPromise(cache.setNamespaces(["two"]));
    await settle();
    const two = await api.nextWatch();
    const second = watchPromise(cache.setNamespaces(["three"]));
    await list("three", 30, "three/a");
    expect([first.isDone, second.isDone, two.isAborted, watches[0]!.isAborted]).toEqual([true, true, true, true]);
    expect(names()).toEqual(["three/a"]);
  });

  test("that cannot be listed delay no other cache, and end with the cache", async () => {
    const { cache, api, clock, informer } = await running("one");
    const changing = watchPromise(cache.setNamespaces(["one", "forbidden"]));
    await settle();
    (await api.nextWatch()).fail(refusal(403, "Forbidden"));
    await settle();
    expect([informer.isSynced, informer.covers("forbidden"), changing.isDone]).toEqual([true, false, false]);
    await cache.stop();
    await settle();
    expect([changing.isDone, clock.timers]).toEqual([true, 0]);
  });

  test("may be named before the start", async () => {
    const { cache, list, names } = setUp(["one"]);
    await cache.setNamespaces(["two"]);
    cache.start();
    await list("two", 5, "two/a");
    expect(names()).toEqual(["two/a"]);
  });

  test("are no matter to a kind that has its own", async () => {
    const { cache, list, api, names } = setUp(["one"], ["ops"]);
    cache.start();
    await list("ops", 5, "ops/a");
    await cache.setNamespaces(["two"]);
    expect([api.pending, names()]).toEqual([0, ["ops/a"]]);
  });

  test("come and go a thousand times, and nothing adds up", async () => {
    const { cache, list, clock, names } = await running("one");
    for (let round = 0; round < 1_000; round += 1) {
      const changing = cache.setNamespaces(round % 2 === 0 ? ["two"] : ["one"]);
      await list(round % 2 === 0 ? "two" : "one", 20 + round);
      await changing;
    }
    expect([clock.timers, names()]).toEqual([1, []]);
  });
});

test("the state of an informer tells its objects, its lists, and the scope that was neglected most", async () => {
  const { cache, clock, list } = setUp(["one", "two"]);
  expect(cache.states()).toEqual([
    { cluster: undefined, kind: Thing, view: "whole", objects: 0, msSinceCurrent: undefined, relists: 0 },
  ]);
  cache.start();
  const watch = await list("one", 5, "one/a");
  await list("two", 5, "two/a", "two/b");
  await clock.advance(30_000);
  watch.send(bookmark(20));
  await settle();
  expect(cache.states()).toEqual([
    { cluster: undefined, kind: Thing, view: "whole", objects: 3, msSinceCurrent: 30_000, relists: 0 },
  ]);
});

test("a kind that the cluster may do without, and does, is neither waited for nor stale", async () => {
  const { cache, api, clock } = setUp([]);
  cache.informerFor(Thing).allowMissing();
  cache.start();
  const notServed = new TsopError("cluster/kind-not-served", "no Thing");
  (await api.nextWatch()).fail(notServed);
  await settle();
  expect([cache.unsynced(), cache.states()[0]!.msSinceCurrent]).toEqual([[], undefined]);
  await clock.advance(2_000);
  const watch = await api.nextWatch();
  watch.send(bookmark(5, true));
  await settle();
  await clock.advance(1_000);
  expect([cache.find(Thing)!.isSynced, cache.states()[0]!.msSinceCurrent]).toEqual([true, 1_000]);
});
