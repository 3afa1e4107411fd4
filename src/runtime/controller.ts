import { randomUUID } from "node:crypto";
import type { Clock } from "../core/clock.js";
import type { Kind } from "../kube/kind.js";
import type { KubeObject } from "../kube/objects.js";
import type { Cache } from "./cache/cache.js";
import { keepTrying } from "./cache/keep-trying.js";
import type { Logger } from "./logger.js";
import type { ManagerMetrics } from "./metrics/manager-metrics.js";
import { type QueueObserver, WorkQueue } from "./queue/work-queue.js";
import { type Reconciler, type ReconcileRequest, type ReconcileResult, TerminalError } from "./reconcile.js";
import { type Reconciled, type Source, toRequests } from "./source.js";

/** What the builder makes: a controller on paper. */
export interface ControllerDefinition {
  readonly name: string;
  readonly reconciles: Kind;
  readonly sources: readonly Source[];
  readonly concurrency: number;
  readonly reconciler: Reconciler;
}

/** How one run ended, in the words of controller-runtime's metrics, and `terminal`. */
export type Outcome = "success" | "requeue_after" | "error" | "terminal";

/** What a controller tells those who measure it. */
export interface ControllerObserver {
  readonly queue: QueueObserver;
  /** A worker has begun a run. */
  started(): void;
  ended(outcome: Outcome, ms: number): void;
}

export interface ControllerOptions {
  readonly cache: Cache;
  readonly isNamespaced: (kind: Kind, signal: AbortSignal) => Promise<boolean>;
  readonly metrics: Pick<ManagerMetrics, "observeController">;
  readonly log: Logger;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Turns changes into requests, and requests into runs of a reconciler. */
export class Controller {
  readonly #definition: ControllerDefinition;
  readonly #options: ControllerOptions;
  readonly #log: Logger;
  readonly #observer: ControllerObserver;
  readonly queue: WorkQueue;

  constructor(definition: ControllerDefinition, options: ControllerOptions) {
    this.#definition = definition;
    this.#options = options;
    this.#log = options.log.with({ controller: definition.name });
    const { name, concurrency } = definition;
    this.#observer = options.metrics.observeController(name, concurrency, () => this.queue);
    this.queue = new WorkQueue({ clock: options.clock, observer: this.#observer.queue });
    for (const { of } of definition.sources) options.cache.informerFor(of);
  }

  /** What it is doing, for people. */
  describe(): string {
    const running = [...this.queue.running().keys()];
    return `controller ${this.#definition.name}${running.length === 0 ? "" : ` (${running.join(", ")})`}`;
  }

  /**
   * Works until `stop` fires, and resolves when the last run that was under way then has ended. `abort` is what those runs
   * see as their signal.
   */
  async run(stop: AbortSignal, abort: AbortSignal): Promise<void> {
    const stopped = new Promise<void>((resolve) => {
      if (stop.aborted) resolve();
      else stop.addEventListener("abort", () => resolve(), { once: true });
    });
    void stopped.then(() => this.queue.shutDown());
    const reconciled = await Promise.race([this.#prepare(stop), stopped]);
    if (reconciled === undefined || stop.aborted) return;
    const { sources, concurrency } = this.#definition;
    for (const source of sources) this.#subscribe(source, reconciled);
    this.#log.info("workers started", { workers: concurrency });
    await Promise.all(Array.from({ length: concurrency }, () => this.#work(abort)));
  }

  /** Waits for the caches, so that no reconciler takes what is not known yet for what is not there. */
  async #prepare(stop: AbortSignal): Promise<Reconciled | undefined> {
    const { cache, isNamespaced } = this.#options;
    const { sources, reconciles } = this.#definition;
    await Promise.all(sources.map(({ of }) => cache.informerFor(of).waitForSync()));
    const options = { ...this.#options, log: this.#log, signal: stop };
    const answer = await keepTrying(() => isNamespaced(reconciles, stop), options);
    return answer === undefined ? undefined : { kind: reconciles, isNamespaced: answer };
  }

  #subscribe(source: Source, reconciled: Reconciled): void {
    this.#options.cache.informerFor(source.of).onChange((change) => {
      const states = change.kind === "updated" ? [change.before, change.object] : [change.object];
      this.#request(source, states, reconciled);
    });
  }

  /** Adds what follows from all states of an object, each request once: two would be two runs. */
  #request(source: Source, states: readonly KubeObject[], reconciled: Reconciled): void {
    const add = (requests: readonly (readonly ReconcileRequest[])[]): void => {
      for (const key of new Set(requests.flat().map(toKey))) this.queue.add(key);
    };
    const fail = (error: unknown): void => {
      this.#log.error("the map function failed", { kind: source.of.kind, ...nameOf(states), error });
    };
    try {
      const requests = states.map((state) => toRequests(source, state, reconciled));
      if (requests.every(isReady)) add(requests);
      else
        Promise.all(requests.map((some) => Promise.resolve(some)))
          .then(add)
          .catch(fail);
    } catch (error) {
      fail(error);
    }
  }

  async #work(abort: AbortSignal): Promise<void> {
    for (let key = await this.queue.next(); key !== undefined; key = await this.queue.next()) {
      await this.#reconcile(key, abort);
      this.queue.done(key);
    }
  }

  /** Never rejects. */
  async #reconcile(key: string, signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const request = toRequest(key);
    const reconcileID = randomUUID();
    const log = this.#log.with({ object: request.namespace === "" ? request.name : key, reconcileID });
    const attempt = this.queue.failures(key) + 1;
    const start = clock.monotonic();
    this.#observer.started();
    let outcome: Outcome;
    try {
      const result = await this.#definition.reconciler.reconcile(request, { log, signal, reconcileID, attempt });
      outcome = this.#accept(key, checkResult(result));
    } catch (error) {
      outcome = this.#refuse(key, error, log, attempt);
    }
    this.#observer.ended(outcome, clock.monotonic() - start);
  }

  #accept(key: string, result: ReconcileResult): Outcome {
    this.queue.forget(key);
    switch (result.kind) {
      case "done":
        return "success";
      case "requeueAfter":
        this.queue.addAfter(key, result.milliseconds);
        return "requeue_after";
    }
  }

  #refuse(key: string, error: unknown, log: Logger, attempt: number): Outcome {
    if (error instanceof TerminalError) {
      this.queue.forget(key);
      log.error("reconcile failed; not trying again until something changes", { error });
      return "terminal";
    }
    this.queue.retry(key);
    log.error("reconcile failed; trying again", { error, attempt });
    return "error";
  }
}

/** What user code written without types may return. */
function checkResult(result: unknown): ReconcileResult {
  if (typeof result === "object" && result !== null && "kind" in result) {
    if (result.kind === "done") return { kind: "done" };
    if (result.kind === "requeueAfter" && "milliseconds" in result && Number.isFinite(result.milliseconds)) {
      return { kind: "requeueAfter", milliseconds: Number(result.milliseconds) };
    }
  }
  throw new TerminalError(`reconcile() returned ${String(result)}; return done() or requeueAfter(milliseconds)`);
}

/** No namespace holds a slash. */
function toKey({ namespace, name }: ReconcileRequest): string {
  return `${namespace}/${name}`;
}

function toRequest(key: string): ReconcileRequest {
  const slash = key.indexOf("/");
  return { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}

function isReady<T>(requests: readonly T[] | Promise<readonly T[]>): requests is readonly T[] {
  return !(requests instanceof Promise);
}

function nameOf([state]: readonly KubeObject[]): { object: string } {
  const { namespace, name } = state?.metadata ?? { name: "" };
  return { object: namespace === undefined ? name : `${namespace}/${name}` };
}
