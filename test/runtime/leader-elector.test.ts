import { copyJson } from "../../src/core/json.js";
import { type LeaderElectionOptions, toLeaseTiming } from "../../src/runtime/lease-timing.js";
import { describe, expect, test } from "vitest";
import type { Clock } from "../../src/core/clock.js";
import type { Client, WriteOptions } from "../../src/kube/client.js";
import type { Lease } from "../../src/k8s/coordination/v1.js";
import { LeaderElector } from "../../src/runtime/leader-elector.js";
import { FakeClock, settle } from "../support/fake-clock.js";
import { RecordingLogger } from "../support/recording-logger.js";
import { refusal } from "../support/scripted-api.js";

/** One Lease with optimistic concurrency, that can fail or hang. */
class LeaseServer {
  lease: Lease | undefined;
  #version = 0;
  mode: "up" | "down" | "hanging" = "up";
  /** How long each call takes. */
  latency: { readonly clock: FakeClock; readonly ms: number } | undefined;
  calls: string[] = [];
  writes = 0;

  readonly client = {
    get: async (_kind: unknown, _key: unknown, options?: WriteOptions) => {
      await this.#serve("get", options);
      return this.lease === undefined ? undefined : copyJson(this.lease);
    },
    create: async (lease: Lease, options?: WriteOptions) => {
      await this.#serve("create", options);
      if (this.lease !== undefined) throw refusal(409, "AlreadyExists");
      return this.#store(lease);
    },
    update: async (lease: Lease, options?: WriteOptions) => {
      await this.#serve("update", options);
      if (this.lease === undefined) throw refusal(404, "NotFound");
      if (lease.metadata.resourceVersion !== this.lease.metadata.resourceVersion) throw refusal(409, "Conflict");
      return this.#store(lease);
    },
  } as unknown as Pick<Client, "get" | "create" | "update">;

  #store(lease: Lease): Lease {
    this.#version += 1;
    this.writes += 1;
    this.lease = { ...lease, metadata: { ...lease.metadata, resourceVersion: String(this.#version) } };
    return copyJson(this.lease);
  }

  /** What somebody does by hand. */
  edit(change: (lease: Lease) => void): void {
    const edited = copyJson(this.lease!);
    change(edited);
    this.#store(edited);
  }

  async #serve(call: string, options?: WriteOptions): Promise<void> {
    this.calls.push(call);
    if (this.mode === "down") throw refusal(503, "ServiceUnavailable");
    const { latency } = this;
    if (this.mode === "up" && latency === undefined) return;
    const aborted = new Promise<never>((_, reject) =>
      // A reason is an Error, here.
      options?.signal?.addEventListener("abort", () => reject(options.signal?.reason as Error)),
    );
    if (this.mode === "hanging" || latency === undefined) return aborted;
    let cancel = (): void => undefined;
    const late = new Promise<void>((resolve) => (cancel = latency.clock.setTimer(latency.ms, resolve)));
    await Promise.race([late, aborted]).finally(() => cancel());
  }
}

function elector(
  server: LeaseServer,
  clock: Clock,
  identity: string,
  options?: LeaderElectionOptions,
  log = new RecordingLogger(),
): LeaderElector {
  const lease = { namespace: "ops", name: "demo" };
  return new LeaderElector({
    client: server.client,
    lease,
    identity,
    timing: toLeaseTiming(options),
    log,
    clock,
    random: () => 0,
  });
}

/** An elector that leads, and is being held. */
async function leading(): Promise<{
  server: LeaseServer;
  clock: FakeClock;
  first: LeaderElector;
  letGo: AbortController;
  ended: () => unknown;
}> {
  const [server, clock, letGo] = [new LeaseServer(), new FakeClock("2026-01-31T12:00:00Z"), new AbortController()];
  const first = elector(server, clock, "first");
  expect(await first.acquire(letGo.signal)).toBe(true);
  let end: unknown = "not yet";
  first.hold(letGo.signal).then(
    () => (end = "let go"),
    (error: unknown) => (end = (error as { code: unknown }).code),
  );
  return { server, clock, first, letGo, ended: () => end };
}

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

  test("that somebody deleted is made anew", async () => {
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
      new Error("the API server did not answer within 5 s"),
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

  test("not by one that takes three seconds and a half for each call: a renewal is one call", async () => {
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
    "of a peer that is %d ms off lets nobody lead too soon",
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
    [{ leaseDurationMs: 0 }, "leaseDurationMs wants milliseconds from 1 to 2147483647, got 0"],
    [{ leaseDurationMs: 15_500 }, "leaseDurationMs wants whole seconds, got 15500"],
    [{ renewDeadlineMs: 15_000 }, "renewDeadlineMs must be less than leaseDurationMs"],
    [{ retryPeriodMs: 9_000 }, "renewDeadlineMs must be more than 1.2 times retryPeriodMs"],
    [
      { retryPeriodMs: NaN, renewDeadlineMs: -1 },
      "renewDeadlineMs wants milliseconds from 1 to 2147483647, got -1; retry",
    ],
    [{ leaseDurationMs: 2 ** 31 }, "got 2147483648"],
  ])("%j is refused", (options, message) => {
    expect(() => toLeaseTiming(options)).toThrow(
      expect.objectContaining({ code: "usage/invalid-argument", message: expect.stringContaining(message) as string }),
    );
  });
});
