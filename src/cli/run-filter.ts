import type { FilterResult, RunFilter } from "../commands/context.js";
import { onAbort } from "../core/on-abort.js";
import { atExit } from "./at-exit.js";

/** Runs a program without a shell. At a limit, kills it together with the processes that it started. */
export const runFilter: RunFilter = (file, { args = [], cwd, env, input, limitMs, mostBytes, signal }) =>
  new Promise((resolve, reject) => {
    const { spawn } = process.getBuiltinModule("node:child_process");
    const isGroup = process.platform !== "win32";
    const child = spawn(file, args, { cwd, env, stdio: "pipe", detached: isGroup });
    const texts = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
    let bytes = 0;
    const kill = (): void => {
      if (child.pid === undefined) return;
      try {
        process.kill(isGroup ? -child.pid : child.pid, "SIGKILL");
      } catch {
        // It has ended.
      }
    };
    const forget = atExit(kill);
    const settle = (): void => {
      forget();
      clearTimeout(timer);
      unlink();
      // A process that the program started may still hold the streams.
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
      kill();
    };
    const end = (kind: FilterResult["end"]): void => {
      settle();
      const [stdout, stderr] = [texts.stdout, texts.stderr].map((parts) => Buffer.concat(parts).toString("utf8"));
      resolve({ end: kind, stdout: stdout ?? "", stderr: stderr ?? "" });
    };
    const abort = (): void => {
      settle();
      reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)));
    };
    const timer = setTimeout(() => end({ kind: "late" }), limitMs);
    const unlink = onAbort(signal, abort);
    for (const name of ["stdout", "stderr"] as const) {
      child[name].on("data", (part: Buffer) => {
        bytes += part.length;
        if (bytes > mostBytes) end({ kind: "too-large" });
        else texts[name].push(part);
      });
    }
    child.on("error", (error) => end({ kind: "not-started", reason: error.message }));
    child.on("close", (code, name) =>
      end(name === null ? { kind: "exit", code: code ?? 1 } : { kind: "signal", signal: name }),
    );
    child.stdin.on("error", () => undefined); // a program need not read its input
    child.stdin.end(input);
    if (signal.aborted) abort();
  });
