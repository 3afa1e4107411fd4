import { describe, expect, test } from "vitest";
import { type LeaderElectionOptions, toLeaseTiming } from "../../src/runtime/lease-timing.js";
import { FakeClock, settle } from "../support/fake-clock.js";
import { RecordingLogger } from "../support/recording-logger.js";
import { elector, leading, LeaseServer } from "./lease-server.js";

// F43
describe("a lease", () => {
  test("is made, with times of six digits, and renewed every two seconds", async () => {
    const { server, clock } = await leading();
    expect(server.lease).toMatchObject({
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { namespace: "ops", name: "demo" },
      spec: {
        holderIdentity: "first",
        leaseDurationSeconds: 15,
        leaseTransitions: 0,
        acquireTime: "2026-01-31T12:00:00.000000Z",
        renewTime: "2026-01-31T12:00:00.000000Z",
      },
    });
    await clock.advance(4_000);
    expect(server.lease!.spec!.renewTime).toBe("2026-01-31T12:00:04.000000Z");
    expect(server.lease!.spec!.acquireTime).toBe("2026-01-31T12:00:00.000000Z");
    expect(server.writes).toBe(3);
  });

  test("that is renewed stays with its holder", async () => {
    const { server, clock } = await leading();
    const second = elector(server, clock, "second");
    let leads = false;
    void second.acquire(new AbortController().signal).then(() => (leads = true));
    await clock.advance(60_000);
    expect(leads).toBe(false);
  });

  test("goes to another 15 s after its holder fell silent, whatever the times in it say", async () => {
    const [server, clock] = [new LeaseServer(), new FakeClock("2026-01-31T12:00:00Z")];
    const stale = {
      holderIdentity: "gone",
      leaseDurationSeconds: 15,
      renewTime: "2001-01-01T00:00:00.000000Z",
      leaseTransitions: 4,
    };
    server.lease = {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { name: "demo", namespace: "ops", resourceVersion: "0" },
      spec: stale,
    };
    let leads = false;
    void elector(server, clock, "second")
      .acquire(new AbortController().signal)
      .then(() => (leads = true));
    await clock.advance(14_000);
    expect(leads).toBe(false);
    await clock.advance(2_000);
    expect(leads).toBe(true);
    expect(server.lease.spec).toMatchObject({ holderIdentity: "second", leaseTransitions: 5 });
  });

  test("that is given back goes to another at its next try", async () => {
    const { server, clock, first, letGo, ended } = await leading();
    let leads = false;
    void elector(server, clock, "second")
      .acquire(new AbortController().signal)
      .then(() => (leads = true));
    await settle();
    letGo.abort();
    await settle();
    expect(ended()).toBe("let go");
    await first.release();
    expect(() => first.checkMayWrite()).toThrow("leader election lost");
    expect(server.lease!.spec!.holderIdentity).toBe("");
    await clock.advance(2_000);
    expect(leads).toBe(true);
  });

  test("that two want at the same moment goes to one", async () => {
    const [server, clock] = [new LeaseServer(), new FakeClock("2026-01-31T12:00:00Z")];
    const winners: string[] = [];
    for (const name of ["a", "b", "c"]) {
      void elector(server, clock, name)
        .acquire(new AbortController().signal)
        .then(() => winners.push(name));
    }
    await clock.advance(10_000);
    expect(winners).toHaveLength(1);
  });

  test("that another client deleted is created again", async () => {
    const { server, clock, ended } = await leading();
    server.lease = undefined;
    await clock.advance(2_000);
    expect(server.lease).toMatchObject({ spec: { holderIdentity: "first" } });
    expect(ended()).toBe("not yet");
  });
});

describe("a leader", () => {
  test.each(["down", "hanging"] as const)("gives up after 10 s of an API server that is %s", async (mode) => {
    const { server, clock, first, ended } = await leading();
    server.mode = mode;
    await clock.advance(9_999);
    expect(ended()).toBe("not yet");
    expect(() => first.checkMayWrite()).not.toThrow();
    await clock.advance(2);
    expect(ended()).toBe("runtime/leader-election-lost");
    expect(() => first.checkMayWrite()).toThrow("leader election lost");
    expect(clock.timers).toBe(0);
  });

  test("says for how long there was no answer", async () => {
    const [server, clock, letGo, log] = [
      new LeaseServer(),
      new FakeClock("2026-01-31T12:00:00Z"),
      new AbortController(),
      new RecordingLogger(),
    ];
    server.mode = "hanging";
    const acquiring = elector(server, clock, "first", undefined, log).acquire(letGo.signal);
    await clock.advance(5_000);
    const { message, fields } = log.lines.at(-1)!;
    expect([message, fields["error"]]).toEqual([
      "cannot get or renew the lease",
      new Error("the API server did not respond within 5 s"),
    ]);
    letGo.abort();
    expect(await acquiring).toBe(false);
  });

  test("survives a short outage", async () => {
    const { server, clock, first, ended } = await leading();
    server.mode = "down";
    await clock.advance(7_000);
    server.mode = "up";
    await clock.advance(60_000);
    expect(ended()).toBe("not yet");
    expect(() => first.checkMayWrite()).not.toThrow();
  });

  test("gives up at once when another holds the lease", async () => {
    const { server, clock, first, ended } = await leading();
    server.lease!.spec!.holderIdentity = "thief";
    server.lease!.metadata.resourceVersion = "99";
    await clock.advance(2_000);
    expect(ended()).toBe("runtime/leader-election-lost");
    expect(server.lease!.spec!.holderIdentity).toBe("thief");
    expect(() => first.checkMayWrite()).toThrow("leader election lost");
  });

  test("that was stopped for a while refuses to write before it has looked at anything", async () => {
    const { clock, first } = await leading();
    let now = 0;
    Object.defineProperty(clock, "monotonic", { value: () => now });
    now = 10_001;
    expect(() => first.checkMayWrite()).toThrow(expect.objectContaining({ code: "runtime/leader-election-lost" }));
  });

  test("does not give back what another holds by now", async () => {
    const { server, first } = await leading();
    server.lease!.spec!.holderIdentity = "second";
    await first.release();
    expect(server.lease!.spec!.holderIdentity).toBe("second");
  });
});

test("a process that never led may write", () => {
  expect(() => elector(new LeaseServer(), new FakeClock("2026-01-31T12:00:00Z"), "x").checkMayWrite()).not.toThrow();
});

test("waiting for a lease ends with the signal", async () => {
  const { server, clock } = await leading();
  const stop = new AbortController();
  const waiting = elector(server, clock, "second").acquire(stop.signal);
  await settle();
  stop.abort();
  expect(await waiting).toBe(false);
});

describe("the timing of a lease", () => {
  const slow = { leaseDurationMs: 60_000, renewDeadlineMs: 41_001, retryPeriodMs: 20_000 };

  test("is as told", async () => {
    const [server, clock, letGo] = [new LeaseServer(), new FakeClock("2026-01-31T12:00:00Z"), new AbortController()];
    const [first, second] = [elector(server, clock, "first", slow), elector(server, clock, "second", slow)];
    await first.acquire(letGo.signal);
    expect(server.lease?.spec?.leaseDurationSeconds).toBe(60);
    const held = first.hold(letGo.signal).catch((error: unknown) => (error as { code: string }).code);
    await clock.advance(19_999);
    expect(server.writes).toBe(1);
    await clock.advance(1);
    expect(server.writes).toBe(2);

    server.mode = "down";
    await clock.advance(41_000);
    expect(() => first.checkMayWrite()).not.toThrow();
    await clock.advance(1);
    expect(await held).toBe("runtime/leader-election-lost");

    server.mode = "up";
    const acquired = second.acquire(letGo.signal);
    await clock.advance(59_999);
    expect(server.lease?.spec?.holderIdentity).toBe("first");
    await clock.advance(1);
    expect(await acquired).toBe(true);
  });

  test("lets a leader keep its lease when it stops", async () => {
    const [server, clock] = [new LeaseServer(), new FakeClock("2026-01-31T12:00:00Z")];
    const keeper = elector(server, clock, "first", { releaseOnCancel: false });
    await keeper.acquire(new AbortController().signal);
    await keeper.release();
    expect(server.lease?.spec?.holderIdentity).toBe("first");
    await elector(server, clock, "first").release();
    expect(server.lease?.spec?.holderIdentity).toBe("");
  });

  test.each<[LeaderElectionOptions, string]>([
    [{ leaseDurationMs: 0 }, "leaseDurationMs must be a number of milliseconds from 1 to 2147483647, got 0"],
    [{ leaseDurationMs: 15_500 }, "leaseDurationMs must be a multiple of 1000, got 15500"],
    [{ renewDeadlineMs: 15_000 }, "renewDeadlineMs must be less than leaseDurationMs"],
    [{ retryPeriodMs: 9_000 }, "renewDeadlineMs must be more than 1.2 times retryPeriodMs"],
    [
      { retryPeriodMs: NaN, renewDeadlineMs: -1 },
      "renewDeadlineMs must be a number of milliseconds from 1 to 2147483647, got -1; retry",
    ],
    [{ leaseDurationMs: 2 ** 31 }, "got 2147483648"],
  ])("%j is refused", (options, message) => {
    expect(() => toLeaseTiming(options)).toThrow(
      expect.objectContaining({ code: "usage/invalid-argument", message: expect.stringContaining(message) as string }),
    );
  });
});
