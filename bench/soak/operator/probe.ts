import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Kind, KubeObject, Manager, Runnable } from "tsop";
import { probeMessage } from "../kinds.js";
import { monotonicMs } from "./journal.js";

/** What a process has grown to, after its garbage was collected. */
export interface ProcessSample {
  /** CLOCK_MONOTONIC, in milliseconds. */
  readonly at: number;
  /** Bytes. */
  readonly rss: number;
  /** Bytes. */
  readonly heapUsed: number;
  /** What keeps Node's event loop busy: sockets, timers and the like. */
  readonly resources: number;
}

/** `Kind namespace/name` → `uid@resourceVersion`. */
export type CacheContent = Readonly<Record<string, string>>;

/** Tells the soak what is in the cache and how large the process is, leader or not. */
export class Probe implements Runnable {
  readonly needsLeaderElection = false;
  readonly #manager: Manager;
  readonly #kinds: readonly Kind[];

  constructor(manager: Manager, kinds: readonly Kind[]) {
    this.#manager = manager;
    this.#kinds = kinds;
  }

  async start(signal: AbortSignal): Promise<void> {
    const server = createServer((request, response) => void this.#answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // A server that listens on a port has an address of this form.
    const { port } = server.address() as AddressInfo;
    this.#manager.log.info(probeMessage, { address: `127.0.0.1:${port}` });
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  async #answer({ url }: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader("connection", "close");
    try {
      response.end(JSON.stringify(url === "/cache" ? await this.#cache() : sample()));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  }

  async #cache(): Promise<CacheContent> {
    const lists = await Promise.all(this.#kinds.map((kind) => this.#contentOf(kind)));
    return Object.fromEntries(lists.flat());
  }

  async #contentOf(kind: Kind): Promise<[string, string][]> {
    const { items } = await this.#manager.client.list<KubeObject>(kind, { shared: true });
    return items.map(({ metadata: { namespace = "", name, uid = "", resourceVersion = "" } }) => [
      `${kind.kind} ${namespace}/${name}`,
      `${uid}@${resourceVersion}`,
    ]);
  }
}

function sample(): ProcessSample {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return { at: monotonicMs(), rss, heapUsed, resources: process.getActiveResourcesInfo().length };
}
