import { spawn } from "node:child_process";
import { constants } from "node:os";
import type { Foreground } from "../commands/context.js";
import { onSignal, watchParent } from "./signals.js";

/**
 * {@link Foreground}. The program runs in a separate process group, so that a Ctrl-C reaches it only once, through this
 * process, and not also from the terminal. A second Ctrl-C is passed on, too. npm sends SIGTERM to a shell that exits
 * without passing it on, and so orphans this process: this also ends the program.
 */
export const runInForeground: Foreground = (file, args, { cwd, env }) =>
  new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env: { ...env }, stdio: "inherit", detached: true });
    const stopListening = onSignal((name) => void child.kill(name));
    const watch = watchParent(() => {
      clearInterval(watch);
      child.kill("SIGTERM");
    });
    const dispose = (): void => {
      clearInterval(watch);
      stopListening();
    };
    child.once("error", (error) => {
      dispose();
      reject(error);
    });
    child.once("exit", (code, signal) => {
      dispose();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
