/** Processes that compete for a lease on a real API server, each by way of a proxy of its own. */
import { afterAll, beforeAll, expect, vi } from "vitest";
import type { ClusterConfig } from "../../src/kube/cluster-config.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import type { ConfigMap } from "../../src/k8s/core/v1.js";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy.js";
import { buildOperator, type OperatorProgram, type RunningOperator } from "../support/operator-program.js";
import type { Cluster } from "../support/cluster.js";

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

export interface Contender {
  running: RunningOperator;
  proxy: FaultProxy;
  /** The writes of it that arrived, after a time. */
  writes(after?: number): number;
}

/** Starts the contenders of one scenario. */
export interface Scene {
  /** A kubeconfig that leads to the API server by way of a proxy of its own. */
  readonly startProxy: () => Promise<{ readonly proxy: FaultProxy; readonly kubeconfig: string }>;
  readonly start: (lease: string, name: string, env?: Record<string, string>) => Promise<Contender>;
  /** Starts a leader that writes, and another that waits. */
  readonly contend: (name: string, env?: Record<string, string>) => Promise<[Contender, Contender]>;
}

/** Lets the tests of a suite start contenders. */
export function useContenders(cluster: () => Cluster) {
  let target: ClusterConfig;
  let direct: HttpClient;
  let program: OperatorProgram;

  beforeAll(async () => {
    target = await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig });
    direct = createLiveClient(target);
    program = await buildOperator(main);
  });
  afterAll(() => {
    program.killAll();
    program.remove();
    direct.close();
  });

  /** Runs a scenario, and then ends its contenders, which would go on writing. */
  async function play(scenario: (scene: Scene) => Promise<void>): Promise<void> {
    const contenders: RunningOperator[] = [];
    const proxies: FaultProxy[] = [];
    const startProxy: Scene["startProxy"] = async () => {
      const proxy = await startFaultProxy(target);
      proxies.push(proxy);
      return { proxy, kubeconfig: program.writeKubeconfig(proxy.config) };
    };
    const start: Scene["start"] = async (lease, name, env = {}) => {
      const { proxy, kubeconfig } = await startProxy();
      const flags = ["--kubeconfig", kubeconfig, "--leader-elect", "--leader-election-namespace=default"];
      const running = program.run([...flags, "--health-probe-bind-address=127.0.0.1:0"], {
        LEASE: lease,
        NAME: name,
        ...env,
      });
      contenders.push(running);
      const writes = (after = 0): number =>
        proxy.requests.filter(
          ({ method, path, at }) => method === "PATCH" && path.includes("/configmaps/") && at > after,
        ).length;
      return { running, proxy, writes };
    };
    const contend: Scene["contend"] = async (name, env) => {
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
    };
    try {
      await scenario({ startProxy, start, contend });
    } finally {
      for (const { child } of contenders) child.kill("SIGKILL");
      for (const proxy of proxies) await proxy.down();
    }
  }

  return {
    get direct(): HttpClient {
      return direct;
    },
    play,
  };
}

export const tenth = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 100));
export const until = (condition: () => boolean): Promise<void> =>
  vi.waitFor(() => expect(condition()).toBe(true), { timeout: 60_000, interval: 20 });
/** Lets the time of the world pass. */
export const elapse = async (ms: number): Promise<void> => {
  const end = performance.now() + ms;
  while (performance.now() < end) await tenth();
};
export const leaseRequests = ({ proxy }: Contender): number =>
  proxy.requests.filter(({ path }) => path.includes("/leases/")).length;
/** Waits until the process sends a request about the lease, which arrives when the function is called that this resolves to. */
export async function holdLeaseRequest(contender: Contender): Promise<() => void> {
  let goOn = (): void => undefined;
  const released = new Promise<void>((resolve) => (goOn = resolve));
  const before = leaseRequests(contender);
  contender.proxy.failAny({ path: /\/leases\// }, { kind: "late", until: released }, 1);
  await until(() => leaseRequests(contender) > before);
  return goOn;
}
/** When the process took the lease: it writes it for the first time. */
export const tookAt = ({ proxy }: Contender): number =>
  proxy.requests.find(({ method, path }) => method === "PUT" && path.includes("/leases/"))!.at;

/** When a process logged a message. */
export const saidAt = ({ running }: Contender, message: string): number => {
  const line = running
    .text()
    .split("\n")
    .find((each) => each.includes(`"msg":"${message}"`))!;
  return Date.parse((JSON.parse(line) as { time: string }).time);
};

/** The second leads, and writes; nothing of the first arrived after the second took the lease. */
export async function expectHandover([first, second]: [Contender, Contender]): Promise<void> {
  await second.running.printed("this process leads");
  await until(() => second.writes() > 5);
  expect(first.writes(tookAt(second))).toBe(0);
}

/** The first has ended by itself, and said why. */
export async function expectGivenUp({ running }: Contender): Promise<void> {
  expect(await running.ended).toBe("1");
  expect(running.text()).toContain("leader election lost");
}
