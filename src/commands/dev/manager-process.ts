import type { StackMapper } from "../../core/stack-mapper.js";
import type { Context, RunningProcess } from "../context.js";
import type { DevLog } from "./dev-log.js";
import { isReady, isRun, type OperatorLine, parseOperatorLine, showMs } from "../../core/operator-line.js";

/** How long running reconciles may continue when a newer operator waits. */
const reloadGraceMs = 5_000;
/**
 * How long to wait for the operator at the end. An operator gives its last runs 30 s by default. An operator that hangs
 * would never end.
 */
const lastGraceMs = 60_000;
/** When the end takes longer than this, tsop prints how to skip the wait. */
const patienceMs = 1_500;
/** An operator that has not reconciled anything this long after its start has nothing to reconcile. */
const quietMs = 1_000;

export interface ManagerProcessOptions {
  readonly context: Pick<Context, "cwd" | "signal" | "startProcess">;
  readonly log: DevLog;
  /** What the messages call it: `the operator`. */
  readonly name: string;
  /** Maps positions in the bundle to positions in its sources. */
  readonly mapPlaces: StackMapper;
  /** The program that waits for the operator's main module on its standard input. */
  readonly loader: string;
  /** The flags of the operator. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface Running {
  readonly process: RunningProcess;
  readonly main: string;
}

/**
 * The operator, or the extension API server, as a process that tsop replaces whenever the code changes. tsop starts the
 * next process in advance, and the process then waits for its code: the start of Node takes longer than the rest of a
 * reload.
 */
export class ManagerProcess {
  readonly #options: ManagerProcessOptions;
  #running: Running | undefined;
  #waiting: RunningProcess | undefined;
  /** The main module of the operator that ended by itself. */
  #ended: string | undefined;
  #starts = 0;
  #isStopping = false;
  /** When the running code was requested. Undefined once the duration is known. */
  #since: number | undefined;
  #quiet: NodeJS.Timeout | undefined;

  constructor(options: ManagerProcessOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** How many times the code has been started. */
  get starts(): number {
    return this.#starts;
  }

  /**
   * Runs this code, unless it already runs. Restarts code that ended by itself only after a save.
   *
   * @param since - the time of the request, in milliseconds of `performance.now()`; 0 is the start of the command
   */
  async run(main: string, since: number, { isSave }: { readonly isSave: boolean }): Promise<void> {
    if (this.#running?.main === main || (this.#ended === main && !isSave)) return;
    await this.#stopRunning(reloadGraceMs);
    if (this.#options.context.signal.aborted) return;
    this.#since = since;
    this.#ended = undefined;
    const running = { process: this.#waiting ?? this.#start(), main };
    this.#waiting = undefined;
    this.#running = running;
    this.#starts += 1;
    running.process.send(main);
    void running.process.ended.then((how) => this.#hasEnded(running, how));
  }

  /** Kills the waiting process, because the packages that it has loaded have changed. */
  dropWaiting(): void {
    this.#waiting?.signal("SIGKILL"); // it has not run anything yet
    this.#waiting = undefined;
  }

  /** Signals the operator to end, and waits until it ends. */
  async stop(): Promise<void> {
    this.dropWaiting();
    const { log, name } = this.#options;
    await this.#stopRunning(lastGraceMs, () =>
      log.say(`waiting for ${name} to stop; press Ctrl-C again to stop everything immediately`),
    );
  }

  async #stopRunning(graceMs: number, onSlow: () => void = () => undefined): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    this.#isStopping = true;
    running.process.signal("SIGTERM");
    const timers = [
      setTimeout(onSlow, patienceMs),
      setTimeout(() => {
        this.#options.log.say(`${this.#options.name} did not stop within ${showMs(graceMs)}; killing it`);
        running.process.signal("SIGKILL");
      }, graceMs),
    ];
    await running.process.ended;
    for (const timer of timers) clearTimeout(timer);
    this.#isStopping = false;
  }

  #start(): RunningProcess {
    const { context, args, env, loader } = this.#options;
    const { cwd } = context;
    return context.startProcess(process.execPath, [loader, ...args], { cwd, env, onLine: (line) => this.#take(line) });
  }

  #take(text: string): void {
    const line = parseOperatorLine(text);
    // Log lines already name source positions. The stack that Node prints when a program fails does not.
    this.#options.log.passOn(line === undefined ? this.#options.mapPlaces(text) : text, line);
    if (line !== undefined && this.#since !== undefined) this.#measure(line, this.#since);
  }

  #measure(line: OperatorLine, since: number): void {
    const ms = performance.now() - since;
    const event = since === 0 ? "the start" : "the save";
    if (isRun(line)) this.#isUp(`first reconcile ${showMs(ms)} after ${event}`, ms);
    else if (isReady(line) && this.#quiet === undefined) {
      this.#quiet = setTimeout(() => this.#isUp(`running ${showMs(ms)} after ${event}`, ms), quietMs);
    }
  }

  #isUp(text: string, ms: number): void {
    this.#forgetStart();
    this.#options.log.say(text, { durationMs: Math.round(ms) });
    if (!this.#isStopping && !this.#options.context.signal.aborted) this.#waiting ??= this.#start();
  }

  #forgetStart(): void {
    clearTimeout(this.#quiet);
    this.#quiet = undefined;
    this.#since = undefined;
  }

  #hasEnded(running: Running, how: string): void {
    if (this.#running !== running) return;
    this.#running = undefined;
    this.#forgetStart();
    if (this.#isStopping) return;
    this.#ended = running.main;
    const by = /^\d+$/.test(how) ? `with exit status ${how}` : `by ${how}`;
    this.#options.log.say(`${this.#options.name} exited ${by}; the next save starts it again`, { exit: how });
  }
}
