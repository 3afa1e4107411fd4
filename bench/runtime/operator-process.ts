import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

export interface OperatorFlags {
  readonly mode: "converge" | "sync" | "latency" | "webhook" | "lead";
  readonly namespace: string;
  readonly objects: number;
  readonly workers: number;
  readonly "webhook-port"?: number;
  readonly "webhook-cert-path"?: string;
  /** How caches handle `metadata.managedFields`. */
  readonly "managed-fields"?: "keep" | "drop";
  /** The informers of the peer; tsop has only one kind. */
  readonly informers?: "unstructured" | "typed";
  /** Whether only one of several operators works: the operator with the lease in the namespace. */
  readonly "leader-elect"?: boolean;
}

export interface Report {
  readonly event: string;
  /** The time on the clock of `performance.now()`. */
  readonly at: number;
  readonly [key: string]: unknown;
}

/** A running operator, which reports with lines of JSON. */
export class Operator {
  readonly startedAt = performance.now();
  readonly #child: ChildProcess;
  readonly #reports: Report[] = [];
  readonly #ended: Promise<void>;
  #wake: () => void = () => undefined;
  #log = "";

  constructor([file = "", ...args]: readonly string[], kubeconfig: string, flags: OperatorFlags) {
    const given = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
    const child = spawn(file, [...args, ...given], {
      env: { ...process.env, KUBECONFIG: kubeconfig, NODE_OPTIONS: "" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    child.stderr.setEncoding("utf8").on("data", (text: string) => (this.#log += text));
    createInterface(child.stdout).on("line", (line) => {
      // The benchmark's own programs write this format.
      this.#reports.push({ ...(JSON.parse(line) as Report), at: performance.now() });
      this.#wake();
    });
    this.#ended = new Promise((resolve) => child.once("exit", () => resolve()));
    void this.#ended.then(() => this.#wake());
  }

  /** Returns the report of the event when it arrives. Rejects if the operator ends before. */
  async until(event: string): Promise<Report> {
    for (;;) {
      const report = this.#reports.find((each) => each.event === event);
      if (report !== undefined) return report;
      if (this.#hasEnded()) throw new Error(`the operator ended before "${event}": ${this.#log}`);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Returns whether the operator has reported the event. */
  has(event: string): boolean {
    return this.#reports.some((each) => each.event === event);
  }

  /** Returns a memory figure in bytes: `VmHWM` is the peak, and `VmRSS` the current value. Linux only. */
  memory(what: "VmHWM" | "VmRSS"): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
    const kilobytes = new RegExp(`^${what}:\\s+(\\d+) kB`, "m").exec(status)?.[1];
    return Number(kilobytes) * 1024;
  }

  /** Stops the operator. SIGKILL leaves it no time to release anything. Does nothing if the operator has already ended. */
  async stop(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    if (!this.#hasEnded()) this.#child.kill(signal);
    await this.#ended;
  }

  #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }
}
