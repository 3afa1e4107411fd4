import type { StartProcess } from "../commands/context.js";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A terminal sends its signal to a whole group of processes, and npm passes it on: that is one signal, not two. */
const echoMs = 250;

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
  const kill = (): void => void child.kill("SIGKILL");
  process.on("exit", kill);
  const stopListening = onSecondSignal((name) => {
    // eslint-disable-next-line no-restricted-properties -- who asks twice does not want to wait
    process.exit(128 + process.getBuiltinModule("node:os").constants.signals[name]);
  });
  for (const input of [child.stdout, child.stderr]) createInterface({ input, crlfDelay: Infinity }).on("line", onLine);
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => {
      onLine(String(error));
      resolve("an error");
    });
    child.once("close", (code, signal) => resolve(String(code ?? signal)));
  });
  void ended.then(() => {
    process.off("exit", kill);
    stopListening();
  });
  child.stdin.on("error", () => undefined); // it has ended, which is told of otherwise
  return { ended, signal: (name) => void child.kill(name), send: (line) => void child.stdin.end(`${line}\n`) };
};

function onSecondSignal(act: (name: (typeof signals)[number]) => void): () => void {
  let firstAt: number | undefined;
  const handlers = signals.map((name) => {
    const handler = (): void => {
      if (firstAt === undefined) firstAt = performance.now();
      else if (performance.now() - firstAt > echoMs) act(name);
    };
    process.on(name, handler);
    return [name, handler] as const;
  });
  return () => {
    for (const [name, handler] of handlers) process.off(name, handler);
  };
}
