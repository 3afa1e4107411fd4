/**
 * The cache against a real API server, through a proxy that breaks connections. Meanwhile, another client creates, changes,
 * deletes and creates again. In the end, the cache must equal a live list, its handlers must have received every step, and
 * no connection may be open.
 * `test/faults.md` says which fault is tested where.
 */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, onTestFinished, vi } from "vitest";
import type { ClusterConfig } from "../../../src/kube/cluster-config.js";
import { createLiveClient, type HttpClient } from "../../../src/kube/http-client.js";
import { loadKubeConfig } from "../../../src/kube/kubeconfig.js";
import type { Kind, KubeObject } from "../../../src/kube/objects.js";
import { ConfigMap, type Namespace } from "../../../src/k8s/core/v1.js";
import { Cache } from "../../../src/runtime/cache/cache.js";
import type { CacheForOptions } from "../../../src/runtime/cache/cache-options.js";
import type { Informer } from "../../../src/runtime/cache/informer.js";
import { FakeClock, settle } from "../../support/fake-clock.js";
import { type FaultProxy, type ProxiedWatch, startFaultProxy } from "../../support/fault-proxy.js";
import { RecordingLogger } from "../../support/recording-logger.js";
import type { Cluster } from "../../support/cluster.js";

/** A refusal in the API server's words. */
export const status = (
  code: number,
  reason: string,
  more: object = {},
): { kind: "status"; code: number; body: object } => ({
  kind: "status",
  code,
  body: { status: "Failure", reason, message: `${reason}!`, code, ...more },
});
export const gone = status(410, "Expired");
export const tooLarge = status(504, "Timeout", {
  details: { causes: [{ reason: "ResourceVersionTooLarge", message: "too large" }] },
});

export function busy(seconds: string): { kind: "status"; code: number; headers: Record<string, string>; body: object } {
  return { ...status(429, "TooManyRequests"), headers: { "retry-after": seconds } };
}

/** What handlers were told, checked step by step. */
class Witness {
  readonly wrong: string[] = [];
  readonly told: string[] = [];
  readonly #known = new Map<string, string | undefined>();

  watch(informer: Informer<KubeObject>): void {
    informer.onChange((change) => {
      const { namespace = "", name, uid } = change.object.metadata;
      const key = `${namespace}/${name}`;
      this.told.push(`${change.kind} ${name}`);
      const isRight = change.kind === "added" ? !this.#known.has(key) : this.#known.get(key) === uid;
      if (!isRight) this.wrong.push(`${change.kind} ${name}`);
      if (change.kind === "deleted") this.#known.delete(key);
      else this.#known.set(key, uid);
    });
  }
}

export interface SetUp {
  cache: Cache;
  informer: Informer<KubeObject>;
  proxy: FaultProxy;
  clock: FakeClock;
  log: RecordingLogger;
  witness: Witness;
  namespace: string;
  /** The watch that is open. */
  open: () => ProxiedWatch;
  /** Creates, changes, deletes and creates again, past the proxy. */
  meddle: () => Promise<void>;
  /** Waits until the cache is what a live list is, letting the time of the cache pass. */
  converge: (namespaces?: readonly string[]) => Promise<void>;
  until: (condition: () => void | Promise<void>) => Promise<void>;
}

export const relists = ({ cache }: SetUp): number => cache.states()[0]!.relists;

/** Caches behind proxies that break what passes, for the tests of a suite. */
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

  const put = (namespace: string, name: string, text = "", labels: Record<string, string> = {}): Promise<ConfigMap> =>
    direct.apply<ConfigMap>({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name, namespace, labels },
      data: { text },
    });

  async function newNamespace(): Promise<string> {
    const name = `faults-${++count}-${id}`;
    await direct.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
    return name;
  }

  /** A cache that has not been started. It is stopped, and nothing may be left, when the test has ended. */
  async function prepare(
    kind: Kind = ConfigMap,
    options: CacheForOptions<KubeObject> = {},
    config: (proxy: FaultProxy) => Partial<ClusterConfig> = () => ({}),
  ): Promise<SetUp> {
    const [namespace, proxy] = [await newNamespace(), await startFaultProxy(target)];
    for (const name of ["stays", "changes", "goes", "again"]) await put(namespace, name);
    const [clock, log, witness, client] = [
      new FakeClock(),
      new RecordingLogger(),
      new Witness(),
      createLiveClient({ ...proxy.config, ...config(proxy) }),
    ];
    const isNamespaced = (): Promise<boolean> => Promise.resolve(true);
    const cache = new Cache({ client, namespaces: [namespace], isNamespaced, log, clock, random: () => 0 });
    const informer = cache.informerFor<KubeObject>(kind, options);
    witness.watch(informer);
    onTestFinished(async () => {
      await cache.stop();
      await settle();
      expect(clock.timers).toBe(0);
      client.close();
      await expect.poll(() => proxy.openConnections).toBe(0);
      await proxy.down();
    });
    const until: SetUp["until"] = (condition) =>
      vi.waitFor(
        async () => {
          await clock.advance(500);
          await condition();
        },
        { timeout: 60_000, interval: 20 },
      );
    const converge = (namespaces: readonly string[] = [namespace]): Promise<void> =>
      until(async () => {
        const lists = await Promise.all(
          namespaces.map((name) => direct.list(kind, { namespace: name, ...select(options) })),
        );
        expect(informer.isSynced).toBe(true);
        expect(Array.from(informer.values(), print).sort()).toEqual(
          lists.flatMap(({ items }) => items.map(print)).sort(),
        );
        expect(witness.wrong).toEqual([]);
      });
    const meddle = async (): Promise<void> => {
      await put(namespace, "changes", "höher ✓");
      await put(namespace, "new");
      await direct.delete(ConfigMap, { namespace, name: "goes" });
      await direct.delete(ConfigMap, { namespace, name: "again" });
      await put(namespace, "again", "another");
    };
    const open = (): ProxiedWatch => proxy.watches.at(-1)!;
    return { cache, informer, proxy, clock, log, witness, namespace, open, meddle, converge, until };
  }

  /** A cache that is up to date, with a watch open. */
  async function ready(kind?: Kind, options?: CacheForOptions<KubeObject>): Promise<SetUp> {
    const setUp = await prepare(kind, options);
    setUp.cache.start();
    await setUp.converge();
    setUp.witness.told.length = 0;
    return setUp;
  }

  return {
    /** A client that does not go through the proxy. */
    get direct(): HttpClient {
      return direct;
    },
    put,
    newNamespace,
    prepare,
    ready,
  };
}

function print({ metadata }: KubeObject): string {
  return `${metadata.namespace}/${metadata.name} ${metadata.uid} ${metadata.resourceVersion}`;
}

function select({ labels }: CacheForOptions<KubeObject>): { labels?: Exclude<typeof labels, undefined> } {
  return labels === undefined ? {} : { labels };
}
