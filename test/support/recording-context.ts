import { Readable } from "node:stream";
import type { CommandResult, Context, ExecResult, StartProcess } from "../../src/commands/context.js";
import { runFilter } from "../../src/cli/run-filter.js";
import { type Diagnostic, formatDiagnostic } from "../../src/core/diagnostic.js";
import type { TsopError } from "../../src/core/errors.js";

/** The output and the actions of a command through its context. */
export interface Recording {
  readonly notes: string[];
  readonly warnings: string[];
  readonly executed: { file: string; args: readonly string[]; cwd: string }[];
  readonly questions: string[];
  /** The results of the turns of a command that keeps running. */
  readonly reports: (CommandResult | TsopError)[];
  /** The lines that the command printed while running. */
  readonly lines: string[];
}

export interface RecordingOptions {
  /** Whether progress is printed like a log. Default: like on a terminal. */
  readonly isLog?: boolean;
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The answer to every question; without it, the session is not interactive. */
  readonly answer?: boolean;
  /** The result of a program that is run. Default: it succeeds and prints nothing. */
  readonly onExec?: (file: string, args: readonly string[]) => Promise<ExecResult> | ExecResult;
  /** Exit status of a program that is run in the foreground. Default 0. */
  readonly foregroundStatus?: number;
  readonly signal?: AbortSignal;
  /** The exports of a foreign module. Default: Node loads it. */
  readonly importModule?: Context["importModule"];
  /** The behavior of a program that is started. Default: it runs forever, and prints nothing. */
  readonly startProcess?: StartProcess;
  /** Default `text`. */
  readonly liveFormat?: "text" | "json";
  /** The piped input. */
  readonly stdin?: string;
}

const success: ExecResult = { exitCode: 0, terminatedBy: undefined, stdout: "", stderr: "" };

/** Creates a context for tests that records the output and runs no program. */
export function recordingContext(options: RecordingOptions): Context & { readonly recording: Recording } {
  const recording: Recording = { notes: [], warnings: [], executed: [], questions: [], reports: [], lines: [] };
  const { answer } = options;
  return {
    recording,
    cwd: options.cwd,
    env: options.env ?? {},
    output: {
      note: (text) => void recording.notes.push(text),
      warn: (diagnostic: Diagnostic) => void recording.warnings.push(formatDiagnostic(diagnostic)),
      progress: (text) => {
        recording.notes.push(text);
        const update = (next: string): void => {
          if (recording.notes.at(-1) !== next) recording.notes.push(next);
        };
        return {
          isLog: options.isLog ?? false,
          step: update,
          update,
          done: (last) => (last === undefined ? undefined : void recording.notes.push(last)),
        };
      },
    },
    report: (outcome) => void recording.reports.push(outcome),
    exec: async (file, args, { cwd, onLine }) => {
      recording.executed.push({ file, args, cwd });
      const result = (await options.onExec?.(file, args)) ?? success;
      for (const line of `${result.stdout}\n${result.stderr}`.split("\n")) onLine?.(line);
      return result;
    },
    startProcess:
      options.startProcess ??
      (() => ({ ended: new Promise(() => undefined), signal: () => undefined, send: () => undefined })),
    importModule: options.importModule ?? ((url) => import(/* @vite-ignore */ url)),
    atExit: () => () => undefined,
    live: {
      format: options.liveFormat ?? "text",
      isColoured: false,
      line: (text) => void recording.lines.push(text),
    },
    runFilter,
    runInForeground: (file, args, { cwd }) => {
      recording.executed.push({ file, args, cwd });
      return Promise.resolve(options.foregroundStatus ?? 0);
    },
    stdin: () => Readable.from(options.stdin === undefined ? [] : [options.stdin]),
    signal: options.signal ?? new AbortController().signal,
    confirm:
      answer === undefined
        ? undefined
        : (question) => {
            recording.questions.push(question);
            return Promise.resolve(answer);
          },
  };
}
