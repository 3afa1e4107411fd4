import { sleep } from "../core/clock.js";
import { withLinkedSignal } from "../core/linked-signal.js";
import { TsopError } from "../core/errors.js";
import { whenAborted } from "../core/until-aborted.js";
import type { Cache } from "./cache/cache.js";
import type { Controller } from "./controller.js";
import type { LeaderElector } from "./leader-elector.js";
import type { Runnable } from "./runnable.js";
import type { Surroundings } from "./surroundings.js";

export interface ManagerRunOptions extends Pick<Surroundings, "log" | "clock"> {
  readonly caches: readonly Pick<Cache, "start" | "stop">[];
  readonly controllers: readonly Controller[];
  readonly runnables: readonly Runnable[];
  readonly elector: LeaderElector | undefined;
  readonly onLeading: (isLeader: boolean) => void;
  /** Called when the manager stops accepting new work. */
  readonly onStopping: () => void;
  /** The number of milliseconds that a stop waits for running work. */
  readonly gracefulShutdownMs: number;
}

/** The number of milliseconds that running work has to react to its signal after the graceful period. */
const reactionMs = 1_000;

/** One run of a manager, from start to stop. */
export class ManagerRun {
  readonly #options: ManagerRunOptions;
  /** Fires first: accept no new work. */
  readonly #stop = new AbortController();
  /** Fires when the graceful period is over: cancel running work. */
  readonly #abort = new AbortController();
  /** Fires last: no work needs the lease any longer. */
  readonly #letGo = new AbortController();
  readonly #failure = new AbortController();
  readonly #tasks = new Map<Promise<void>, () => string>();
  #holding: Promise<void> | undefined;

  constructor(options: ManagerRunOptions) {
    this.#options = options;
  }

  get isStopping(): boolean {
    return this.#stop.signal.aborted;
  }

  /**
   * Works until the signal fires, then stops in order: controllers and runnables, caches, lease.
   *
   * @throws the error of a runnable; TsopError `runtime/leader-election-lost` or `runtime/stop-timeout`
   */
  async run(signal: AbortSignal): Promise<void> {
    const { caches, controllers, runnables, log, gracefulShutdownMs, elector } = this.#options;
    for (const cache of caches) cache.start();
    for (const runnable of runnables) if (runnable.needsLeaderElection === false) this.#spawnRunnable(runnable);
    for (const controller of controllers) if (!controller.needsLeaderElection) this.#spawnController(controller);
    this.#spawn(() => "leader election", this.#lead());
    await withLinkedSignal([signal, this.#failure.signal], whenAborted);

    // #fail() aborts with an Error.
    const error = this.#failure.signal.aborted ? (this.#failure.signal.reason as Error) : undefined;
    const isLeaseLost = error instanceof TsopError && error.code === "runtime/leader-election-lost";
    log.info("stopping");
    this.#stop.abort();
    this.#options.onStopping();
    const late = await this.#drain(isLeaseLost ? 0 : gracefulShutdownMs);
    await Promise.all(caches.map((cache) => cache.stop()));
    this.#letGo.abort();
    await this.#holding;
    // Work that does not end may still rely on leadership: keep the lease, so that other processes wait until it
    // expires.
    if (this.#holding !== undefined && !isLeaseLost && late.length === 0) await elector?.release();
    if (error !== undefined) throw error;
    if (late.length > 0) throw stillRunning(late, gracefulShutdownMs);
    log.info("stopped");
  }

  async #lead(): Promise<void> {
    const { elector, controllers, runnables, onLeading } = this.#options;
    const { signal } = this.#stop;
    if (elector !== undefined) {
      if (!(await elector.acquire(signal))) return;
      onLeading(true);
      this.#holding = elector
        .hold(this.#letGo.signal)
        .catch((error: unknown) => this.#fail(error))
        .finally(() => onLeading(false));
    }
    for (const controller of controllers) if (controller.needsLeaderElection) this.#spawnController(controller);
    for (const runnable of runnables) if (runnable.needsLeaderElection !== false) this.#spawnRunnable(runnable);
  }

  #spawnController(controller: Controller): void {
    this.#spawn(() => controller.describe(), controller.run(this.#stop.signal, this.#abort.signal));
  }

  #spawnRunnable(runnable: Runnable): void {
    const { name } = runnable.constructor;
    // A throw before the first await becomes a rejection too.
    const running = Promise.resolve().then(() => runnable.start(this.#stop.signal));
    this.#spawn(() => (name === "Object" ? "a runnable" : `runnable ${name}`), running);
  }

  #spawn(describe: () => string, running: Promise<void>): void {
    const task = running
      .catch((error: unknown) => {
        if (!this.isStopping) this.#fail(error);
        else if (!isAbort(error)) this.#options.log.error("failed while stopping", { task: describe(), error });
      })
      .finally(() => void this.#tasks.delete(task));
    this.#tasks.set(task, describe);
  }

  #fail(error: unknown): void {
    this.#failure.abort(error instanceof Error ? error : new Error(`a runnable threw ${String(error)}`));
  }

  /** Waits for running work, and returns the work that does not end even after its signal. */
  async #drain(gracefulMs: number): Promise<string[]> {
    await this.#waitForTasks(gracefulMs);
    if (this.#tasks.size === 0) return [];
    this.#abort.abort(
      new TsopError("runtime/stop-timeout", "the manager stopped, and the time limit for running work has expired"),
    );
    await this.#waitForTasks(reactionMs);
    return Array.from(this.#tasks.values(), (describe) => describe());
  }

  async #waitForTasks(ms: number): Promise<void> {
    const enough = new AbortController();
    void Promise.all(this.#tasks.keys()).then(() => enough.abort());
    await sleep(this.#options.clock, ms, enough.signal);
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

function stillRunning(late: readonly string[], gracefulMs: number): TsopError {
  const problem = `still running ${gracefulMs / 1000} s after the stop: ${late.join("; ")}`;
  return new TsopError("runtime/stop-timeout", problem, {
    hint: "Pass context.signal to long-running calls, so that they end with the manager.",
  });
}
