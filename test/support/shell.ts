import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

export interface ShellOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end, whatever its exit code. */
export function run(file: string, args: readonly string[], { cwd, env, input }: ShellOptions): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env: { ...process.env, ...env } });
    const output = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk: Buffer) => (output.stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output.stderr += chunk.toString()));
    child.stdin.on("error", () => undefined); // it exited without reading: its exit code says more
    child.stdin.end(input);
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...output }));
  });
}

/** Runs a program that must succeed; resolves to its stdout. */
export async function succeed(file: string, args: readonly string[], options: ShellOptions): Promise<string> {
  const { code, stdout, stderr } = await run(file, args, options);
  if (code !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${code}\n${stdout}\n${stderr}`);
  return stdout;
}

/** A program that keeps running, with its output so far. */
export class Running {
  readonly child: ChildProcess;
  #output = "";
  readonly #watchers = new Set<() => void>();
  readonly exited: Promise<number | null>;

  constructor(file: string, args: readonly string[], { cwd, env }: ShellOptions) {
    this.child = spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        this.#output += chunk.toString();
        for (const watcher of this.#watchers) watcher();
      });
    }
    this.exited = new Promise((resolve) => {
      this.child.once("close", (code) => {
        resolve(code);
        for (const watcher of this.#watchers) watcher();
      });
    });
  }

  get output(): string {
    return this.#output;
  }

  /** Waits until the output matches; fails if the program ends without a match. */
  said(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const check = (): void => {
        const match = pattern.exec(this.#output);
        const ended = this.child.exitCode !== null || this.child.signalCode !== null;
        if (match === null && !ended) return;
        this.#watchers.delete(check);
        if (match !== null) resolve(match);
        else reject(new Error(`it ended without saying ${String(pattern)}:\n${this.#output}`));
      };
      this.#watchers.add(check);
      check();
    });
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.exited;
  }
}

/** Returns the processes (on Linux) whose command line contains a text. */
export function processesWith(text: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((name) => commandLine(name).includes(text))
    .map(Number);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return ""; // it has exited in the meantime
  }
}
