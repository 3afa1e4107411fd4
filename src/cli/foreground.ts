import { spawn } from "node:child_process";
import { constants } from "node:os";
import type { Foreground } from "../commands/context.js";
import { onSignal, watchParent } from "./signals.js";

/**
 * {@link Foreground}: the program gets a process group of its own, so that a Ctrl-C reaches it once, through us, and not
 * a second time from the terminal; a second one is passed on too. npm passes SIGTERM to a shell that dies without
 * passing it on, and leaves us orphaned: that ends the program as well.
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
