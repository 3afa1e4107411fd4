import { installCrds } from "../../src/cluster/install-crds.js";
import { ConfigMap, type Namespace } from "../../src/k8s/core/v1.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { defineKind, type Kind, type KubeObject } from "../../src/kube/objects.js";
import { simpleCrd } from "../../test/support/crds.js";
import type { Benchmark, Figures } from "../benchmark.js";
import { type Server, startOurs, startTheirs } from "./servers.js";

interface Widget extends KubeObject {
  apiVersion: "bench.tsop.dev/v1";
  kind: "Widget";
  spec: { size: number };
}
const Widget = defineKind<Widget>("bench.tsop.dev/v1", "Widget");

/** Objects of one kind: how one is made, and changed. */
interface Objects<T extends KubeObject> {
  readonly kind: Kind<T>;
  readonly make: (namespace: string, index: number) => T;
  readonly change: (object: T) => T;
}

const widgets: Objects<Widget> = {
  kind: Widget,
  make: (namespace, index) => ({
    apiVersion: "bench.tsop.dev/v1",
    kind: "Widget",
    metadata: { namespace, name: `widget-${index}` },
    spec: { size: index },
  }),
  change: (widget) => ({ ...widget, spec: { size: widget.spec.size + 1 } }),
};

const configMaps: Objects<ConfigMap> = {
  kind: ConfigMap,
  make: (namespace, index) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { namespace, name: `config-${index}` },
    data: { index: String(index), text: "some text of a config map ".repeat(8) },
  }),
  change: (config) => ({ ...config, data: { ...config.data, changed: "true" } }),
};

/** As many requests at once as an operator with so many workers makes. */
const workers = 20;

export interface WorkOptions {
  readonly objects: number;
  /** What the rows are called by. */
  readonly name: string;
  /** Whether there are rows for listing all, and for the memory it takes, too. */
  readonly isFull?: boolean;
}

/** So many objects are created, then updated, while a watch sees it all; the server has just started. */
export function customResources(options: WorkOptions): Benchmark {
  return benchmark("custom resources", widgets, options);
}

export function configs(options: WorkOptions): Benchmark {
  return benchmark("ConfigMaps", configMaps, options);
}

function benchmark<T extends KubeObject>(
  what: string,
  objects: Objects<T>,
  { objects: count, name, isFull = false }: WorkOptions,
): Benchmark {
  const work = `create, watch and update ${count} ${what}`;
  const more = [
    { name: `${name}-list`, work: `list these ${count}, 10 times`, reach: 1, unit: "ms" },
    { name: "apiserver-rss", work: "memory of the server after that", reach: 1, unit: "MB" },
  ] as const;
  return {
    peer: "etcd + kube-apiserver",
    rows: [{ name, work, reach: 1, unit: "ms" }, ...(isFull ? more : [])],
    runs: 3,
    setUp: (folder) => {
      const run = async (start: () => Promise<Server>): Promise<Figures> => {
        const server = await start();
        const client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: server.kubeconfig }));
        try {
          const namespace = await prepare(client);
          const written = await timed(() => write(client, objects, namespace, count));
          const listed = isFull ? await timed(() => list(client, objects.kind, namespace, count)) : 0;
          return { [name]: written, [`${name}-list`]: listed, "apiserver-rss": server.memory() / 1e6 };
        } finally {
          client.close();
          await server.stop();
        }
      };
      return Promise.resolve({ ours: () => run(() => startOurs(folder)), theirs: () => run(startTheirs) });
    },
  };
}

async function prepare(client: HttpClient): Promise<string> {
  await installCrds(client, [simpleCrd("bench.tsop.dev", "widgets", "Widget")], {
    dryRun: false,
    timeoutMs: 30_000,
    signal: new AbortController().signal,
  });
  const namespace = "bench";
  await client.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  return namespace;
}

async function write<T extends KubeObject>(
  client: HttpClient,
  { kind, make, change }: Objects<T>,
  namespace: string,
  count: number,
): Promise<void> {
  const { metadata } = await client.list(kind, { namespace });
  const seen = see(client, kind, namespace, metadata.resourceVersion ?? "", 2 * count);
  const made: T[] = [];
  await eachOf(count, async (index) => {
    made[index] = await client.create(make(namespace, index));
  });
  await eachOf(count, async (index) => {
    const object = made[index];
    if (object !== undefined) await client.update(change(object));
  });
  await seen;
}

/** Until a watch has told of so many changes. */
async function see<T extends KubeObject>(
  client: HttpClient,
  kind: Kind<T>,
  namespace: string,
  resourceVersion: string,
  changes: number,
): Promise<void> {
  let seen = 0;
  for await (const { type } of client.watch(kind, { namespace, resourceVersion })) {
    if (type === "ADDED" || type === "MODIFIED") seen += 1;
    if (seen === changes) return;
  }
  throw new Error(`the watch ended after ${seen} of ${changes} changes`);
}

async function list<T extends KubeObject>(
  client: HttpClient,
  kind: Kind<T>,
  namespace: string,
  count: number,
): Promise<void> {
  for (let turn = 0; turn < 10; turn++) {
    const { items } = await client.list(kind, { namespace });
    if (items.filter(({ metadata }) => metadata.namespace === namespace).length < count)
      throw new Error("some are gone");
  }
}

async function eachOf(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: workers }, worker));
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
