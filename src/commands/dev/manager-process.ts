import type { StackMapper } from "../../core/stack-mapper.js";
import type { Context, RunningProcess } from "../context.js";
import type { BuiltOperator } from "./dev-bundle.js";
import type { DevLog } from "./dev-log.js";
import { isReady, isRun, type OperatorLine, parseOperatorLine, showMs } from "../../core/operator-line.js";

/** For how long runs that are under way may go on when a newer operator waits. */
const reloadGraceMs = 5_000;
/** An operator gives its last runs 30 s, unless it says otherwise. One that does not react at all has no end of its own. */
const lastGraceMs = 60_000;
/** Who waits longer than that for the end is told how not to. */
const patienceMs = 1_500;
/** An operator that has run nothing this long after its start has nothing to reconcile. */
const quietMs = 1_000;

export interface ManagerProcessOptions {
  readonly context: Pick<Context, "cwd" | "signal" | "startProcess">;
  readonly log: DevLog;
  /** Turns places of the bundle into places of its sources. */
  readonly mapPlaces: StackMapper;
  /** A program that waits for the operator's main module on its standard input. */
  readonly loader: string;
  /** Flags of the operator. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface Running {
  readonly process: RunningProcess;
  readonly main: string;
}

/**
 * The operator, as a process that is replaced whenever its code has changed. The next process is started before it is
 * needed, and waits for its code: starting Node takes longer than all the rest of a reload.
 */
export class ManagerProcess {
  readonly #options: ManagerProcessOptions;
  #running: Running | undefined;
  #waiting: RunningProcess | undefined;
  /** What has ended by itself. */
  #ended: string | undefined;
  #isStopping = false;
  /** When what runs now was asked for, until it is known how long that took. */
  #since: number | undefined;
  #quiet: NodeJS.Timeout | undefined;

  constructor(options: ManagerProcessOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /**
   * Runs this code, unless it runs already. What has ended by itself is not started again unless it is told to.
   *
   * @param since - when it was asked for, in milliseconds of `performance.now()`; 0 is the start of the command
   */
  async run({ main }: BuiltOperator, since: number, { isSave }: { readonly isSave: boolean }): Promise<void> {
    if (this.#running?.main === main || (this.#ended === main && !isSave)) return;
    await this.#stopRunning(reloadGraceMs);
    if (this.#options.context.signal.aborted) return;
    this.#since = since;
    this.#ended = undefined;
    const running = { process: this.#waiting ?? this.#start(), main };
    this.#waiting = undefined;
    this.#running = running;
    running.process.send(main);
    void running.process.ended.then((how) => this.#hasEnded(running, how));
  }

  /** Ends the process that waits, since what it has loaded has changed. */
  dropWaiting(): void {
    this.#waiting?.signal("SIGKILL"); // it has done nothing yet
    this.#waiting = undefined;
  }

  /** Tells the operator to end, and waits for that. */
  async stop(): Promise<void> {
    this.dropWaiting();
    const { log } = this.#options;
    await this.#stopRunning(lastGraceMs, () =>
      log.say("waiting for the operator to end; Ctrl-C again ends everything at once"),
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
        this.#options.log.say(`the operator has not ended within ${showMs(graceMs)}, and is killed`);
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
    // The log itself names places of the sources; what Node prints of a program that fails does not.
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
    this.#options.log.say(`the operator has ended ${by}; the next save starts it again`, { exit: how });
  }
}
