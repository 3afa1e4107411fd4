import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { ManagerMetrics } from "../../src/runtime/metrics/manager-metrics.js";
import { done } from "../../src/runtime/reconcile.js";
import { settle } from "../support/fake-clock.js";
import { bookmark, refusal, Thing, thing } from "../support/scripted-api.js";
import { fill, nothing, setUp } from "./set-up-manager.js";

describe("health", () => {
  test("is ready only between full caches and the stop", async () => {
    const { manager, api, stop, log } = setUp({ healthAddress: { host: "127.0.0.1", port: 0 } });
    let finish = (): void => {};
    manager
      .controller("thing")
      .for(Thing)
      .complete({
        reconcile: async () => {
          await new Promise<void>((resolve) => (finish = resolve));
          return done();
        },
      });
    manager.addReadyCheck("mine", () => undefined);
    const running = manager.start(stop.signal);
    await settle();
    while (api.pending === 0) await settle();
    const address = String(log.lines.find(({ message }) => message === "serving health probes")!.fields["address"]);
    const ask = async (path: string): Promise<string> => (await fetch(`http://${address}${path}`)).text();
    expect(await ask("/healthz")).toBe("ok");
    expect(await ask("/readyz")).toContain("[-]caches failed");
    await fill(api);
    expect(await ask("/readyz?verbose")).toBe("[+]caches ok\n[+]mine ok\nreadyz check passed\n");
    stop.abort();
    await settle();
    expect(await ask("/readyz")).toContain("[-]caches failed");
    expect(await ask("/healthz")).toBe("ok");
    finish();
    await running;
  });

  test("that cannot be served stops the start, and nothing is left open", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const { port } = taken.address() as { port: number };
    const { manager, events } = setUp({ healthAddress: { host: "127.0.0.1", port } });
    await expect(manager.start()).rejects.toMatchObject({ code: "runtime/port-unavailable" });
    expect(events).toEqual(["closed"]);
    taken.close();
  });
});

describe("the cache of a manager", () => {
  test("takes indexes, and reads by them", async () => {
    const { manager, api, stop } = setUp();
    manager
      .cacheFor(Thing)
      .index("name", ({ metadata }) => [metadata.name])
      .index("namespace", ({ metadata }) => [metadata.namespace ?? ""]);
    expect(() => manager.cacheFor(Thing).index("name", () => [])).toThrow('Thing already has an index "name"');
    const running = manager.start(stop.signal);
    await fill(api);
    const { items } = await manager.client.list(Thing, { indexes: { name: "a", namespace: "default" }, shared: true });
    expect(items).toHaveLength(1);
    await expect(manager.client.list(Thing, { indexes: { size: "1" } })).rejects.toMatchObject({
      code: "runtime/unknown-index",
      message: "Thing has no index size; its indexes are name, namespace",
    });
    stop.abort();
    await running;
  });

  test("holds what it is told to, for controllers too", async () => {
    const { manager, api, stop } = setUp();
    manager.controller("thing").for(Thing).complete(nothing);
    manager.cacheFor(Thing, { labels: { app: "web" } });
    const running = manager.start(stop.signal);
    expect((await api.nextWatch()).options.labels).toEqual({ app: "web" });
    stop.abort();
    await running;
  });

  test("follows when the namespaces change", async () => {
    const { manager, api, stop, events } = setUp({ namespaces: ["default"] });
    manager
      .controller("thing")
      .for(Thing)
      .complete({
        reconcile: ({ namespace, name }) => {
          events.push(`${namespace}/${name}`);
          return Promise.resolve(done());
        },
      });
    const running = manager.start(stop.signal);
    await fill(api);
    const changing = manager.setNamespaces(["other"]);
    const watch = await api.nextWatch();
    expect(watch.options.namespace).toBe("other");
    watch.send({ type: "ADDED", object: thing("other/b", 6) }, bookmark(7, true));
    await changing;
    await settle();
    expect(events).toEqual(["default/a", "other/b"]);
    stop.abort();
    await running;
  });

  test.each([[["Other"]], [["ok", ""]], [["a/b"]]])("refuses %j for namespaces", async (names) => {
    const { manager } = setUp();
    await expect(manager.setNamespaces(names)).rejects.toMatchObject({ code: "usage/invalid-argument" });
  });

  test("is bypassed for live reads", () => {
    const { manager, api } = setUp();
    expect(manager.apiReader).toBe(api);
  });

  // F45
  test("makes the process not ready when it hears nothing for too long, and is measured", async () => {
    const metrics = new ManagerMetrics();
    const { manager, api, stop, log, clock } = setUp({
      healthAddress: { host: "127.0.0.1", port: 0 },
      cacheStaleAfterMs: 100_000,
      metrics,
    });
    manager.cacheFor(Thing);
    const running = manager.start(stop.signal);
    await settle();
    while (api.pending === 0) await settle();
    const watch = await api.nextWatch();
    watch.send({ type: "ADDED", object: thing("default/a", 1) }, bookmark(5, true));
    await settle();
    const address = String(log.lines.find(({ message }) => message === "serving health probes")!.fields["address"]);
    const ask = async (): Promise<string> => (await fetch(`http://${address}/readyz`)).text();
    await clock.advance(99_000);
    expect(await ask()).toBe("ok");
    await clock.advance(2_000);
    expect(await ask()).toContain("[-]caches failed");
    expect(log.lines.findLast(({ message }) => message === "a check failed")!.fields["error"]).toMatchObject({
      message: "no data from the API server for 101 s: Thing",
    });
    const text = await metrics.registry.metrics();
    const labels = '{cluster="",api_version="test.example.com/v1",kind="Thing",view="whole"}';
    expect(text).toContain(`tsop_informer_objects${labels} 1\n`);
    expect(text).toContain(`tsop_informer_seconds_since_current${labels} 101\n`);
    expect(text).toContain(`tsop_informer_relists_total${labels} 0\n`);
    watch.fail(refusal(410, "Expired"));
    await clock.advance(1_000);
    (await api.nextWatch()).send(bookmark(9, true));
    await settle();
    expect(await ask()).toBe("ok");
    const after = await metrics.registry.metrics();
    expect(after).toContain(`tsop_informer_objects${labels} 0\n`);
    expect(after).toContain(`tsop_informer_relists_total${labels} 1\n`);
    expect((await metrics.registry.metrics()).match(/tsop_informer_relists_total\{.*/)![0]).toContain(" 1");
    stop.abort();
    await running;
  });
});
