import { describe, expect, test } from "vitest";
import { done } from "../../src/runtime/reconcile.js";
import type { Runnable } from "../../src/runtime/runnable.js";
import { FakeClock, settle } from "../support/fake-clock.js";
import { Thing } from "../support/scripted-api.js";
import { fill, outcome, setUp } from "./set-up-manager.js";
import { elector, LeaseServer } from "./lease-server.js";

describe("leader election", () => {
  /** A lease that `holder` has, and a manager that wants it. */
  function contender(holder: string) {
    const [server, clock] = [new LeaseServer(), new FakeClock()];
    server.lease = {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { name: "demo", namespace: "ops", resourceVersion: "0" },
      spec: { holderIdentity: holder, leaseDurationSeconds: 15 },
    };
    const give = (to: string): void => server.edit(({ spec }) => (spec!.holderIdentity = to));
    return { ...setUp({ elector: elector(server, clock, "me"), clock }), clock, server, give };
  }

  test("holds controllers back, but not caches and what needs no leader", async () => {
    const { manager, api, stop, events, server, give, clock } = contender("another");
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
    give("");
    await clock.advance(2_500);
    expect(isElected).toBe(true);
    expect(events).toEqual(["everybody's", "leader's", "reconciled"]);
    stop.abort();
    await running;
    expect(server.holder).toBe("");
  });

  // F40
  test("that is lost stops the manager at once, and the lease is left alone", async () => {
    const { manager, api, server, give, clock } = contender("");
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
    give("another");
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
    server.mode = "down";
    await clock.advance(10_001);
    await expect(manager.client.delete(Thing, { name: "a" })).rejects.toMatchObject({
      code: "runtime/leader-election-lost",
    });
    await clock.advance(2_000);
    expect(running.now).toMatchObject({ code: "runtime/leader-election-lost" });
  });
});
