import type { Namespace } from "../../src/k8s/core/v1.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import type { Kind, KubeObject } from "../../src/kube/objects.js";
import { eachOf } from "../each-of.js";
import type { Benchmark, Figures, Row } from "../harness/benchmark.js";
import { type Server, startOurs, startTheirs } from "./servers.js";
import type { Workload } from "./workloads.js";

/** The number of concurrent requests, as from an operator with this number of workers. */
const workers = 20;

export interface WorkOptions {
  readonly objects: number;
  /** The prefix of the row names. */
  readonly name: string;
  /** A row for the memory of the servers. If set, there is also a row for listing all objects. */
  readonly rss?: { readonly name: string; readonly reach: number };
  readonly onlyByName?: boolean;
}

const peer = "etcd + kube-apiserver";
const inMemory = "etcd without fsync";

/** Measures creating and then updating objects on a new server while a watch receives all changes. */
export function work<T extends KubeObject>(
  workload: Workload<T>,
  { objects, name, rss, onlyByName = false }: WorkOptions,
): Benchmark {
  const more: readonly Row[] =
    rss === undefined
      ? []
      : [
          { name: `${name}-list`, work: `list these ${objects}, 10 times`, how: inMemory, reach: 1, unit: "ms" },
          { ...rss, work: "memory of the server after that", how: inMemory, unit: "MB" },
        ];
  return {
    ...{ peer, onlyByName, warmUps: 0 },
    rows: [{ name, work: whatIsDone(workload, objects), how: inMemory, reach: 1, unit: "ms" }, ...more],
    setUp: (folder) => {
      const run = (start: () => Promise<Server>): Promise<Figures> =>
        withServer(start, async (server, client) => {
          const namespace = await prepare(client, workload);
          const written = await timed(() => write(client, workload, namespace, objects));
          if (rss === undefined) return { [name]: written };
          const listed = await timed(() => list(client, workload.kind, namespace, objects));
          return { [name]: written, [`${name}-list`]: listed, [rss.name]: server.memory() / 1e6 };
        });
      return Promise.resolve({ ours: (node) => run(() => startOurs(node, folder)), theirs: () => run(startTheirs) });
    },
  };
}

/**
 * Measures the same with storage in a file. tsop writes a change to its file before it responds, and leaves the flush
 * to the system. etcd waits for the disk, unless configured otherwise.
 */
export function workWithData<T extends KubeObject>(
  workload: Workload<T>,
  { objects, name, onlyByName = false }: Omit<WorkOptions, "rss">,
): Benchmark {
  const what = `${whatIsDone(workload, objects)}, with --data`;
  const asDurable = `${name}-nofsync`;
  return {
    ...{ peer, onlyByName, warmUps: 0 },
    rows: [
      {
        ...{ name, work: what, reach: 0.5, unit: "ms" },
        how: "etcd with fsync: outlives a loss of power, ours the end of its process",
      },
      { name: asDurable, work: what, how: "etcd without fsync: as durable as ours", reach: 1, unit: "ms" },
    ],
    setUp: (folder) => {
      const run = (start: () => Promise<Server>): Promise<number> =>
        withServer(start, async (_server, client) => {
          const namespace = await prepare(client, workload);
          return timed(() => write(client, workload, namespace, objects));
        });
      return Promise.resolve({
        ours: async (node) => {
          const took = await run(() => startOurs(node, folder, { hasData: true }));
          return { [name]: took, [asDurable]: took };
        },
        theirs: async () => ({
          [name]: await run(() => startTheirs({ hasFsync: true })),
          [asDurable]: await run(startTheirs),
        }),
      });
    },
  };
}

function whatIsDone({ what }: Pick<Workload<KubeObject>, "what">, objects: number): string {
  return `create, watch and update ${objects} ${what}`;
}

async function withServer<T>(
  start: () => Promise<Server>,
  use: (server: Server, client: HttpClient) => Promise<T>,
): Promise<T> {
  const server = await start();
  const client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: server.kubeconfig }));
  try {
    return await use(server, client);
  } finally {
    client.close();
    await server.stop();
  }
}

async function prepare<T extends KubeObject>(client: HttpClient, workload: Workload<T>): Promise<string> {
  const namespace = "bench";
  await client.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  await workload.prepare?.(client, namespace);
  return namespace;
}

async function write<T extends KubeObject>(
  client: HttpClient,
  { kind, make, change, isRight, fieldValidation = "Strict" }: Workload<T>,
  namespace: string,
  count: number,
): Promise<void> {
  const { metadata } = await client.list(kind, { namespace });
  const seen = see(client, kind, namespace, metadata.resourceVersion ?? "", 2 * count);
  const made: T[] = [];
  const createAndUpdate = async (): Promise<void> => {
    await eachOf(count, workers, async (index) => {
      const object = await client.create(make(namespace, index), { fieldValidation });
      if (isRight?.(object) === false) throw new Error(`the server made ${JSON.stringify(object)}`);
      made[index] = object;
    });
    await eachOf(count, workers, async (index) => {
      const object = made[index];
      if (object !== undefined) await client.update(change(object));
    });
  };
  // A failed write ends the watch with its connection. Promise.all reports the first error.
  await Promise.all([createAndUpdate(), seen]);
}

/**
 * Waits until watches have reported the number of changes. A server ends the watch of a slow client, so the client then
 * continues from its last change.
 */
async function see<T extends KubeObject>(
  client: HttpClient,
  kind: Kind<T>,
  namespace: string,
  resourceVersion: string,
  changes: number,
): Promise<void> {
  let [seen, latest] = [0, resourceVersion];
  while (seen < changes) {
    const before = seen;
    for await (const { type, object } of client.watch(kind, { namespace, resourceVersion: latest })) {
      if (type === "ADDED" || type === "MODIFIED") seen += 1;
      latest = object.metadata.resourceVersion ?? latest;
      if (seen === changes) return;
    }
    if (seen === before) throw new Error(`a watch ended without a change after ${seen} of ${changes}`);
  }
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

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
