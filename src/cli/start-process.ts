import type { StartProcess } from "../commands/context.js";
import { atExit } from "./at-exit.js";

/**
 * {@link StartProcess}. Its own process group keeps a Ctrl-C on the terminal from it: the command decides when it ends. When
 * this process ends, it is killed (an operator also sees by itself that its parent is gone), and the second signal ends this
 * process at once.
 */
export const startProcess: StartProcess = (file, args, { cwd, env, onLine }) => {
  // Most commands start nothing, and loading these takes longer than many of them do.
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
  child.stdin.on("error", () => undefined); // it has ended, which is told of otherwise
  return { ended, signal: (name) => void child.kill(name), send: (line) => void child.stdin.end(`${line}\n`) };
};
