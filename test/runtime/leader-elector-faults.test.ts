import { describe, expect, test } from "vitest";
import type { Clock } from "../../src/core/clock.js";
import { elector, leading } from "./lease-server.js";

describe("F40 a lease is lost", () => {
  test("by conflict: another has written its name in", async () => {
    const { server, clock, first, ended } = await leading();
    server.edit(({ spec }) => (spec!.holderIdentity = "thief"));
    await clock.advance(2_000);
    expect(ended()).toBe("runtime/leader-election-lost");
    expect(() => first.checkMayWrite()).toThrow("leader election lost");
    expect(server.lease!.spec!.holderIdentity).toBe("thief");
  });

  test("by an API server that is too slow, though each renewal is carried out", async () => {
    const { server, clock, first, ended } = await leading();
    server.latency = { clock, ms: 5_500 };
    await clock.advance(9_999);
    expect(ended()).toBe("not yet");
    await clock.advance(1);
    expect(ended()).toBe("runtime/leader-election-lost");
    expect(() => first.checkMayWrite()).toThrow("leader election lost");
    await clock.advance(10_000);
    expect(clock.timers).toBe(0);
  });

  test("not by a server that takes three seconds and a half for each call: a renewal is one call", async () => {
    const { server, clock, first, ended } = await leading();
    server.latency = { clock, ms: 3_500 };
    server.calls = [];
    for (let second = 0; second < 120; second += 1) {
      await clock.advance(1_000);
      first.checkMayWrite();
    }
    expect(ended()).toBe("not yet");
    expect(new Set(server.calls)).toEqual(new Set(["update"]));
  });

  test("not by a renewal that was done, and whose answer never came", async () => {
    const { server, clock, ended } = await leading();
    server.edit(({ spec }) => (spec!.renewTime = "2026-01-31T12:00:01.000000Z"));
    server.calls = [];
    await clock.advance(2_000);
    expect(server.calls).toEqual(["update", "get", "update"]);
    expect(ended()).toBe("not yet");
    expect(server.lease!.spec).toMatchObject({ holderIdentity: "first", leaseTransitions: 0 });
  });
});

describe("F41 clocks on the wall", () => {
  test.each([3_600_000, -3_600_000])("that jump by %d ms change nothing for who leads and who waits", async (ms) => {
    const { server, clock, first, ended } = await leading();
    let leads = false;
    void elector(server, clock, "second")
      .acquire(new AbortController().signal)
      .then(() => (leads = true));
    await clock.advance(4_000);
    clock.wallShift = ms;
    for (let second = 0; second < 60; second += 1) {
      await clock.advance(1_000);
      first.checkMayWrite();
    }
    expect([ended(), leads]).toEqual(["not yet", false]);
    server.mode = "down";
    await clock.advance(10_000);
    expect(ended()).toBe("runtime/leader-election-lost");
    server.mode = "up";
    await clock.advance(20_000);
    expect(leads).toBe(true);
  });

  test.each([3_600_000, -3_600_000, 86_400_000 * 365])(
    "of a peer that is %d ms off lets no process lead too soon",
    async (ms) => {
      const { server, clock } = await leading();
      const skewed: Clock = {
        monotonic: () => clock.monotonic() + 123_456,
        now: () => clock.now() + ms,
        setTimer: (delay, callback) => clock.setTimer(delay, callback),
      };
      let leads = false;
      void elector(server, skewed, "second")
        .acquire(new AbortController().signal)
        .then(() => (leads = true));
      await clock.advance(30_000);
      expect(leads).toBe(false);
      server.edit(({ spec }) => (spec!.holderIdentity = "gone"));
      await clock.advance(14_000);
      expect(leads).toBe(false);
      await clock.advance(6_000);
      expect(leads).toBe(true);
      expect(server.lease!.spec!.renewTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    },
  );
});

describe("F42 a process that is blocked or stopped", () => {
  test("for 5 s renews when it goes on", async () => {
    const { server, clock, first, ended } = await leading();
    await clock.advance(2_000);
    const { renewTime } = server.lease!.spec!;
    clock.jump(5_000);
    expect(() => first.checkMayWrite()).not.toThrow();
    await clock.advance(0);
    expect(server.lease!.spec!.renewTime).not.toBe(renewTime);
    await clock.advance(60_000);
    expect(ended()).toBe("not yet");
  });

  test.each([12_000, 20_000])("for %d ms must not write, and learns that it does not lead", async (ms) => {
    const { server, clock, first, ended } = await leading();
    await clock.advance(2_000);
    const { writes } = server;
    clock.jump(ms);
    expect(() => first.checkMayWrite()).toThrow(expect.objectContaining({ code: "runtime/leader-election-lost" }));
    await clock.advance(0);
    expect(ended()).toBe("runtime/leader-election-lost");
    expect(() => first.checkMayWrite()).toThrow("leader election lost");
    expect(server.writes).toBe(writes);
  });

  test("while its renewal is on the way takes the answer for as old as the question", async () => {
    const { server, clock, first, ended } = await leading();
    server.latency = { clock, ms: 100 };
    await clock.advance(2_000); // asks
    clock.jump(12_000);
    await clock.advance(0); // is answered
    expect(() => first.checkMayWrite()).toThrow("leader election lost");
    await clock.advance(0);
    expect(ended()).toBe("runtime/leader-election-lost");
  });
});

describe("F43 a lease in the hands of people", () => {
  test("that lost its spec, or got labels, goes on with its holder", async () => {
    const { server, clock, ended } = await leading();
    server.edit((lease) => (lease.metadata.labels = { edited: "true" }));
    await clock.advance(2_000);
    server.edit((lease) => delete lease.spec);
    await clock.advance(2_000);
    expect(ended()).toBe("not yet");
    expect(server.lease).toMatchObject({
      metadata: { labels: { edited: "true" } },
      spec: { holderIdentity: "first", leaseDurationSeconds: 15, leaseTransitions: 1 },
    });
  });

  test("that they released goes to the first who asks, and to one", async () => {
    const { server, clock, first, ended } = await leading();
    let leads = false;
    const second = elector(server, clock, "second");
    void second.acquire(new AbortController().signal).then(() => (leads = true));
    await clock.advance(1_000);
    server.edit(({ spec }) => (spec!.holderIdentity = ""));
    await clock.advance(4_000);
    expect([ended() === "not yet", leads].filter(Boolean)).toHaveLength(1);
    const mayWrite = [first, second].filter((each, index) => {
      try {
        each.checkMayWrite();
        return index === 0 || leads;
      } catch {
        return false;
      }
    });
    expect(mayWrite).toHaveLength(1);
  });

  test("is had again at once by a process that starts with the same identity", async () => {
    const { server, clock } = await leading();
    await clock.advance(1_000);
    expect(await elector(server, clock, "first").acquire(new AbortController().signal)).toBe(true);
    expect(server.lease!.spec!.leaseTransitions).toBe(0);
  });

  test("is waited for by a process that starts again under another", async () => {
    const { server, clock, letGo } = await leading();
    letGo.abort();
    let leads = false;
    void elector(server, clock, "first again")
      .acquire(new AbortController().signal)
      .then(() => (leads = true));
    await clock.advance(14_000);
    expect(leads).toBe(false);
    await clock.advance(3_000);
    expect(leads).toBe(true);
  });
});
