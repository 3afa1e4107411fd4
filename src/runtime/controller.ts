import { randomUUID } from "node:crypto";
import type { Clock } from "../core/clock.js";
import { TsopError } from "../core/errors.js";
import type { Kind } from "../kube/kind.js";
import type { KubeObject } from "../kube/objects.js";
import { showKey } from "../kube/show-key.js";
import type { Cache } from "./cache/cache.js";
import { keepTrying } from "./cache/keep-trying.js";
import type { Logger } from "./logger.js";
import type { ManagerMetrics } from "./metrics/manager-metrics.js";
import type { ControllerSettings } from "./controller-builder.js";
import { EventFilter } from "./event-filter.js";
import type { Predicate } from "./predicates.js";
import { lowPriority, normalPriority, type QueueObserver, WorkQueue } from "./queue/work-queue.js";
import { type Reconciler, type ReconcileRequest, type ReconcileResult, TerminalError } from "./reconcile.js";
import type { RequestSource } from "./request-source.js";
import { sleep } from "./sleep.js";
import { type Reconciled, type Source, toRequests } from "./source.js";

/** What the builder makes: a controller on paper. */
export interface ControllerDefinition {
  readonly name: string;
  readonly reconciles: Kind;
  readonly sources: readonly Source[];
  readonly rawSources: readonly RequestSource[];
  readonly eventFilters: readonly Predicate[];
  readonly settings: ControllerSettings & { readonly concurrency: number };
  readonly reconciler: Reconciler;
}

/** How one run ended, in the words of controller-runtime's metrics, and the kinds of errors that it counts apart. */
export type Outcome = "success" | "requeue_after" | "error" | "terminal" | "timeout";

/** What runs beyond its time may react to its signal for so long, before its worker goes on without it. */
const reactionMs = 1_000;

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
  /** Runs that have not ended in their time, and that no worker waits for. */
  readonly #abandoned = new Set<Promise<void>>();

  constructor(definition: ControllerDefinition, options: ControllerOptions) {
    this.#definition = definition;
    this.#options = options;
    this.#log = options.log.with({ controller: definition.name });
    const { name, settings } = definition;
    this.#observer = options.metrics.observeController(name, settings.concurrency, () => this.queue);
    const { clock } = options;
    this.queue = new WorkQueue({ clock, observer: this.#observer.queue, rateLimiter: settings.rateLimiter });
    for (const { of, settings } of definition.sources) {
      const informer = options.cache.informerFor(of);
      if (settings.isOptional === true) informer.allowMissing();
    }
  }

  /** Whether it works only while this process leads. */
  get needsLeaderElection(): boolean {
    return this.#definition.settings.needsLeaderElection ?? true;
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
    const { sources, rawSources, settings } = this.#definition;
    for (const source of sources) this.#subscribe(source, reconciled);
    const raw = rawSources.map(async (source) => source.start((request) => this.queue.add(toKey(request)), stop));
    const { concurrency } = settings;
    this.#log.info("workers started", { workers: concurrency });
    const workers = Array.from({ length: concurrency }, () => this.#work(abort));
    try {
      // A source that fails ends the controller, and the manager with it.
      await Promise.race([Promise.all(workers), rejectionOf(raw)]);
    } finally {
      this.queue.shutDown();
      await Promise.all(workers);
    }
    await Promise.all([...raw, ...this.#abandoned]);
  }

  /** Waits for the caches, so that no reconciler takes what is not known yet for what is not there. */
  async #prepare(stop: AbortSignal): Promise<Reconciled | undefined> {
    const { cache, isNamespaced } = this.#options;
    const { sources, reconciles } = this.#definition;
    const options = { ...this.#options, log: this.#log, signal: stop };
    await Promise.all(
      sources.map(async ({ of, settings }) => {
        const isThere = settings.isOptional !== true || (await keepTrying(() => this.#isThere(of, stop), options));
        if (isThere === true) await cache.informerFor(of).waitForSync();
      }),
    );
    const answer = await keepTrying(() => isNamespaced(reconciles, stop), options);
    return answer === undefined ? undefined : { kind: reconciles, isNamespaced: answer };
  }

  /** Whether the API server has an optional kind. What else is wrong is for the caller to try again. */
  async #isThere(kind: Kind, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#options.isNamespaced(kind, signal);
      return true;
    } catch (error) {
      if (!(error instanceof TsopError && error.code === "cluster/kind-not-served")) throw error;
      this.#log.info("the cluster does not have an optional kind", { apiVersion: kind.apiVersion, kind: kind.kind });
      return false;
    }
  }

  #subscribe(source: Source, reconciled: Reconciled): void {
    const { eventFilters } = this.#definition;
    const filter = new EventFilter([...eventFilters, ...(source.settings.predicates ?? [])], this.#log);
    let isInitial = true;
    this.#options.cache.informerFor(source.of).onChange((change) => {
      if (!filter.passes(change, isInitial)) return;
      const states = change.kind === "updated" ? [change.before, change.object] : [change.object];
      // What changes while all is reconciled for the first time is not to wait for it.
      this.#request(source, states, reconciled, isInitial ? lowPriority : normalPriority);
    });
    isInitial = false;
  }

  /** Adds what follows from all states of an object, each request once: two would be two runs. */
  #request(source: Source, states: readonly KubeObject[], reconciled: Reconciled, priority: number): void {
    const add = (requests: readonly (readonly ReconcileRequest[])[]): void => {
      for (const key of new Set(requests.flat().map(toKey))) this.queue.add(key, priority);
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
      await this.#workOn(key, abort);
    }
  }

  /** Never rejects. The key is done when its run has ended, also where the worker does not wait for that. */
  async #workOn(key: string, abort: AbortSignal): Promise<void> {
    const limit = this.#definition.settings.reconciliationTimeoutMs;
    if (limit === undefined) {
      await this.#reconcile(key, abort);
      this.queue.done(key);
      return;
    }
    const timeout = new AbortController();
    const ended = new AbortController();
    const run = this.#reconcile(key, AbortSignal.any([abort, timeout.signal]), timeout.signal).then(() => {
      ended.abort();
      this.queue.done(key);
    });
    const hasEnded = (): boolean => ended.signal.aborted;
    await sleep(this.#options.clock, limit, ended.signal);
    if (hasEnded()) return;
    timeout.abort(new DOMException(`the run has taken longer than ${limit / 1000} s`, "TimeoutError"));
    await sleep(this.#options.clock, reactionMs, ended.signal);
    if (hasEnded()) return;
    this.#log.warn("a run does not end when its signal fires; its worker goes on without it", { object: key });
    this.#abandoned.add(run);
    void run.then(() => this.#abandoned.delete(run));
  }

  /** Never rejects. */
  async #reconcile(key: string, signal: AbortSignal, timeout?: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const { reconciler, settings } = this.#definition;
    const request = toRequest(key);
    const reconcileID = randomUUID();
    const log = this.#log.with({ object: showKey(request), reconcileID });
    const attempt = this.queue.failures(key) + 1;
    const isLastAttempt = attempt >= (settings.maxAttempts ?? Infinity);
    const start = clock.monotonic();
    this.#observer.started();
    let outcome: Outcome;
    try {
      const context = { log, signal, reconcileID, attempt, isLastAttempt };
      outcome = this.#accept(key, checkResult(await reconciler.reconcile(request, context)));
    } catch (error) {
      outcome = this.#refuse(key, error, log, { attempt, isLastAttempt, isLate: timeout?.aborted === true });
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

  #refuse(key: string, error: unknown, log: Logger, { attempt, isLastAttempt, isLate }: FailedAttempt): Outcome {
    if (error instanceof TerminalError || isLastAttempt) {
      this.queue.forget(key);
      const tries = error instanceof TerminalError ? {} : { attempt };
      log.error("reconcile failed; not trying again until something changes", { error, ...tries });
      return "terminal";
    }
    this.queue.retry(key);
    log.error("reconcile failed; trying again", { error, attempt });
    return isLate ? "timeout" : "error";
  }
}

interface FailedAttempt {
  readonly attempt: number;
  readonly isLastAttempt: boolean;
  /** Whether its time was over. */
  readonly isLate: boolean;
}

/** Rejects when one of them does; never resolves. */
function rejectionOf(promises: readonly Promise<unknown>[]): Promise<never> {
  return new Promise((_resolve, reject) => {
    for (const promise of promises) promise.catch(reject);
  });
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
  return { object: showKey(state?.metadata ?? { name: "" }) };
}
