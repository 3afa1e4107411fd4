import path from "node:path";
import { formatDiagnostic } from "../core/diagnostic.js";
import type { Context, Output, Progress } from "../commands/context.js";
import { TsopError } from "../core/errors.js";
import { visible } from "../core/visible.js";
import { atExit } from "./at-exit.js";
import { exec } from "./exec.js";
import { runFilter } from "./run-filter.js";
import { startProcess } from "./start-process.js";
import { type OutputFormat, reportError, reportResult } from "./report.js";
import { echoMs, onSignal, type Signal, watchParent } from "./signals.js";

const signalNumbers: Readonly<Record<Signal, number>> = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };

/**
 * Listens for signals. The first signal requests the command to stop; a handler cannot interrupt the write of files.
 * The second signal finds no handler and ends the process immediately, unless it is an echo of the first.
 */
export function listenForSignals(isUnderNpm: boolean): { signal: AbortSignal; dispose: () => void } {
  const controller = new AbortController();
  let echo: NodeJS.Timeout | undefined;
  const stopListening = onSignal((name) => {
    controller.abort(name);
    echo ??= setTimeout(() => stopListening(), echoMs).unref();
  });
  const orphanage = isUnderNpm ? watchParent(() => controller.abort("SIGTERM")).unref() : undefined;
  return {
    signal: controller.signal,
    dispose: () => {
      clearInterval(orphanage);
      clearTimeout(echo);
      stopListening();
    },
  };
}

/** Returns 128 plus the signal's number, as in shells. */
export function exitCodeOfSignal(signal: AbortSignal): number {
  const numbers = new Map<unknown, number>(Object.entries(signalNumbers));
  return 128 + (numbers.get(signal.reason) ?? signalNumbers.SIGINT);
}

export function createContext(cwd: string, format: OutputFormat, signal: AbortSignal): Context {
  const interactive = format === "text" && process.stdin.isTTY && process.stderr.isTTY;
  return {
    cwd: path.resolve(cwd),
    env: process.env,
    output: createOutput(process.stderr.isTTY),
    report: (outcome) =>
      outcome instanceof TsopError ? reportError(outcome, format, cwd) : reportResult(outcome, format, cwd),
    exec,
    runFilter,
    runInForeground: async (...program) => (await import("./foreground.js")).runInForeground(...program),
    startProcess,
    importModule: (url) => import(url),
    atExit,
    live: {
      format: format === "json" ? "json" : "text",
      isColoured: process.stdout.isTTY && process.env["NO_COLOR"] === undefined,
      line: (text) => void process.stdout.write(`${format === "json" ? text : visible(text, { colours: true })}\n`),
    },
    stdin: () => process.stdin,
    signal,
    confirm: interactive ? (question) => ask(question, signal) : undefined,
  };
}

function createOutput(onTerminal: boolean): Output {
  return {
    note: (text) => void process.stderr.write(`${visible(text)}\n`),
    warn: (diagnostic) => void process.stderr.write(`${visible(formatDiagnostic(diagnostic))}\n`),
    progress: (text) =>
      onTerminal ? spinner(visible(text)) : plainProgress(visible(text), (lines) => process.stderr.write(lines)),
  };
}

/** Prints progress as plain lines. Omits steps whose results the command prints at the end. */
export function plainProgress(text: string, write: (text: string) => unknown): Progress {
  let last = text;
  const line = (next: string): void => void write(`${next}\n`);
  line(text);
  return {
    isLog: true,
    step: () => undefined,
    update: (next) => {
      const shown = visible(next);
      if (shown !== last) line(shown);
      last = shown;
    },
    done: (end) => (end === undefined ? undefined : line(visible(end))),
  };
}

/** Shows a progress line with a spinner. Loads the spinner on first use. */
function spinner(first: string): Progress {
  let ended = false;
  let text = first;
  const loading = import("yocto-spinner").then(({ default: yoctoSpinner }) =>
    ended ? undefined : yoctoSpinner({ text, handleSignals: false }).start(),
  );
  const update = (next: string): void => {
    text = visible(next);
    void loading.then((spinning) => {
      if (spinning !== undefined) spinning.text = text;
    });
  };
  return {
    isLog: false,
    step: update,
    update,
    done: (last) => {
      ended = true;
      void loading.then((spinning) => {
        spinning?.stop();
        if (last !== undefined) process.stderr.write(`${visible(last)}\n`);
      });
    },
  };
}

async function ask(question: string, signal: AbortSignal): Promise<boolean> {
  const { createInterface } = await import("node:readline/promises");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `, { signal })).trim());
  } finally {
    terminal.close();
  }
}
