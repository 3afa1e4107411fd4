/** One replica of the operator: a process that is restarted whenever it ends, as Kubernetes does with a container. */
import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, existsSync, readdirSync, readFileSync, type WriteStream } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Window } from "./check-leadership.js";
import { probeMessage } from "./kinds.js";
import { type JournalLine, monotonicMs } from "./operator/journal.js";
import { sleep } from "./play.js";
import type { Timeline } from "./timeline.js";

export interface ReplicaOptions {
  /** The name, which is also the user at the API server. */
  readonly name: string;
  /** The bundle of the operator. */
  readonly program: string;
  readonly kubeconfig: string;
  readonly external: string;
  /** The folder for logs and journals. */
  readonly folder: string;
  readonly timeline: Timeline;
}

/** One process. */
export interface Life {
  readonly pid: number;
  readonly journal: string;
  readonly startedAt: number;
  endedAt?: number;
  leads: boolean;
  /** The addresses for the soak's requests and for the metrics. */
  probe?: string;
  metrics?: string;
}

/** Messages that a process must never log, whatever happens around it. */
const neverSaid = [
  "unhandled promise rejection",
  "uncaught exception; stopping",
  "a change handler failed",
  "the map function failed",
  "the manager has stopped, but the process still has open handles; ending it",
  "a run did not end when its signal fired; its worker continues without it",
];
const restartMs = 300;

export class Replica {
  readonly #options: ReplicaOptions;
  readonly lives: Life[] = [];
  /** The problems of its processes. */
  readonly wrong: { readonly at: number; readonly what: string }[] = [];
  readonly #retired = new AbortController();
  #child: ChildProcess | undefined;
  #running: Promise<void> | undefined;
  /** The signal that was sent to the current process. */
  #sent: NodeJS.Signals | undefined;

  constructor(options: ReplicaOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  /** The current process. */
  get life(): Life | undefined {
    const last = this.lives.at(-1);
    return last?.endedAt === undefined ? last : undefined;
  }

  start(): void {
    this.#running = this.#runAgainAndAgain();
  }

  send(signal: NodeJS.Signals): void {
    if (this.life === undefined) return;
    if (signal !== "SIGCONT" && signal !== "SIGSTOP") this.#sent = signal;
    this.#child?.kill(signal);
  }

  /** Ends the process permanently. */
  async retire(): Promise<void> {
    this.#retired.abort();
    this.send("SIGCONT");
    this.send("SIGTERM");
    const late = setTimeout(() => {
      this.#say("did not end within 40 s after SIGTERM");
      this.send("SIGKILL");
    }, 40_000);
    await this.#running;
    clearTimeout(late);
  }

  /** Returns a response of the process at its own address. Undefined if there is no process, or if it does not respond. */
  async ask<T>(what: "sample" | "cache"): Promise<T | undefined> {
    const text = await fetchText(this.life?.probe, what);
    // Probe sends this format.
    return text === undefined ? undefined : (JSON.parse(text) as T);
  }

  metrics(): Promise<string | undefined> {
    return fetchText(this.life?.metrics, "metrics");
  }

  /** Returns the runs of its reconcilers, in all its processes. */
  windows(): Window[] {
    return this.lives.flatMap((life) => toWindows(this.name, life));
  }

  async #runAgainAndAgain(): Promise<void> {
    while (!this.#retired.signal.aborted) {
      await this.#runOnce();
      await sleep(restartMs, this.#retired.signal);
    }
  }

  async #runOnce(): Promise<void> {
    const { name, program, kubeconfig, external, folder, timeline } = this.#options;
    const file = path.join(folder, `${name}.${this.lives.length}`);
    const flags = ["--leader-elect", "--leader-election-namespace=default", "--health-probe-bind-address=0"];
    const metrics = ["--metrics-bind-address=127.0.0.1:0", "--metrics-secure=false"];
    const child = spawn(
      process.execPath,
      [
        "--expose-gc",
        program,
        `--kubeconfig=${kubeconfig}`,
        "--log-format=json",
        "--log-level=debug",
        ...flags,
        ...metrics,
      ],
      {
        stdio: ["ignore", "ignore", "pipe"],
        // TSOP_PARENT: the process ends if this process is killed.
        env: { PATH: process.env["PATH"], SOAK_EXTERNAL: external, SOAK_JOURNAL: `${file}.journal`, TSOP_PARENT: "1" },
      },
    );
    const life: Life = { pid: child.pid ?? 0, journal: `${file}.journal`, startedAt: monotonicMs(), leads: false };
    this.#child = child;
    this.#sent = undefined;
    this.lives.push(life);
    timeline.add(name, `starts as ${life.pid}`);
    const log = createWriteStream(`${file}.log`);
    const read = this.#read(child, life, log);
    await new Promise((resolve) => child.once("exit", resolve));
    life.endedAt = monotonicMs();
    life.leads = false;
    timeline.add(name, `${life.pid} ends with ${child.signalCode ?? child.exitCode}`);
    const lostLease = await read;
    this.#judge(child, lostLease);
  }

  /** Reads the log of a process. Resolves to whether the process logged that it lost the lease. */
  async #read(child: ChildProcess, life: Life, log: WriteStream): Promise<boolean> {
    let lostLease = false;
    if (child.stderr === null) return lostLease;
    for await (const line of createInterface({ input: child.stderr })) {
      log.write(`${line}\n`);
      const entry = parse(line);
      if (entry === undefined) {
        this.#say(`${life.pid} wrote a line that is not a log line: ${line}`);
        continue;
      }
      const { msg, address, code } = entry;
      if (msg === probeMessage && address !== undefined) life.probe = address;
      if (msg === "serving metrics" && address !== undefined) life.metrics = address;
      if (msg === "this process leads") {
        life.leads = true;
        this.#options.timeline.add(this.name, `${life.pid} leads`);
      }
      lostLease ||= code === "runtime/leader-election-lost";
      if (neverSaid.includes(msg)) this.#say(`${life.pid} said: ${line}`);
    }
    log.end();
    return lostLease;
  }

  #judge({ exitCode, signalCode }: ChildProcess, lostLease: boolean): void {
    const isNew = monotonicMs() - (this.lives.at(-1)?.startedAt ?? 0) < 2_000;
    const isExpected =
      // The process does not handle signals yet.
      (isNew && signalCode === "SIGTERM" && this.#sent === "SIGTERM") ||
      (exitCode === 0 && this.#sent === "SIGTERM") ||
      (exitCode === 1 && lostLease) ||
      (signalCode === "SIGKILL" && this.#sent === "SIGKILL");
    if (!isExpected) this.#say(`ended with ${signalCode ?? exitCode}, and was sent ${this.#sent ?? "no signal"}`);
  }

  #say(what: string): void {
    this.wrong.push({ at: monotonicMs(), what });
  }
}

/** Returns the number of open files and sockets of a process; undefined if the system does not report it. */
export function countFds(pid: number): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return undefined;
  }
}

interface LogEntry {
  readonly msg: string;
  readonly address?: string;
  readonly code?: string;
}

function parse(line: string): LogEntry | undefined {
  try {
    // Other fields of a line do not matter here.
    return JSON.parse(line) as LogEntry;
  } catch {
    return undefined;
  }
}

async function fetchText(address: string | undefined, path: string): Promise<string | undefined> {
  if (address === undefined) return undefined;
  try {
    const response = await fetch(`http://${address}/${path}`, { signal: AbortSignal.timeout(5_000) });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined; // it has just ended, or it is frozen
  }
}

function toWindows(replica: string, { pid, journal, endedAt = Infinity }: Life): Window[] {
  const open = new Map<string, Window>();
  const windows: Window[] = [];
  const text = existsSync(journal) ? readFileSync(journal, "utf8") : "";
  for (const line of text.split("\n").slice(0, -1)) {
    // Journal writes this format, one line at a time.
    const entry = JSON.parse(line) as JournalLine;
    if (entry.type === "begin") {
      const { id, controller, key, at } = entry;
      open.set(id, { replica, pid, controller, key, start: at, end: endedAt });
    } else {
      const window = open.get(entry.id);
      if (window !== undefined) windows.push({ ...window, end: entry.at });
      open.delete(entry.id);
    }
  }
  return [...windows, ...open.values()];
}
