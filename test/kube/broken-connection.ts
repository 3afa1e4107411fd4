/** Clients of a real API server, by way of a proxy that breaks what passes: F24 to F30 of `test/faults.md`. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import type { WatchEvent, WatchOptions } from "../../src/kube/client.js";
import type { ClusterConfig } from "../../src/kube/cluster-config.js";
import { createLiveClient, type HttpClient, type LiveClientOptions } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { ConfigMap, type Namespace } from "../../src/k8s/core/v1.js";
import { FakeClock } from "../support/fake-clock.js";
import { type Fault, type FaultProxy, type FaultProxyOptions, startFaultProxy } from "../support/fault-proxy.js";
import { status } from "../support/scripted-server.js";
import type { Cluster } from "../support/cluster.js";

export interface SetUp {
  client: HttpClient;
  proxy: FaultProxy;
  clock: FakeClock;
  /** For how long the client would have waited before it repeated a request. */
  waits: number[];
  namespace: string;
}

interface SetUpOptions extends FaultProxyOptions {
  readonly config?: (proxy: FaultProxy) => Partial<ClusterConfig> | Promise<Partial<ClusterConfig>>;
  readonly client?: LiveClientOptions;
}

export const refuse = (code: number, reason: string, retryAfter?: string): Fault & { kind: "status" } => ({
  kind: "status",
  code,
  body: status(code, reason),
  ...(retryAfter === undefined ? {} : { headers: { "retry-after": retryAfter } }),
});
/** By which clients here live. */
export const noon = "2026-01-31T12:00:00Z";
export const configMaps = /\/configmaps(\/|\?|$)/;

/** A client behind a proxy that breaks what passes, for the tests of a suite. */
export function useBrokenConnection(cluster: () => Cluster) {
  let target: ClusterConfig;
  let direct: HttpClient;
  const id = randomBytes(3).toString("hex");
  let count = 0;

  beforeAll(async () => {
    target = await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig });
    direct = createLiveClient(target);
  });
  afterAll(() => direct.close());

  async function setUp({ config = () => ({}), client: more = {}, ...proxyOptions }: SetUpOptions = {}): Promise<SetUp> {
    const [proxy, clock, waits] = [await startFaultProxy(target, proxyOptions), new FakeClock(noon), [] as number[]];
    const namespace = `client-faults-${++count}-${id}`;
    await direct.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    const wait = (ms: number): Promise<void> => Promise.resolve(void waits.push(ms));
    const client = createLiveClient({ ...proxy.config, ...(await config(proxy)) }, { clock, wait, env: {}, ...more });
    onTestFinished(async () => {
      client.close();
      await expect.poll(() => proxy.openConnections).toBe(0);
      expect(clock.timers).toBe(0);
      await proxy.down();
    });
    return { client, proxy, clock, waits, namespace };
  }

  return {
    get target(): ClusterConfig {
      return target;
    },
    /** A client that does not go through the proxy. */
    get direct(): HttpClient {
      return direct;
    },
    setUp,
  };
}

export const configMap = (namespace: string, name: string, text = "one"): ConfigMap => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { namespace, name },
  data: { text },
});
/** A name that the API server makes up: a request that it carries out twice makes two. */
export const nameless = (namespace: string): ConfigMap => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { namespace, generateName: "made-" } as ConfigMap["metadata"],
});
export const watching = (client: HttpClient, options: WatchOptions): AsyncIterator<WatchEvent<ConfigMap>> =>
  client.watch(ConfigMap, options)[Symbol.asyncIterator]();
export const sent = ({ requests }: FaultProxy, method: string): number =>
  requests.filter((request) => request.method === method && configMaps.test(request.path)).length;
