/**
 * Real processes that compete for a lease on a real API server, each by way of a proxy of its own that notes what arrives:
 * F40, F42 and F43 of `test/faults.md`, with the times of the world. A few at once, for most of it is waiting; more would
 * starve each other where processors are slow, and a lease that is not renewed in time is lost.
 */
import { get } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { mergePatch } from "../../src/kube/client.js";
import { ConfigMap } from "../../src/k8s/core/v1.js";
import { createManager } from "../../src/runtime/create-manager.js";
import { Lease } from "../../src/k8s/coordination/v1.js";
import { describeCluster } from "../support/cluster.js";
import type { Fault } from "../support/fault-proxy.js";
import { RecordingLogger } from "../support/recording-logger.js";
import { status } from "../support/scripted-server.js";
import {
  elapse,
  expectGivenUp,
  expectHandover,
  holdLeaseRequest,
  leaseRequests,
  type Scene,
  saidAt,
  tenth,
  tookAt,
  until,
  useContenders,
} from "./contenders.js";

/** Come back in so many seconds. */
const busy = (seconds: string): Fault => ({
  kind: "status",
  code: 429,
  body: status(429, "TooManyRequests"),
  headers: { "retry-after": seconds },
});

const atOnce = 3;

describeCluster("two processes and one lease", (cluster) => {
  const suite = useContenders(cluster);
  const outcomes: Promise<unknown>[] = [];

  beforeAll(() => {
    const lanes: Promise<unknown>[] = Array.from({ length: atOnce }, () => Promise.resolve());
    scenarios.forEach(([, run], index) => {
      const outcome = lanes[index % atOnce]!.then(() => suite.play(run)).catch((error: unknown) => error);
      lanes[index % atOnce] = outcome;
      outcomes.push(outcome);
    });
  });
  afterAll(() => Promise.all(outcomes));

  /** What people do to a lease. */
  const meddlings: Readonly<Record<string, (key: { namespace: string; name: string }) => Promise<unknown>>> = {
    released: (key) => suite.direct.patch(Lease, key, mergePatch({ spec: { holderIdentity: "" } })),
    deleted: (key) => suite.direct.delete(Lease, key),
  };
  type Scenario = readonly [string, (scene: Scene) => Promise<void>];
  const scenarios: readonly Scenario[] = [
    [
      "F40 killed: the other leads when the lease is over",
      async ({ contend }) => {
        const both = await contend("killed");
        const [first, second] = both;
        await until(() => first.writes() > 5);
        const killedAt = performance.now();
        first.running.child.kill("SIGKILL");
        await expectHandover(both);
        expect(tookAt(second) - killedAt).toBeGreaterThan(10_000);
      },
    ],

    [
      "F42 stopped for 20 s, with a write that waits to be repeated: it is never sent",
      async ({ contend }) => {
        const both = await contend("stopped");
        const [first] = both;
        await until(() => first.writes() > 5);
        const before = first.writes();
        first.proxy.failAny({ method: "PATCH" }, busy("3"));
        await until(() => first.writes() > before);
        await tenth();
        const stoppedAt = performance.now();
        first.running.child.kill("SIGSTOP");
        await elapse(20_000);
        first.running.child.kill("SIGCONT");
        await expectGivenUp(first);
        expect(first.writes(stoppedAt)).toBe(0);
        await expectHandover(both);
      },
    ],

    [
      "F42 a write that waits to be repeated when the lease goes to another: it is never sent",
      async ({ startProxy }) => {
        const lease = { namespace: "default", name: `waiting-${process.pid}` };
        const { proxy, kubeconfig } = await startProxy();
        const manager = await createManager({
          name: "demo",
          kubeconfig,
          leaderElect: true,
          leaderElectionNamespace: lease.namespace,
          leaderElectionId: lease.name,
          healthProbeBindAddress: "0",
          log: new RecordingLogger(),
        });
        let outcome: Promise<unknown> = Promise.resolve();
        manager.add({
          start: () => {
            const written = manager.client.patch(ConfigMap, lease, mergePatch({ data: { text: "late" } }));
            outcome = written.catch((error: unknown) => error);
            return Promise.resolve();
          },
        });
        proxy.failAny({ method: "PATCH" }, busy("6"));
        const running = manager.start().catch((error: unknown) => error);
        await until(() => proxy.requests.some(({ method }) => method === "PATCH"));
        await suite.direct.patch(Lease, lease, mergePatch({ spec: { holderIdentity: "thief" } }));
        expect(await running).toMatchObject({ code: "runtime/leader-election-lost" });
        expect(await outcome).toMatchObject({ code: "runtime/leader-election-lost" });
        expect(proxy.requests.filter(({ method }) => method === "PATCH")).toHaveLength(1);
      },
    ],
    [
      "F42 blocked for 12 s: it writes nothing more, and gives up",
      async ({ contend }) => {
        const both = await contend("blocked", { BLOCK: "12000" });
        const [first] = both;
        await until(() => first.writes() > 5);
        const blockedAt = performance.now();
        first.running.child.kill("SIGUSR2");
        await expectGivenUp(first);
        // What was on its way when it was blocked may arrive.
        expect(first.writes(blockedAt + 1_000)).toBe(0);
        expect(performance.now() - blockedAt).toBeGreaterThan(12_000);
        await expectHandover(both);
      },
    ],

    [
      "F42 blocked for 4 s: it answers no probe meanwhile, and goes on leading (F45)",
      async ({ contend }) => {
        const [first, second] = await contend("busy", { BLOCK: "4000" });
        const address = /"address":"([^"]+)","msg":"serving health/.exec(first.running.text())?.[1] ?? "";
        /** On a connection of its own, as the kubelet's. */
        const probe = (timeoutMs: number): Promise<number | undefined> =>
          new Promise((resolve, reject) => {
            const signal = AbortSignal.timeout(timeoutMs);
            get(`http://${address}/healthz`, { agent: false, signal }, (answer) =>
              resolve(answer.resume().statusCode),
            ).on("error", reject);
          });
        expect(await probe(10_000)).toBe(200);
        first.running.child.kill("SIGUSR2");
        await tenth();
        await expect(probe(1_000)).rejects.toMatchObject({ name: "AbortError" });
        expect(await probe(20_000)).toBe(200);
        await elapse(11_000);
        const before = first.writes();
        await until(() => first.writes() > before);
        expect(second.running.text()).not.toContain("this process leads");
        expect(second.writes()).toBe(0);
      },
    ],

    [
      "F40 without the API server for longer than it may: it gives up before the other leads",
      async ({ contend }) => {
        const both = await contend("cut-off");
        const [first, second] = both;
        await until(() => first.writes() > 5);
        await first.proxy.down();
        await expectGivenUp(first);
        await expectHandover(both);
        expect(saidAt(second, "this process leads")).toBeGreaterThan(saidAt(first, "stopping"));
      },
    ],

    [
      "F28 and F40 with requests that hang on all its connections: it goes on leading, and hands over when told to stop",
      async ({ start }) => {
        const lease = `hanging-${process.pid}`;
        const first = await start(lease, "first", { HANG: "40" });
        first.proxy.failAny({ path: /\/hangs/ }, { kind: "black-hole" }, 100);
        await first.running.printed("this process leads");
        const second = await start(lease, "second");
        await until(() => first.proxy.requests.filter(({ path }) => path.includes("/hangs")).length === 32);
        await elapse(13_000);
        expect(second.running.text()).not.toContain("this process leads");
        const toldAt = performance.now();
        first.running.child.kill("SIGTERM");
        expect(await first.running.ended).toBe("0");
        await second.running.printed("this process leads");
        expect(tookAt(second) - toldAt).toBeLessThan(10_000);
      },
    ],

    [
      "F43 edited by hand: its holder keeps it",
      async ({ contend }) => {
        const [first, second] = await contend("by-hand");
        const key = { namespace: "default", name: `by-hand-${process.pid}` };
        const { spec } = await suite.direct.getOrThrow(Lease, key);
        expect(spec!.renewTime).toMatch(/\.\d{6}Z$/);
        const label = {
          apiVersion: "coordination.k8s.io/v1",
          kind: "Lease",
          metadata: { ...key, labels: { by: "hand" } },
        };
        await suite.direct.apply<Lease>(label as Lease, { fieldManager: "hand" });
        const before = leaseRequests(first);
        await until(() => leaseRequests(first) > before + 2);
        expect((await suite.direct.getOrThrow(Lease, key)).metadata.labels).toEqual({ by: "hand" });
        expect(second.running.text()).not.toContain("this process leads");
      },
    ],

    ...Object.entries(meddlings).flatMap(([word, meddle]): Scenario[] => [
      [
        `F43 ${word} by hand: its holder is faster, and goes on leading`,
        async ({ contend }) => {
          const [first, second] = await contend(`${word}-holder`);
          const key = { namespace: "default", name: `${word}-holder-${process.pid}` };
          const identity = (await suite.direct.getOrThrow(Lease, key)).spec?.holderIdentity;
          const goOn = await holdLeaseRequest(second);
          await meddle(key);
          await vi.waitFor(
            async () => expect((await suite.direct.get(Lease, key))?.spec?.holderIdentity).toBe(identity),
            {
              timeout: 60_000,
              interval: 20,
            },
          );
          goOn();
          const before = { writes: first.writes(), asked: leaseRequests(second) };
          await until(() => first.writes() > before.writes + 5 && leaseRequests(second) > before.asked + 1);
          expect(second.running.text()).not.toContain("this process leads");
          expect(second.writes()).toBe(0);
        },
      ],
      [
        `F43 ${word} by hand: the other is faster, and its holder gives up`,
        async ({ contend }) => {
          const [first, second] = await contend(`${word}-other`);
          const goOn = await holdLeaseRequest(first);
          await meddle({ namespace: "default", name: `${word}-other-${process.pid}` });
          await second.running.printed("this process leads");
          goOn();
          await first.running.printed("leader election lost");
          const before = { first: first.writes(), second: second.writes() };
          await until(() => second.writes() > before.second + 5);
          expect(first.writes()).toBe(before.first);
        },
      ],
    ]),
  ];

  test.each(scenarios.map(([name], index) => [name, index] as const))("%s", { timeout: 300_000 }, async (_, index) => {
    const error = await outcomes[index];
    if (error !== undefined) throw error as Error;
  });
});
