import { randomUUID } from "node:crypto";
import { sleep } from "../core/clock.js";
import { defined } from "../core/defined.js";
import { withLinkedSignal } from "../core/linked-signal.js";
import { thrownError } from "../core/thrown-error.js";
import type { Tracer } from "../core/tracer.js";
import { whenAborted } from "../core/until-aborted.js";
import { type Kind, type KubeObject, showKey } from "../kube/objects.js";
import { type AddedWatch, AddedWatches } from "./running-controller.js";
import type { Cache } from "./cache/cache.js";
import type { Informer } from "./cache/informer.js";
import type { LeaderElector } from "./leader-elector.js";
import type { Logger } from "./logger.js";
import type { ManagerMetrics } from "./metrics/manager-metrics.js";
import type { Clusters } from "./cluster.js";
import type { ControllerSettings } from "./controller-settings.js";
import { OwnRuns } from "./own-writes/own-writes.js";
import type { Predicate } from "./predicates.js";
import { WorkQueue } from "./queue/work-queue.js";
import { type Reconciler, type ReconcileResult, TerminalError } from "./reconcile.js";
import { RunLog } from "./run-log.js";
import type { Reconciled, RequestSource, Source } from "./source.js";
import { cacheOf, informerOf, syncCaches } from "./source-caches.js";
import { subscribe, toKey, toRequest } from "./subscription.js";
import { type ReconcileTrace, ReconcileTracer } from "./trace-reconcile.js";
import type { ControllerObserver, Outcome } from "./controller-observer.js";
import type { Surroundings } from "./surroundings.js";

/** The definition of a controller, as the builder creates it. */
export interface ControllerDefinition {
  readonly name: string;
  readonly reconciles: Kind;
  readonly sources: readonly Source[];
  readonly rawSources: readonly RequestSource[];
  readonly eventFilters: readonly Predicate[];
  readonly settings: ControllerSettings & { readonly concurrency: number };
  readonly reconciler: Reconciler;
}

/**
 * The number of milliseconds that a run past its time limit has to react to its signal, before its worker continues
 * without it.
 */
const reactionMs = 1_000;

export interface ControllerOptions extends Surroundings {
  readonly cache: Cache;
  readonly clusters: Pick<Clusters, "check">;
  readonly isNamespaced: (kind: Kind, signal: AbortSignal) => Promise<boolean>;
  readonly elector?: Pick<LeaderElector, "checkMayWrite"> | undefined;
  readonly metrics: Pick<ManagerMetrics, "observeController">;
  /** Default: no tracing. */
  readonly tracer?: Tracer | undefined;
  /** Whether to log each run with its cause and its outcome. Default false. */
  readonly logReconciles?: boolean | undefined;
}

/** Turns changes into requests, and requests into runs of a reconciler. */
export class Controller {
  readonly #definition: ControllerDefinition;
  readonly #options: ControllerOptions;
  readonly #log: Logger;
  readonly #observer: ControllerObserver;
  readonly #tracer: ReconcileTracer | undefined;
  readonly queue: WorkQueue;
  /** Undefined if the controller treats its own writes like all others. */
  readonly #ownRuns: OwnRuns | undefined;
  readonly #added: AddedWatches;
  readonly #runLog: RunLog | undefined;
  /** The runs that exceeded their time limit and have not ended, and that no worker waits for. */
  readonly #abandoned = new Set<Promise<void>>();

  constructor(definition: ControllerDefinition, options: ControllerOptions) {
    this.#definition = definition;
    this.#options = options;
    this.#log = options.log.with({ controller: definition.name });
    const { name, settings } = definition;
    this.#observer = options.metrics.observeController(name, settings.concurrency, () => this.queue);
    const { clock, tracer } = options;
    this.#tracer = tracer === undefined ? undefined : new ReconcileTracer(tracer, definition);
    const observer = this.#tracer?.observe(this.#observer.queue) ?? this.#observer.queue;
    this.queue = new WorkQueue({ clock, observer, rateLimiter: settings.rateLimiter });
    this.#ownRuns = settings.ignoreOwnWrites === true ? new OwnRuns() : undefined;
    this.#runLog = options.logReconciles === true ? new RunLog() : undefined;
    this.#added = new AddedWatches((source) => cacheOf(options.cache, source));
    for (const source of definition.sources) {
      const informer = informerOf(options.cache, source);
      if (source.settings.isOptional === true) informer.allowMissing();
    }
  }

  /** Adds a watch, from now on or from the start. */
  watch(source: Source): AddedWatch {
    const { cluster } = source.settings;
    if (cluster !== undefined) this.#options.clusters.check(cluster);
    return this.#added.add(source);
  }

  /** Whether the controller works only while this process leads. */
  get needsLeaderElection(): boolean {
    return this.#definition.settings.needsLeaderElection ?? true;
  }

  /** @throws TsopError `runtime/invalid-wiring` if a cluster was not added to the manager */
  checkClusters(): void {
    for (const { settings } of this.#definition.sources) {
      if (settings.cluster !== undefined) this.#options.clusters.check(settings.cluster);
    }
  }

  /** Describes for people what the controller is doing. */
  describe(): string {
    const running = [...this.queue.running().keys()];
    return `controller ${this.#definition.name}${running.length === 0 ? "" : ` (${running.join(", ")})`}`;
  }

  /**
   * Works until `stop` fires, and resolves when the last run in progress has ended. The runs get `abort` as their
   * signal.
   */
  async run(stop: AbortSignal, abort: AbortSignal): Promise<void> {
    const stopped = whenAborted(stop);
    void stopped.then(() => {
      this.queue.shutDown();
      this.#added.close();
    });
    const reconciled = await Promise.race([
      syncCaches(this.#definition, { ...this.#options, log: this.#log, signal: stop }),
      stopped,
    ]);
    if (reconciled === undefined || stop.aborted) return;
    const { sources, rawSources, settings } = this.#definition;
    for (const source of sources) this.#subscribe(source, informerOf(this.#options.cache, source), reconciled);
    this.#added.open((source, informer) => this.#subscribe(source, informer, reconciled));
    const raw = rawSources.map(async (source) => source.start((request) => this.queue.add(toKey(request)), stop));
    const { concurrency } = settings;
    this.#log.info("workers started", { workers: concurrency });
    const workers = Array.from({ length: concurrency }, () => this.#work(abort));
    try {
      // A source that fails ends the controller, and with it the manager.
      await Promise.race([Promise.all(workers), rejectionOf(raw)]);
    } finally {
      this.queue.shutDown();
      await Promise.all(workers);
    }
    await Promise.all([...raw, ...this.#abandoned]);
  }

  #subscribe(source: Source, informer: Informer<KubeObject>, reconciled: Reconciled): () => void {
    return subscribe(informer, {
      source,
      reconciled,
      eventFilters: this.#definition.eventFilters,
      ownRuns: this.#ownRuns,
      enqueue: (key, priority, cause) => {
        this.#runLog?.asked(key, cause());
        this.queue.add(key, priority);
      },
      log: this.#log,
    });
  }

  async #work(abort: AbortSignal): Promise<void> {
    for (let key = await this.queue.next(); key !== undefined; key = await this.queue.next()) {
      await this.#workOn(key, abort);
    }
  }

  /**
   * Never rejects. The key is done when its run has ended, even if the worker does not wait for that. Each run has its
   * own signal, so that listeners that the reconciler leaves on it do not outlive the run.
   */
  async #workOn(key: string, abort: AbortSignal): Promise<void> {
    const limit = this.#definition.settings.reconciliationTimeoutMs;
    if (limit === undefined) {
      await withLinkedSignal([abort], (signal) => this.#reconcile(key, signal));
      this.queue.done(key);
      return;
    }
    const timeout = new AbortController();
    const ended = new AbortController();
    const run = withLinkedSignal([abort, timeout.signal], (signal) =>
      this.#reconcile(key, signal, timeout.signal),
    ).then(() => {
      ended.abort();
      this.queue.done(key);
    });
    const hasEnded = (): boolean => ended.signal.aborted;
    await sleep(this.#options.clock, limit, ended.signal);
    if (hasEnded()) return;
    timeout.abort(new DOMException(`the run exceeded its time limit of ${limit / 1000} s`, "TimeoutError"));
    await sleep(this.#options.clock, reactionMs, ended.signal);
    if (hasEnded()) return;
    this.#log.warn("a run did not end when its signal fired; its worker continues without it", { object: key });
    this.#abandoned.add(run);
    void run.then(() => this.#abandoned.delete(run));
  }

  /** Never rejects. `timeout` fires when the run exceeds its time limit. */
  #reconcile(key: string, signal: AbortSignal, timeout?: AbortSignal): Promise<void> {
    if (this.#tracer === undefined) return this.#run(key, signal, timeout);
    return this.#tracer.trace(key, toRequest(key), (trace) => this.#run(key, signal, timeout, trace));
  }

  /** Never rejects. */
  async #run(key: string, signal: AbortSignal, timeout?: AbortSignal, trace?: ReconcileTrace): Promise<void> {
    const { clock } = this.#options;
    const { reconciler, settings } = this.#definition;
    const request = toRequest(key);
    const reconcileID = randomUUID();
    const log = this.#log.with({ object: showKey(request), reconcileID, ...trace?.logFields });
    const attempt = this.queue.failures(key) + 1;
    trace?.begun({ reconcileID, attempt });
    const because = this.#runLog?.take(key, attempt);
    const isLastAttempt = attempt >= (settings.maxAttempts ?? Infinity);
    const start = clock.monotonic();
    this.#observer.started();
    let outcome: Outcome;
    let requeueAfterMs: number | undefined;
    try {
      const throwIfNotLeading = (): void => this.#checkLeading();
      const context = { log, clock, signal, throwIfNotLeading, reconcileID, attempt, isLastAttempt };
      const reconcile = async (): Promise<ReconcileResult> => checkResult(await reconciler.reconcile(request, context));
      const result = await (this.#ownRuns?.run(key, reconcile) ?? reconcile());
      this.queue.forget(key);
      outcome = result.kind === "done" ? "success" : "requeue_after";
      if (result.kind === "requeueAfter") {
        requeueAfterMs = result.milliseconds;
        this.#runLog?.requeued(key, requeueAfterMs);
        this.queue.addAfter(key, requeueAfterMs);
      }
    } catch (thrown) {
      const error = thrownError(thrown);
      outcome = this.#refuse(key, error, log, { attempt, isLastAttempt, isLate: timeout?.aborted === true });
      this.#runLog?.failed(key, error);
      trace?.failed(error);
    }
    trace?.ended(outcome);
    const durationMs = clock.monotonic() - start;
    this.#observer.ended(outcome, durationMs);
    if (this.#runLog === undefined) return;
    log.info("reconciled", {
      because,
      durationMs: Math.round(durationMs),
      result: outcome,
      ...defined({ requeueAfterMs }),
    });
  }

  #checkLeading(): void {
    if (this.needsLeaderElection) this.#options.elector?.checkMayWrite();
  }

  #refuse(key: string, error: unknown, log: Logger, { attempt, isLastAttempt, isLate }: FailedAttempt): Outcome {
    if (error instanceof TerminalError || isLastAttempt) {
      this.queue.forget(key);
      const tries = error instanceof TerminalError ? {} : { attempt };
      log.error("reconcile failed; waiting for the next change", { error, ...tries });
      return "terminal";
    }
    this.queue.retry(key);
    log.error("reconcile failed; retrying", { error, attempt });
    return isLate ? "timeout" : "error";
  }
}

interface FailedAttempt {
  readonly attempt: number;
  readonly isLastAttempt: boolean;
  /** Whether the run exceeded its time limit. */
  readonly isLate: boolean;
}

/** Checks the result: user code without types may return anything. */
function checkResult(result: unknown): ReconcileResult {
  if (typeof result === "object" && result !== null && "kind" in result) {
    if (result.kind === "done") return { kind: "done" };
    if (result.kind === "requeueAfter" && "milliseconds" in result && Number.isFinite(result.milliseconds)) {
      return { kind: "requeueAfter", milliseconds: Number(result.milliseconds) };
    }
  }
  throw new TerminalError(`reconcile() returned ${String(result)}; return done() or requeueAfter(milliseconds)`);
}

/** Rejects when one of the promises does; never resolves. */
function rejectionOf(promises: readonly Promise<unknown>[]): Promise<never> {
  return new Promise((_resolve, reject) => {
    for (const promise of promises) promise.catch(reject);
  });
}
