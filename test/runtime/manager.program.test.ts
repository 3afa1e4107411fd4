import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import type { KubeObject } from "../../src/kube/objects.js";
import type { ManagerParts } from "../../src/runtime/manager-parts.js";
import { done, requeueAfter } from "../../src/runtime/reconcile.js";
import type { Runnable } from "../../src/runtime/runnable.js";
import { settle } from "../support/fake-clock.js";
import { Thing, thing } from "../support/scripted-api.js";
import { fill, nothing, outcome, setUp } from "./set-up-manager.js";

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
      message: 'controller("thing"), webhook(Thing): complete() was not called',
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
    expect(() => manager.add(runnable(() => Promise.resolve()))).toThrow(
      "cannot call add(): the manager has already started",
    );
    stop.abort();
    await running;
  });
});

describe("wiring", () => {
  test.each(["", "Bar", "-bar", "bar-", "bar baz", "bär", "x".repeat(64)])(
    "refuses the name %j for a controller",
    (name) => {
      const { manager } = setUp();
      expect(() => manager.controller(name).for(Thing).complete(nothing)).toThrow("the name must begin with a letter");
    },
  );

  test("refuses a second controller of one name, and one after the start", async () => {
    const { manager, stop } = setUp();
    manager.controller("thing").for(Thing).complete(nothing);
    expect(() => manager.controller("thing").for(Thing).complete(nothing)).toThrow(
      "a controller with this name exists already",
    );
    const running = manager.start(stop.signal);
    expect(() => manager.controller("late").for(Thing).complete(nothing)).toThrow("the manager has already started");
    stop.abort();
    await running;
  });

  test.each([["ping"], ["a/b"], [""], ["__proto__ x"]])("refuses the name %j for a health check", (name) => {
    const { manager } = setUp();
    expect(() => manager.addHealthCheck(name, () => undefined)).toThrow("health check");
  });
});

describe("the event recorder of a manager", () => {
  test("writes the remaining events before the connections close", async () => {
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
    expect(() => manager.eventRecorder("not a name")).toThrow("is not a valid name for an event recorder");
  });
});
