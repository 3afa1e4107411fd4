import path from "node:path";
import { CommanderError } from "commander";
import { TsopError } from "../core/errors.js";
import type { DeclaredCommand, GivenOptions } from "../commands/declared/declare.js";
import { explainCommanderError } from "./commander-error.js";
import { createProgram, type GlobalOptions, type RunCommand } from "./program/program.js";
import { type OutputFormat, reportBug, reportError, reportResult } from "./report.js";
import { createContext, exitCodeOfSignal, listenForSignals } from "./terminal.js";

/**
 * Runs one command line and returns the exit status: 0 success, 1 an explained failure, 2 wrong usage, 3 drift found by
 * `--check`, 70 a bug of tsop, 129, 130 or 143 stopped by a signal.
 */
export async function main(argv: readonly string[]): Promise<number> {
  ignoreClosedPipe();
  const { signal, dispose } = listenForSignals(process.env["npm_lifecycle_event"] !== undefined);
  let exitCode = 0;
  // The requested output format, as far as it is known before parsing.
  let output = askedFormat(argv);
  let cwd = process.cwd();

  const run: RunCommand = async (command, options, globals) => {
    if (globals.output === "sarif") refuseSarif(command, options);
    output = globals.output;
    cwd = workingDirectory(globals);
    const result = await command.run(options, createContext(cwd, output, signal));
    if (result.stopped === true) {
      exitCode = exitCodeOfSignal(signal);
      return;
    }
    reportResult(result, output, cwd);
    exitCode = result.exitCode ?? 0;
  };
  const program = createProgram(run, {
    write: (text) => void process.stdout.write(text),
    columns: process.stdout.isTTY ? process.stdout.columns : 100,
  });

  try {
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync([...argv], { from: "user" });
    return exitCode;
  } catch (error) {
    if (signal.aborted) {
      // The command's own error (how to continue) is more useful than the signal.
      reportError(error instanceof TsopError ? error : interrupted(signal), output, cwd);
      return exitCodeOfSignal(signal);
    }
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0; // --help and --version are also thrown
      const explained = explainCommanderError(error, program, argv);
      reportError(explained, output, cwd);
      return explained.exitCode;
    }
    if (error instanceof TsopError) {
      reportError(error, output, cwd);
      return error.exitCode;
    }
    reportBug(error, argv, output, cwd);
    return 70;
  } finally {
    dispose();
  }
}

function askedFormat(argv: readonly string[]): OutputFormat {
  const formats: readonly OutputFormat[] = ["json", "sarif"];
  const isAsked = (format: string): boolean =>
    argv.some((arg, index) => arg === `--output=${format}` || (arg === format && argv[index - 1] === "--output"));
  return formats.find(isAsked) ?? "text";
}

/** Rejects SARIF for some options: a SARIF log is a single document about the findings. */
function refuseSarif({ withoutSarif }: DeclaredCommand, options: GivenOptions): void {
  const refusal = withoutSarif(options);
  if (refusal === undefined) return;
  const { what, reason, hint } = refusal;
  throw new TsopError("usage/invalid-argument", `${what} cannot be used with --output sarif: ${reason}`, { hint });
}

function interrupted(signal: AbortSignal): TsopError {
  return new TsopError("interrupted", `stopped by ${String(signal.reason)}`, {
    hint: "Repeat the command to continue.",
  });
}

function workingDirectory({ directory }: GlobalOptions): string {
  return directory === undefined ? process.cwd() : path.resolve(directory);
}

/** Ignores a closed pipe: `tsop --help | head -1` closes stdout early, and a terminal can close, too (EIO). */
function ignoreClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
    });
  }
}
