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
  /** What caches do with `metadata.managedFields`. */
  readonly "managed-fields"?: "keep" | "drop";
  /** Of the peer; ours has one kind of them. */
  readonly informers?: "unstructured" | "typed";
  /** Only one of several operators works: the one that has the lease in the namespace. */
  readonly "leader-elect"?: boolean;
}

export interface Report {
  readonly event: string;
  /** On the clock of `performance.now()`. */
  readonly at: number;
  readonly [key: string]: unknown;
}

/** An operator under way, which reports by lines of JSON. */
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
      // Written by our own programs.
      this.#reports.push({ ...(JSON.parse(line) as Report), at: performance.now() });
      this.#wake();
    });
    this.#ended = new Promise((resolve) => child.once("exit", () => resolve()));
    void this.#ended.then(() => this.#wake());
  }

  /** The report of that event, once it is there. Rejects when the operator ends before. */
  async until(event: string): Promise<Report> {
    for (;;) {
      const report = this.#reports.find((each) => each.event === event);
      if (report !== undefined) return report;
      if (this.#hasEnded()) throw new Error(`the operator ended before "${event}": ${this.#log}`);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Whether it has reported the event. */
  has(event: string): boolean {
    return this.#reports.some((each) => each.event === event);
  }

  /** `VmHWM` is the most memory that it has had, `VmRSS` what it has now. Linux only. In bytes. */
  memory(what: "VmHWM" | "VmRSS"): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
    const kilobytes = new RegExp(`^${what}:\\s+(\\d+) kB`, "m").exec(status)?.[1];
    return Number(kilobytes) * 1024;
  }

  /** SIGKILL leaves it no time to give anything back. An operator that has ended stays so. */
  async stop(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    if (!this.#hasEnded()) this.#child.kill(signal);
    await this.#ended;
  }

  #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }
}
