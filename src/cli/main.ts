import { existsSync } from "node:fs";
import path from "node:path";
import { CommanderError } from "commander";
import { TsopError } from "../core/errors.js";
import type { DeclaredCommand, GivenOptions } from "../commands/declared/declare.js";
import { updateRecord } from "../commands/update/update-record.js";
import { explainCommanderError } from "./commander-error.js";
import { findAddedFlags } from "./program/added-flags.js";
import { createProgram, globalInput, type GlobalOptions, type ProgramIo, type RunCommand } from "./program/program.js";
import { type OutputFormat, reportBug, reportError, reportResult } from "./report.js";
import { createContext, exitCodeOfSignal, listenForSignals } from "./terminal.js";

/**
 * Runs one command line and returns the exit status: 0 success, 1 an explained failure, 2 wrong usage, 3 drift found by
 * `--check`, 70 a bug of tsop, 129, 130 or 143 stopped by a signal.
 */
export async function main(argv: readonly string[]): Promise<number> {
  ignoreClosedPipe();
  if (argv[0] === "__complete") return completeLine(argv.slice(1));
  const { signal, dispose } = listenForSignals(process.env["npm_lifecycle_event"] !== undefined);
  let exitCode = 0;
  // The requested output format, as far as it is known before parsing.
  let output = askedFormat(argv);
  let cwd = process.cwd();

  const run: RunCommand = async (command, options, globals) => {
    if (globals.output === "sarif") refuseSarif(command, options);
    output = globals.output;
    cwd = workingDirectory(globals);
    const context = createContext(cwd, output, signal);
    if (existsSync(path.join(cwd, updateRecord))) {
      const { unfinishedUpdate } = await import("../commands/update/unfinished.js");
      const unfinished = unfinishedUpdate(command.path, context);
      if (unfinished !== undefined) context.output.warn(unfinished);
    }
    const result = await command.run(options, context);
    if (result.stopped === true) {
      exitCode = exitCodeOfSignal(signal);
      return;
    }
    reportResult(result, output, cwd);
    exitCode = result.exitCode ?? 0;
  };
  const io: ProgramIo = {
    write: (text) => void process.stdout.write(text),
    columns: process.stdout.isTTY ? process.stdout.columns : 100,
  };
  let program = createProgram(run, io);

  try {
    const added = await findAddedFlags(argv, signal);
    if (added !== undefined) program = createProgram(run, io, added);
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync(withCommand(argv), { from: "user" });
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

/** Answers the completion script of a shell. */
async function completeLine(args: readonly string[]): Promise<number> {
  const { answerCompletion } = await import("../commands/completion/answer.js");
  process.stdout.write(await answerCompletion(args, globalInput.flags, { cwd: process.cwd(), env: process.env }));
  return 0;
}

/** Makes `tsop --version` the command `tsop version`: as an option of the program it would hide --version of the commands. */
function withCommand([first, ...rest]: readonly string[]): string[] {
  if (first === "--version" || first === "-v") return ["version", ...rest];
  return first === undefined ? [] : [first, ...rest];
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
