/** Triggers the planned faults, and undoes them when they end. */
import type { ControlPlane } from "../../test/support/control-plane.js";
import type { Passage, ProxiedWatch } from "../../test/support/proxied-watch.js";
import type { Fault, FaultProxy } from "./fault-proxy.js";
import type { ClusterFault, NetworkFault, Whom } from "./faults.js";
import { monotonicMs } from "./operator/journal.js";
import { sleep, until } from "./play.js";
import type { Replica } from "./replica.js";
import type { Timeline } from "./timeline.js";

export interface ChaosParts {
  readonly plane: ControlPlane;
  readonly replicas: readonly Replica[];
  /** One proxy for each replica. */
  readonly proxies: readonly FaultProxy[];
  readonly timeline: Timeline;
  /** From this time on, only faults that a leader survives. */
  readonly gentleFrom: number;
  readonly signal: AbortSignal;
}

export class Chaos {
  readonly #parts: ChaosParts;
  readonly #running = new Set<Promise<void>>();
  readonly done: Record<string, number> = {};
  readonly failed: string[] = [];
  #cluster = Promise.resolve();

  constructor(parts: ChaosParts) {
    this.#parts = parts;
  }

  network(fault: NetworkFault, replica: number): void {
    const proxy = this.#parts.proxies[replica];
    if (proxy !== undefined) void this.#run(fault, `replica-${replica}`, () => this.#breakNetwork(fault, proxy));
  }

  /**
   * Runs cluster faults one after the other. If the machine starts an API server slowly, the last faults would come too
   * late and are skipped.
   */
  cluster(fault: ClusterFault): void {
    this.#cluster = this.#cluster.then(async () => {
      if (fault.kind === "compact" || monotonicMs() < this.#parts.gentleFrom) {
        await this.#run(fault, "cluster", () => this.#breakCluster(fault));
      } else {
        this.#parts.timeline.add("chaos", `cluster: no ${fault.kind}, it would be too late`);
      }
    });
  }

  /** Waits for faults that end by themselves, and undoes all others. */
  async end(): Promise<void> {
    await Promise.all([this.#cluster, ...this.#running]);
    for (const proxy of this.#parts.proxies) {
      proxy.heal();
      for (const watch of proxy.watches) if (watch.passage !== "pass") watch.reset();
    }
  }

  #run(fault: NetworkFault | ClusterFault, whom: string, act: () => Promise<void>): Promise<void> {
    const { kind, ...rest } = fault;
    this.#parts.timeline.add("chaos", `${whom}: ${kind} ${JSON.stringify(rest)}`);
    this.done[kind] = (this.done[kind] ?? 0) + 1;
    const running = act()
      .catch((error: unknown) => void this.failed.push(`${whom}: ${kind}: ${String(error)}`))
      .finally(() => {
        if ("forMs" in fault) this.#parts.timeline.add("chaos", `${whom}: ${kind} is over`);
        this.#running.delete(running);
      });
    this.#running.add(running);
    return running;
  }

  async #breakNetwork(fault: NetworkFault, proxy: FaultProxy): Promise<void> {
    const { signal } = this.#parts;
    switch (fault.kind) {
      case "reset-watches":
        for (const watch of proxy.watches) watch.reset();
        return;
      case "end-watches":
        for (const watch of proxy.watches) {
          watch.end();
          watch.passage = "hold"; // the API server does not know that the watch has ended
        }
        return;
      case "cut-watches":
        for (const watch of proxy.watches) watch.passage = "cut";
        return;
      case "expire":
        proxy.fail("list", refusal(410, "Expired"), fault.lists);
        sendError(proxy, { status: "Failure", code: 410, reason: "Expired" });
        return;
      case "watch-error":
        for (const watch of proxy.watches)
          watch.error({ status: "Failure", code: fault.code, reason: "InternalError" });
        return;
      case "silence-watches": {
        const silent = setPassage(proxy.watches, "hold");
        await sleep(fault.forMs, signal);
        for (const watch of silent) watch.reset();
        return;
      }
      case "mangle-watches": {
        const mangled = setPassage(proxy.watches, fault.passage);
        await sleep(fault.forMs, signal);
        for (const watch of mangled) if (watch.passage === fault.passage) watch.passage = "pass";
        return;
      }
      case "refuse": {
        const { retryAfterSeconds, code } = fault;
        const headers = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
        proxy.fail(fault.verb, refusal(code, reasons[code] ?? "InternalError", headers), fault.times);
        return;
      }
      case "reset":
        proxy.fail(fault.verb, { kind: "reset" }, fault.times);
        return;
      case "lose-answers":
        proxy.fail(fault.verb, { kind: "lost-answer" }, fault.times);
        return;
      case "silence":
        proxy.fail(fault.verb, { kind: "black-hole" }, fault.times);
        await sleep(fault.forMs, signal);
        proxy.heal();
        return;
      case "delay":
        proxy.delayMs = fault.delayMs;
        await sleep(fault.forMs, signal);
        proxy.delayMs = 0;
        return;
      case "disconnect":
        await proxy.down();
        await sleep(fault.forMs, signal);
        await proxy.up();
        return;
    }
  }

  async #breakCluster(fault: ClusterFault): Promise<void> {
    const { plane, signal } = this.#parts;
    switch (fault.kind) {
      case "restart-api-server":
        await (fault.signal === "SIGKILL" ? plane.killApiServer() : plane.stopApiServer());
        await sleep(fault.forMs, signal);
        await plane.startApiServer();
        this.#parts.timeline.add("chaos", "cluster: the API server is ready again");
        return;
      case "compact":
        return plane.compact();
      case "kill":
        (await this.#find(fault.whom))?.send("SIGKILL");
        return;
      case "terminate":
        (await this.#find(fault.whom))?.send("SIGTERM");
        return;
      case "freeze": {
        const replica = await this.#find(fault.whom);
        replica?.send("SIGSTOP");
        await sleep(fault.forMs, signal);
        replica?.send("SIGCONT");
        return;
      }
    }
  }

  /** Finds a replica. For some seconds after a fault, no replica leads. */
  async #find(whom: Whom): Promise<Replica | undefined> {
    const { replicas, signal } = this.#parts;
    const find = (): Replica | undefined =>
      replicas.find(({ life }) => life !== undefined && life.leads === (whom === "leader"));
    await until(() => Promise.resolve(find() !== undefined), 10_000, signal);
    return find();
  }
}

const reasons: Readonly<Record<number, string>> = { 429: "TooManyRequests", 503: "ServiceUnavailable" };

function refusal(code: number, reason: string, headers: Readonly<Record<string, string>> = {}): Fault {
  return { kind: "status", code, reason, headers };
}

function sendError({ watches }: FaultProxy, status: object): void {
  for (const watch of watches) if (watch.passage !== "hold") watch.error(status);
}

function setPassage(watches: readonly ProxiedWatch[], passage: Passage): readonly ProxiedWatch[] {
  for (const watch of watches) watch.passage = passage;
  return watches;
}
