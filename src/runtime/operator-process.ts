import process from "node:process";
import { createLogger } from "./log/create-logger.js";
import type { Logger } from "./logger.js";
import type { ManagerFlags } from "./manager-flags.js";

/** The functions of its process that an operator's main program uses. A test passes its own. */
export interface OperatorProcess {
  /** The arguments, without node and the script. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether stderr is a terminal. */
  readonly isTerminal: boolean;
  readonly parentId: () => number;
  readonly writeOut: (text: string) => void;
  readonly writeError: (text: string) => void;
  /**
   * Calls the handlers for each signal, unhandled rejection and uncaught exception; returns a function that stops
   * listening.
   */
  readonly listen: (handlers: ProcessHandlers) => () => void;
  /** Sets the exit code for when no work is left. */
  readonly setExitCode: (code: number) => void;
  /** Ends the process now. */
  readonly exit: (code: number) => void;
}

export interface ProcessHandlers {
  readonly onSignal: (signal: "SIGINT" | "SIGTERM") => void;
  readonly onUnhandledRejection: (reason: unknown) => void;
  readonly onUncaughtException: (error: unknown) => void;
}

export function currentProcess(): OperatorProcess {
  return {
    args: process.argv.slice(2),
    env: process.env,
    isTerminal: process.stderr.isTTY,
    parentId: () => process.ppid,
    writeOut: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
    listen: ({ onSignal, onUnhandledRejection, onUncaughtException }) => {
      process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
      process.on("unhandledRejection", onUnhandledRejection).on("uncaughtException", onUncaughtException);
      const outputs = [process.stdout, process.stderr];
      // Installed permanently. The reader of the output has closed it; logging that as an exception would cause the
      // next one, without end.
      for (const output of outputs) output.on("error", () => undefined);
      return () => {
        process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
        process.off("unhandledRejection", onUnhandledRejection).off("uncaughtException", onUncaughtException);
      };
    },
    setExitCode: (code) => {
      process.exitCode = code;
    },
    exit: (code) => {
      // oxlint-disable-next-line no-restricted-properties -- a reconcile that does not end would keep the process alive
      process.exit(code);
    },
  };
}

/** Creates the logger on stderr that the flags configure. */
export function loggerOf(
  { logFormat, logLevel }: Pick<ManagerFlags, "logFormat" | "logLevel">,
  { isTerminal, env, writeError }: Pick<OperatorProcess, "isTerminal" | "env" | "writeError">,
): Logger {
  return createLogger({
    format: logFormat ?? (isTerminal ? "text" : "json"),
    level: logLevel,
    isColoured: isTerminal && env["NO_COLOR"] === undefined,
    write: writeError,
  });
}
