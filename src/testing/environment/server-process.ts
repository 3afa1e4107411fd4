/** Starts the programs of a real control plane, and waits for them. */
import { type ChildProcess, spawn } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import { get } from "node:https";
import path from "node:path";
import { TsopError } from "../../core/errors.js";

/** Starts a program that logs to `NAME.log` in the folder. The program does not outlive this process. */
export function startProgram(assets: string, name: string, args: readonly string[], folder: string): ChildProcess {
  const log = openSync(path.join(folder, `${name}.log`), "a");
  const child = spawn(path.join(assets, name), args, { cwd: folder, stdio: ["ignore", log, log] });
  const kill = (): void => void child.kill("SIGKILL");
  const stopWatching = watchOver(child);
  child.once("exit", () => {
    process.off("exit", kill);
    stopWatching();
  });
  child.once("error", () => undefined); // ensureRunning() reports it
  process.on("exit", kill);
  child.unref(); // a test that forgets to end it can still exit
  return child;
}

/** A test runner kills its workers without warning. The reader of a pipe notices its end, whatever the reason. */
function watchOver({ pid }: ChildProcess): () => void {
  if (pid === undefined || process.platform === "win32") return () => undefined;
  const watcher = spawn("sh", ["-c", 'cat > /dev/null; kill -9 "$0"', String(pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watcher.once("error", () => undefined);
  watcher.stdin.once("error", () => undefined);
  watcher.unref();
  return () => void watcher.kill("SIGKILL");
}

/** Sends a program a signal to end, and waits until it has ended. */
export async function endProgram(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.pid === undefined || hasEnded(child)) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.ref();
  child.kill(signal);
  const timer = setTimeout(() => child.kill("SIGKILL"), 15_000);
  await ended;
  clearTimeout(timer);
}

/** @throws TsopError `testing/start-failed` with the end of its log if it does not run */
export function ensureRunning(child: ChildProcess, name: string, folder: string): void {
  if (child.pid !== undefined && !hasEnded(child)) return;
  const how =
    child.pid === undefined
      ? "cannot be run"
      : child.signalCode === null
        ? `ended with exit status ${child.exitCode}`
        : `ended with ${child.signalCode}`;
  throw new TsopError("testing/start-failed", `${name} ${how}${lastLines(path.join(folder, `${name}.log`))}`, {
    hint: "Set KUBEBUILDER_ASSETS to a folder with etcd and kube-apiserver for this machine (`tsop envtest setup` downloads them), or unset it to use the embedded API server.",
  });
}

/** Returns the HTTP status of a GET, or undefined if no server responds. */
export function statusOf(url: string, ca: string, token: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}` };
    const request = get(url, { ca, headers, timeout: 2_000, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(undefined));
  });
}

/** @throws TsopError `testing/start-failed` after the time limit */
export async function until(timeoutMs: number, what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) {
      throw new TsopError("testing/start-failed", `${what} was not ready within ${timeoutMs / 1000} s`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function lastLines(file: string): string {
  try {
    const lines = readFileSync(file, "utf8").trimEnd().split("\n").slice(-5);
    return lines.join("").trim() === "" ? "" : `; its last output:\n  ${lines.join("\n  ")}`;
  } catch {
    return "";
  }
}
