import { spawn } from "node:child_process";
import { constants } from "node:os";
import type { Foreground } from "../commands/context.js";

const forwarded = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * {@link Foreground}: the program gets a process group of its own, so that a Ctrl-C reaches it once, through us, and not
 * a second time from the terminal; a second one is passed on too. npm passes SIGTERM to a shell that dies without
 * passing it on, and leaves us orphaned: that ends the program as well.
 */
export const runInForeground: Foreground = (file, args, { cwd, env }) =>
  new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env: { ...env }, stdio: "inherit", detached: true });
    const handlers = forwarded.map((name) => [name, () => void child.kill(name)] as const);
    for (const [name, handler] of handlers) process.on(name, handler);
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      child.kill("SIGTERM");
    }, 500);
    const dispose = (): void => {
      clearInterval(watch);
      for (const [name, handler] of handlers) process.removeListener(name, handler);
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
