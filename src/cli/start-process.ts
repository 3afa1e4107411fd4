import type { StartProcess } from "../commands/context.js";
import { atExit } from "./at-exit.js";

/**
 * {@link StartProcess}. The program has a separate process group, so a Ctrl-C on the terminal does not reach it: the
 * command decides when it ends. When this process ends, it kills the program (an operator also detects that its parent
 * no longer exists). The second signal ends this process immediately.
 */
export const startProcess: StartProcess = (file, args, { cwd, env, onLine }) => {
  // Most commands start no program, and loading these modules takes longer than many commands run.
  const { spawn } = process.getBuiltinModule("node:child_process");
  const { createInterface } = process.getBuiltinModule("node:readline");
  const child = spawn(file, args, { cwd, env: { ...env }, stdio: ["pipe", "pipe", "pipe"], detached: true });
  const forget = atExit(() => void child.kill("SIGKILL"));
  for (const input of [child.stdout, child.stderr]) createInterface({ input, crlfDelay: Infinity }).on("line", onLine);
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => {
      onLine(String(error));
      resolve("an error");
    });
    child.once("close", (code, signal) => resolve(String(code ?? signal)));
  });
  void ended.then(forget);
  child.stdin.on("error", () => undefined); // the process has ended; `ended` reports it
  return { ended, signal: (name) => void child.kill(name), send: (line) => void child.stdin.end(`${line}\n`) };
};
