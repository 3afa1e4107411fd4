/**
 * Real processes that compete for a lease on a real API server, each by way of a proxy of its own that notes what arrives:
 * F40, F42 and F43 of `test/faults.md`, with the times of the world. A few at once, for most of it is waiting; more would
 * starve each other where processors are slow, and a lease that is not renewed in time is lost.
 */
import { get } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { mergePatch } from "../../src/kube/client.js";
import type { ClusterConfig } from "../../src/kube/cluster-config.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { ConfigMap } from "../../src/k8s/core/v1.js";
import { createManager } from "../../src/runtime/create-manager.js";
import { Lease } from "../../src/k8s/coordination/v1.js";
import { describeCluster } from "../support/cluster.js";
import { type Fault, type FaultProxy, startFaultProxy } from "../support/fault-proxy.js";
import { buildOperator, type OperatorProgram, type RunningOperator } from "../support/operator-program.js";
import { RecordingLogger } from "../support/recording-logger.js";
import { status } from "../support/scripted-server.js";

/** Writes ten times a second for as long as it lives, whatever signal fires: only the client may keep it from that. */
const main = `
import { mergePatch, runManager } from "tsop";
import { ConfigMap } from "tsop/k8s/core/v1";

const { LEASE = "", NAME = "", BLOCK, HANG } = process.env;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(BLOCK));
process.on("SIGUSR2", block);

await runManager({ name: "demo", leaderElectionId: LEASE }, (manager) => {
  manager.add({
    async start(signal) {
      for (let index = 0; index < Number(HANG ?? 0); index += 1) {
        manager.client.get(ConfigMap, { namespace: "default", name: "hangs" }, { signal }).catch(() => undefined);
      }
      void (async () => {
        for (let count = 1; ; count += 1) {
          const patch = mergePatch({ data: { writer: NAME + count } });
          try {
            await manager.client.patch(ConfigMap, { namespace: "default", name: LEASE }, patch);
          } catch (error) {
            manager.log.info("not written", { code: (error as { code?: unknown }).code });
          }
          await pause(100);
        }
      })();
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    },
  });
});
`;

/** Come back in so many seconds. */
const busy = (seconds: string): Fault => ({
  kind: "status",
  code: 429,
  body: status(429, "TooManyRequests"),
  headers: { "retry-after": seconds },
});

const atOnce = 3;

interface Contender {
  running: RunningOperator;
  proxy: FaultProxy;
  /** The writes of it that arrived, after a time. */
  writes(after?: number): number;
}

describeCluster("two processes and one lease", (cluster) => {
  let target: ClusterConfig;
  let direct: HttpClient;
  let program: OperatorProgram;
  const proxies: FaultProxy[] = [];
  const outcomes: Promise<unknown>[] = [];

  beforeAll(async () => {
    target = await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig });
    direct = createLiveClient(target);
    program = await buildOperator(main);
    const lanes: Promise<unknown>[] = Array.from({ length: atOnce }, () => Promise.resolve());
    scenarios.forEach(([, run], index) => {
      const outcome = lanes[index % atOnce]!.then(run).catch((error: unknown) => error);
      lanes[index % atOnce] = outcome;
      outcomes.push(outcome);
    });
  });
  afterAll(async () => {
    await Promise.all(outcomes);
    program.killAll();
    for (const proxy of proxies) await proxy.down();
    program.remove();
    direct.close();
  });

  async function start(lease: string, name: string, env: Record<string, string> = {}): Promise<Contender> {
    const proxy = await startFaultProxy(target);
    proxies.push(proxy);
    const kubeconfig = program.writeKubeconfig(proxy.config);
    const flags = ["--kubeconfig", kubeconfig, "--leader-elect", "--leader-election-namespace=default"];
    const running = program.run([...flags, "--health-probe-bind-address=127.0.0.1:0"], {
      LEASE: lease,
      NAME: name,
      ...env,
    });
    const writes = (after = 0): number =>
      proxy.requests.filter(({ method, path, at }) => method === "PATCH" && path.includes("/configmaps/") && at > after)
        .length;
    return { running, proxy, writes };
  }

  /** A leader that writes, and another that waits. */
  async function contend(name: string, env?: Record<string, string>): Promise<[Contender, Contender]> {
    const lease = `${name}-${process.pid}`;
    await direct.create<ConfigMap>({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { namespace: "default", name: lease },
    });
    const first = await start(lease, "first", env);
    await first.running.printed("this process leads");
    const second = await start(lease, "second");
    await second.running.printed("waiting for the lease");
    return [first, second];
  }

  const tenth = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 100));
  const until = (condition: () => boolean): Promise<void> =>
    vi.waitFor(() => expect(condition()).toBe(true), { timeout: 40_000, interval: 20 });
  /** Lets the time of the world pass. */
  const elapse = async (ms: number): Promise<void> => {
    const end = performance.now() + ms;
    while (performance.now() < end) await tenth();
  };
  const leaseRequests = ({ proxy }: Contender): number =>
    proxy.requests.filter(({ path }) => path.includes("/leases/")).length;
  /** Waits until the process sends a request about the lease, which arrives when the function is called that this resolves to. */
  async function holdLeaseRequest(contender: Contender): Promise<() => void> {
    let goOn = (): void => undefined;
    const released = new Promise<void>((resolve) => (goOn = resolve));
    const before = leaseRequests(contender);
    contender.proxy.failAny({ path: /\/leases\// }, { kind: "late", until: released }, 1);
    await until(() => leaseRequests(contender) > before);
    return goOn;
  }
  /** What people do to a lease. */
  const meddlings: Readonly<Record<string, (key: { namespace: string; name: string }) => Promise<unknown>>> = {
    released: (key) => direct.patch(Lease, key, mergePatch({ spec: { holderIdentity: "" } })),
    deleted: (key) => direct.delete(Lease, key),
  };
  /** When the process took the lease: it writes it for the first time. */
  const tookAt = ({ proxy }: Contender): number =>
    proxy.requests.find(({ method, path }) => method === "PUT" && path.includes("/leases/"))!.at;

  /** When a process logged a message. */
  const saidAt = ({ running }: Contender, message: string): number => {
    const line = running
      .text()
      .split("\n")
      .find((each) => each.includes(`"msg":"${message}"`))!;
    return Date.parse((JSON.parse(line) as { time: string }).time);
  };

  /** The second leads, and writes; nothing of the first arrived after the second took the lease. */
  async function expectHandover([first, second]: [Contender, Contender]): Promise<void> {
    await second.running.printed("this process leads");
    await until(() => second.writes() > 5);
    expect(first.writes(tookAt(second))).toBe(0);
  }

  /** The first has ended by itself, and said why. */
  async function expectGivenUp({ running }: Contender): Promise<void> {
    expect(await running.ended).toBe("1");
    expect(running.text()).toContain("leader election lost");
  }

  type Scenario = readonly [string, () => Promise<void>];
  const scenarios: readonly Scenario[] = [
    [
      "F40 killed: the other leads when the lease is over",
      async () => {
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
      async () => {
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
      async () => {
        const lease = { namespace: "default", name: `waiting-${process.pid}` };
        const proxy = await startFaultProxy(target);
        proxies.push(proxy);
        const manager = await createManager({
          name: "demo",
          kubeconfig: program.writeKubeconfig(proxy.config),
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
        await direct.patch(Lease, lease, mergePatch({ spec: { holderIdentity: "thief" } }));
        expect(await running).toMatchObject({ code: "runtime/leader-election-lost" });
        expect(await outcome).toMatchObject({ code: "runtime/leader-election-lost" });
        expect(proxy.requests.filter(({ method }) => method === "PATCH")).toHaveLength(1);
      },
    ],
    [
      "F42 blocked for 12 s: it writes nothing more, and gives up",
      async () => {
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
      async () => {
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
      async () => {
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
      async () => {
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
      async () => {
        const [first, second] = await contend("by-hand");
        const key = { namespace: "default", name: `by-hand-${process.pid}` };
        const { spec } = await direct.getOrThrow(Lease, key);
        expect(spec!.renewTime).toMatch(/\.\d{6}Z$/);
        const label = {
          apiVersion: "coordination.k8s.io/v1",
          kind: "Lease",
          metadata: { ...key, labels: { by: "hand" } },
        };
        await direct.apply<Lease>(label as Lease, { fieldManager: "hand" });
        const before = leaseRequests(first);
        await until(() => leaseRequests(first) > before + 2);
        expect((await direct.getOrThrow(Lease, key)).metadata.labels).toEqual({ by: "hand" });
        expect(second.running.text()).not.toContain("this process leads");
      },
    ],

    ...Object.entries(meddlings).flatMap(([word, meddle]): Scenario[] => [
      [
        `F43 ${word} by hand: its holder is faster, and goes on leading`,
        async () => {
          const [first, second] = await contend(`${word}-holder`);
          const key = { namespace: "default", name: `${word}-holder-${process.pid}` };
          const identity = (await direct.getOrThrow(Lease, key)).spec?.holderIdentity;
          const goOn = await holdLeaseRequest(second);
          await meddle(key);
          await vi.waitFor(async () => expect((await direct.get(Lease, key))?.spec?.holderIdentity).toBe(identity), {
            timeout: 20_000,
            interval: 20,
          });
          goOn();
          const before = { writes: first.writes(), asked: leaseRequests(second) };
          await until(() => first.writes() > before.writes + 5 && leaseRequests(second) > before.asked + 1);
          expect(second.running.text()).not.toContain("this process leads");
          expect(second.writes()).toBe(0);
        },
      ],
      [
        `F43 ${word} by hand: the other is faster, and its holder gives up`,
        async () => {
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
