import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Kind, KubeObject, Manager, Runnable } from "tsop";
import { probeMessage } from "../kinds.js";
import { monotonicMs } from "./journal.js";

/** The size of a process after a garbage collection. */
export interface ProcessSample {
  /** The time of CLOCK_MONOTONIC, in milliseconds. */
  readonly at: number;
  /** The resident set size in bytes. */
  readonly rss: number;
  /** The used heap in bytes. */
  readonly heapUsed: number;
  /** The number of resources that keep Node's event loop alive: sockets, timers, and others. */
  readonly resources: number;
}

/** The content of the cache: `Kind namespace/name` → `uid@resourceVersion`. */
export type CacheContent = Readonly<Record<string, string>>;

/** Reports the content of the cache and the size of the process to the soak, whether or not the process leads. */
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
    // The address of a server that listens on a port has this form.
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
