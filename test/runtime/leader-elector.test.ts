import { describe, expect, test } from "vitest";
import type { Client, WriteOptions } from "../../src/kube/client.js";
import { copyObject } from "../../src/kube/json.js";
import { type Lease, LeaderElector } from "../../src/runtime/leader-elector.js";
import { FakeClock, settle } from "../support/fake-clock.js";
import { RecordingLogger } from "../support/recording-logger.js";
import { refusal } from "../support/scripted-api.js";

/** One Lease with optimistic concurrency, that can fail or hang. */
class LeaseServer {
  lease: Lease | undefined;
  #version = 0;
  mode: "up" | "down" | "hanging" = "up";
  writes = 0;

  readonly client = {
    get: async (_kind: unknown, _key: unknown, options?: WriteOptions) => {
      await this.#serve(options);
      return this.lease === undefined ? undefined : copyObject(this.lease);
    },
    create: async (lease: Lease, options?: WriteOptions) => {
      await this.#serve(options);
      if (this.lease !== undefined) throw refusal(409, "AlreadyExists");
      return this.#store(lease);
    },
    update: async (lease: Lease, options?: WriteOptions) => {
      await this.#serve(options);
      if (this.lease === undefined) throw refusal(404, "NotFound");
      if (lease.metadata.resourceVersion !== this.lease.metadata.resourceVersion) throw refusal(409, "Conflict");
      return this.#store(lease);
    },
  } as unknown as Pick<Client, "get" | "create" | "update">;

  #store(lease: Lease): Lease {
    this.#version += 1;
    this.writes += 1;
    this.lease = { ...lease, metadata: { ...lease.metadata, resourceVersion: String(this.#version) } };
    return this.lease;
  }

  async #serve(options?: WriteOptions): Promise<void> {
    if (this.mode === "down") throw refusal(503, "ServiceUnavailable");
    if (this.mode === "up") return;
    await new Promise((_, reject) => options?.signal?.addEventListener("abort", () => reject(new Error("aborted"))));
  }
}

function elector(server: LeaseServer, clock: FakeClock, identity: string): LeaderElector {
  const lease = { namespace: "ops", name: "demo" };
  return new LeaderElector({
    client: server.client,
    lease,
    identity,
    log: new RecordingLogger(),
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
  const [server, clock, letGo] = [new LeaseServer(), new FakeClock(), new AbortController()];
  const first = elector(server, clock, "first");
  expect(await first.acquire(letGo.signal)).toBe(true);
  let end: unknown = "not yet";
  first.hold(letGo.signal).then(
    () => (end = "let go"),
    (error: unknown) => (end = (error as { code: unknown }).code),
  );
  return { server, clock, first, letGo, ended: () => end };
}

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
    const [server, clock] = [new LeaseServer(), new FakeClock()];
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
    expect(server.lease!.spec!.holderIdentity).toBe("");
    await clock.advance(2_000);
    expect(leads).toBe(true);
  });

  test("that two want at the same moment goes to one", async () => {
    const [server, clock] = [new LeaseServer(), new FakeClock()];
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
    const { server, clock, ended } = await leading();
    server.lease!.spec!.holderIdentity = "thief";
    server.lease!.metadata.resourceVersion = "99";
    await clock.advance(2_000);
    expect(ended()).toBe("runtime/leader-election-lost");
    expect(server.lease!.spec!.holderIdentity).toBe("thief");
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
  expect(() => elector(new LeaseServer(), new FakeClock(), "x").checkMayWrite()).not.toThrow();
});

test("waiting for a lease ends with the signal", async () => {
  const { server, clock } = await leading();
  const stop = new AbortController();
  const waiting = elector(server, clock, "second").acquire(stop.signal);
  await settle();
  stop.abort();
  expect(await waiting).toBe(false);
});
