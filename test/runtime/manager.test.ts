import { createServer } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import type { KubeObject } from "../../src/kube/objects.js";
import type { LiveClient } from "../../src/kube/client.js";
import type { Lease } from "../../src/k8s/coordination/v1.js";
import { LeaderElector } from "../../src/runtime/leader-elector.js";
import type { ManagerParts } from "../../src/runtime/manager-parts.js";
import { Manager } from "../../src/runtime/manager.js";
import { ManagerMetrics } from "../../src/runtime/metrics/manager-metrics.js";
import { done, type Reconciler, requeueAfter } from "../../src/runtime/reconcile.js";
import type { Runnable } from "../../src/runtime/runnable.js";
import { FakeClock, settle } from "../support/fake-clock.js";
import { managerParts } from "../support/manager-parts.js";
import { RecordingLogger } from "../support/recording-logger.js";
import { bookmark, refusal, ScriptedApi, Thing, thing } from "../support/scripted-api.js";

const stops = new Set<AbortController>();
afterEach(() => {
  for (const stop of stops) stop.abort();
  stops.clear();
});

interface SetUp {
  manager: Manager;
  api: ScriptedApi;
  clock: FakeClock;
  log: RecordingLogger;
  stop: AbortController;
  events: string[];
}

const nothing: Reconciler = { reconcile: () => Promise.resolve(done()) };

function setUp(parts: Partial<ManagerParts> = {}): SetUp {
  const [api, clock, log, stop] = [new ScriptedApi(), new FakeClock(), new RecordingLogger(), new AbortController()];
  const events: string[] = [];
  stops.add(stop);
  const close = (): void => void events.push("closed");
  const manager = new Manager(managerParts(api, { log, clock, close, ...parts }));
  return { manager, api, clock, log, stop, events };
}

async function fill(api: ScriptedApi): Promise<void> {
  const watch = await api.nextWatch();
  watch.send({ type: "ADDED", object: thing("default/a", 1) }, bookmark(5, true));
  await settle();
}

/** What becomes of a promise: its value, or the error. */
function outcome(promise: Promise<unknown>): { now: unknown } {
  const result = { now: "pending" as unknown };
  promise.then(
    () => (result.now = "resolved"),
    (error: unknown) => (result.now = error),
  );
  return result;
}

describe("a manager", () => {
  test("works from start to stop, and closes everything in the end", async () => {
    const { manager, api, stop, events, log, clock } = setUp();
    manager
      .controller("thing")
      .for(Thing)
      .complete({
        reconcile: ({ name }) => {
          events.push(`reconciled ${name}`);
          return Promise.resolve(requeueAfter(60_000));
        },
      });
    const running = manager.start(stop.signal);
    await fill(api);
    expect(events).toEqual(["reconciled a"]);
    stop.abort();
    await running;
    expect(events).toEqual(["reconciled a", "closed"]);
    expect(log.messages("info")).toEqual(["workers started", "stopping", "stopped"]);
    expect(clock.timers).toBe(0);
  });

  // F23, F44
  test("leaves no timer, socket or server behind", async () => {
    const before = process.getActiveResourcesInfo();
    const local = { host: "127.0.0.1", port: 0 };
    const metricsServer = { address: local, create: () => Promise.resolve({ server: createServer() }) };
    const { manager, api, stop } = setUp({ healthAddress: local, metricsServer });
    manager.controller("thing").for(Thing).complete(nothing);
    const running = manager.start(stop.signal);
    await fill(api);
    stop.abort();
    await running;
    await settle();
    // What others had open before may have been closed meanwhile.
    const left = process.getActiveResourcesInfo();
    for (const resource of before) left.splice(left.indexOf(resource) >>> 0, 1);
    expect(left).toEqual([]);
  });

  test("waits for a run under way, and ends when that has", async () => {
    const { manager, api, stop, clock } = setUp();
    let finish = (): void => {};
    let signal: AbortSignal | undefined;
    manager
      .controller("thing")
      .for(Thing)
      .complete({
        reconcile: async (_, context) => {
          signal = context.signal;
          await new Promise<void>((resolve) => (finish = resolve));
          return done();
        },
      });
    const running = outcome(manager.start(stop.signal));
    await fill(api);
    stop.abort();
    await clock.advance(29_000);
    expect(running.now).toBe("pending");
    expect(signal!.aborted).toBe(false);
    finish();
    await settle();
    expect(running.now).toBe("resolved");
  });

  test("gives a run up that does not end within 30 s, and says which", async () => {
    const { manager, api, stop, clock, events } = setUp();
    manager
      .controller("thing")
      .for(Thing)
      .complete({ reconcile: () => new Promise(() => {}) });
    const running = outcome(manager.start(stop.signal));
    await fill(api);
    stop.abort();
    await clock.advance(31_001);
    expect(running.now).toMatchObject({
      code: "runtime/stop-timeout",
      message: "still running 30 s after the stop: controller thing (default/a)",
    });
    expect(events).toEqual(["closed"]);
  });

  test("ends cleanly when a late run heeds its signal", async () => {
    const { manager, api, stop, clock } = setUp();
    manager
      .controller("thing")
      .for(Thing)
      .complete({
        reconcile: (_, { signal }) =>
          new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error))),
      });
    const running = outcome(manager.start(stop.signal));
    await fill(api);
    stop.abort();
    await clock.advance(30_001);
    expect(running.now).toBe("resolved");
  });

  test("that is stopped before its cache is full ends at once", async () => {
    const { manager, api, stop } = setUp();
    manager.controller("thing").for(Thing).complete(nothing);
    const running = manager.start(stop.signal);
    const watch = await api.nextWatch();
    stop.abort();
    await running;
    expect(watch.isAborted).toBe(true);
  });

  test("does not start while something is begun and not complete", async () => {
    const { manager, stop } = setUp();
    const controller = manager.controller("thing").for(Thing);
    const webhook = manager.webhook(Thing).withDefaulter({ default: () => undefined });
    await expect(manager.start(stop.signal)).rejects.toMatchObject({
      code: "runtime/invalid-wiring",
      message: 'controller("thing"), webhook(Thing): begun, and never completed',
      hint: expect.stringContaining("complete()") as string,
    });
    controller.complete(nothing);
    webhook.complete();
    stop.abort();
    await manager.start(stop.signal).catch((error: unknown) => {
      expect(error).not.toMatchObject({ code: "runtime/invalid-wiring" });
    });
  });

  test("starts once", async () => {
    const { manager, stop } = setUp();
    const running = manager.start(stop.signal);
    await expect(manager.start()).rejects.toMatchObject({ code: "runtime/invalid-wiring" });
    stop.abort();
    await running;
  });
});

describe("a runnable", () => {
  const runnable = (start: Runnable["start"], needsLeaderElection?: boolean): Runnable => ({
    start,
    ...(needsLeaderElection === undefined ? {} : { needsLeaderElection }),
  });

  test("runs until the stop", async () => {
    const { manager, stop, events } = setUp();
    manager.add(
      runnable(async (signal) => {
        events.push("started");
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        events.push("ended");
      }),
    );
    const running = manager.start(stop.signal);
    await settle();
    stop.abort();
    await running;
    expect(events).toEqual(["started", "ended", "closed"]);
  });

  test.each([
    ["rejects", () => Promise.reject(new Error("boom"))],
    [
      "throws",
      () => {
        throw new Error("boom");
      },
    ],
  ])("that %s stops the manager", async (_, start) => {
    const { manager, events } = setUp();
    manager.add(runnable(start));
    await expect(manager.start()).rejects.toThrow("boom");
    expect(events).toEqual(["closed"]);
  });

  test("may end by itself, and may end with an AbortError when stopped", async () => {
    const { manager, stop, log } = setUp();
    manager.add(runnable(() => Promise.resolve()));
    manager.add(
      runnable(
        (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error))),
      ),
    );
    const running = manager.start(stop.signal);
    await settle();
    stop.abort();
    await running;
    expect(log.messages("error")).toEqual([]);
  });

  test("cannot be added after the start", async () => {
    const { manager, stop } = setUp();
    const running = manager.start(stop.signal);
    expect(() => manager.add(runnable(() => Promise.resolve()))).toThrow("add() comes too late");
    stop.abort();
    await running;
  });
});

describe("wiring", () => {
  test.each(["", "Bar", "-bar", "bar-", "bar baz", "bär", "x".repeat(64)])(
    "refuses the name %j for a controller",
    (name) => {
      const { manager } = setUp();
      expect(() => manager.controller(name).for(Thing).complete(nothing)).toThrow("the name wants small letters");
    },
  );

  test("refuses a second controller of one name, and one after the start", async () => {
    const { manager, stop } = setUp();
    manager.controller("thing").for(Thing).complete(nothing);
    expect(() => manager.controller("thing").for(Thing).complete(nothing)).toThrow(
      "there is a controller of that name",
    );
    const running = manager.start(stop.signal);
    expect(() => manager.controller("late").for(Thing).complete(nothing)).toThrow("the manager has been started");
    stop.abort();
    await running;
  });

  test.each([["ping"], ["a/b"], [""], ["__proto__ x"]])("refuses the name %j for a health check", (name) => {
    const { manager } = setUp();
    expect(() => manager.addHealthCheck(name, () => undefined)).toThrow("health check");
  });
});

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
    expect(() => manager.cacheFor(Thing).index("name", () => [])).toThrow('Thing has an index "name" already');
    const running = manager.start(stop.signal);
    await fill(api);
    const { items } = await manager.client.list(Thing, { indexes: { name: "a", namespace: "default" }, shared: true });
    expect(items).toHaveLength(1);
    await expect(manager.client.list(Thing, { indexes: { size: "1" } })).rejects.toMatchObject({
      code: "runtime/unknown-index",
      message: "Thing has no index size; there are name, namespace",
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

  test("is passed by where the API server is to be asked", () => {
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
      message: "nothing heard for 101 s: Thing",
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

describe("leader election", () => {
  /** A lease that `holder` has, and a manager that wants it. */
  function contender(holder: string): SetUp & { server: { holder: string; isDown: boolean } } {
    const server = { holder, isDown: false };
    const clock = new FakeClock();
    const lease = (): Lease => ({
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { name: "demo", namespace: "ops", resourceVersion: server.holder },
      spec: { holderIdentity: server.holder, leaseDurationSeconds: 15 },
    });
    const answer = <T>(value: () => T): Promise<T> =>
      server.isDown ? Promise.reject(refusal(503, "ServiceUnavailable")) : Promise.resolve().then(value);
    const client = {
      get: () => answer(lease),
      update: (update: Lease) =>
        answer(() => {
          if (update.metadata.resourceVersion !== server.holder) throw refusal(409, "Conflict");
          server.holder = update.spec?.holderIdentity ?? "";
          return lease();
        }),
      create: () => Promise.reject(new Error("it is there")),
    };
    const elector = new LeaderElector({
      client: client as unknown as LiveClient,
      lease: { namespace: "ops", name: "demo" },
      identity: "me",
      log: new RecordingLogger(),
      clock,
      random: () => 0,
    });
    return { ...setUp({ elector, clock }), clock, server };
  }

  test("holds controllers back, but not caches and what needs no leader", async () => {
    const { manager, api, stop, events, server, clock } = contender("another");
    manager
      .controller("thing")
      .for(Thing)
      .complete({
        reconcile: () => {
          events.push("reconciled");
          return Promise.resolve(done());
        },
      });
    const start = (name: string): Runnable["start"] => {
      return () => {
        events.push(name);
        return Promise.resolve();
      };
    };
    manager.add({ start: start("leader's"), needsLeaderElection: true });
    manager.add({ start: start("everybody's"), needsLeaderElection: false });
    let isElected = false;
    void manager.elected.then(() => (isElected = true));
    const running = manager.start(stop.signal);
    await fill(api);
    expect(events).toEqual(["everybody's"]);
    expect(isElected).toBe(false);
    server.holder = "";
    await clock.advance(2_500);
    expect(isElected).toBe(true);
    expect(events).toEqual(["everybody's", "leader's", "reconciled"]);
    stop.abort();
    await running;
    expect(server.holder).toBe("");
  });

  // F40
  test("that is lost stops the manager at once, and the lease is left alone", async () => {
    const { manager, api, server, clock } = contender("");
    let signal: AbortSignal | undefined;
    manager
      .controller("thing")
      .for(Thing)
      .complete({
        reconcile: (_, context) => {
          signal = context.signal;
          return new Promise(() => {});
        },
      });
    const running = outcome(manager.start());
    await fill(api);
    await settle();
    server.holder = "another";
    await clock.advance(2_001);
    expect(signal!.aborted).toBe(true);
    await clock.advance(1_001);
    expect(running.now).toMatchObject({ code: "runtime/leader-election-lost" });
    expect(server.holder).toBe("another");
  });

  test("keeps the lease where a run does not end, for that may still write for a while (F44)", async () => {
    const { manager, api, server, clock, stop } = contender("");
    manager
      .controller("thing")
      .for(Thing)
      .complete({ reconcile: () => new Promise(() => {}) });
    const running = outcome(manager.start(stop.signal));
    await fill(api);
    await settle();
    stop.abort();
    await clock.advance(31_001);
    expect(running.now).toMatchObject({ code: "runtime/stop-timeout" });
    expect(server.holder).toBe("me");
    await clock.advance(10_000);
    await expect(manager.client.delete(Thing, { name: "a" })).rejects.toMatchObject({
      code: "runtime/leader-election-lost",
    });
  });

  test("that is lost to an outage refuses writes from then on", async () => {
    const { manager, server, clock } = contender("");
    const running = outcome(manager.start());
    await settle();
    server.isDown = true;
    await clock.advance(10_001);
    await expect(manager.client.delete(Thing, { name: "a" })).rejects.toMatchObject({
      code: "runtime/leader-election-lost",
    });
    await clock.advance(2_000);
    expect(running.now).toMatchObject({ code: "runtime/leader-election-lost" });
  });
});

describe("the event recorder of a manager", () => {
  test("writes what is left before the connections are closed", async () => {
    const order: string[] = [];
    const live = {
      create: async (object: KubeObject) => {
        await settle();
        order.push(`wrote ${object.kind}`);
        return object;
      },
    };
    const close = (): void => void order.push("closed");
    const { manager, stop } = setUp({ live: live as unknown as ManagerParts["live"], close });
    const recorder = manager.eventRecorder("bar");
    const running = manager.start(stop.signal);
    recorder.event(thing("default/a", 1), { type: "Normal", reason: "Synced", action: "Sync" });
    stop.abort();
    await running;
    expect(order).toEqual(["wrote Event", "closed"]);
    expect(() => manager.eventRecorder("not a name")).toThrow("no name for an event recorder");
  });
});
