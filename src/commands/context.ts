import type { Diagnostic } from "../core/diagnostic.js";
import type { TsopError } from "../core/errors.js";

/** All that a command may know of the world outside. A test passes one that records. */
export interface Context {
  /** The folder to work in: where tsop was called, or what `-C` named. Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly output: Output;
  /** For a command that goes on: prints what one of its turns came to as if the command had ended with it. */
  readonly report: (outcome: CommandResult | TsopError) => void;
  readonly exec: Exec;
  readonly runInForeground: Foreground;
  readonly startProcess: StartProcess;
  /** Does something when the process ends early, by a second signal say; returns what calls it off. */
  readonly atExit: (action: () => void) => () => void;
  /** For a command that goes on: what happens, as it happens. */
  readonly live: LiveOutput;
  /** What is piped in; opened when it is asked for. */
  readonly stdin: () => AsyncIterable<Uint8Array | string>;
  /** Fires on SIGINT, SIGTERM and SIGHUP. */
  readonly signal: AbortSignal;
  /** Asks yes or no. Undefined when nobody is there to answer (no terminal, or `--output json`). */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
}

/** What a command says while it works. Goes to stderr; the result itself is returned. */
export interface Output {
  /** A line that stays. */
  note(text: string): void;
  warn(diagnostic: Diagnostic): void;
  /** Something that takes a while: drawn on a terminal, one line elsewhere. Returns what goes on with it and ends it. */
  progress(text: string): Progress;
}

export interface Progress {
  /** Whether each update stays to be read, as a line of a log. */
  readonly isLog: boolean;
  /** A step of many, each of which the command's result names: shown on a terminal alone. */
  step(text: string): void;
  /** What it is at now. Elsewhere than on a terminal it is a line of its own, unless it is the last one again. */
  update(text: string): void;
  done(text?: string): void;
}

export interface ExecOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Called with each line of both outputs, as it comes. */
  readonly onLine?: (line: string) => void;
}

export interface ExecResult {
  /** Undefined when a signal ended the program. */
  readonly exitCode: number | undefined;
  readonly terminatedBy: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program with an argument list, never through a shell. An exit code other than zero is a result, not an
 * exception. @throws TsopError `exec/not-found` when there is no such program
 */
export type Exec = (file: string, args: readonly string[], options: ExecOptions) => Promise<ExecResult>;

/**
 * Runs a program on the terminal itself until it ends, passing on every signal, and resolves to its exit status (128 and
 * the signal's number where one ended it).
 */
export type Foreground = (
  file: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
) => Promise<number>;

/** Lines on stdout: for people, or one JSON document each. */
export interface LiveOutput {
  readonly format: "text" | "json";
  readonly isColoured: boolean;
  line(text: string): void;
}

/** Starts a program that works beside the command, in a process group of its own. It does not outlive this process. */
export type StartProcess = (
  file: string,
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string | undefined>>;
    /** Called with each line that it prints, on stdout or stderr. */
    readonly onLine: (line: string) => void;
  },
) => RunningProcess;

export interface RunningProcess {
  /** Resolves when it has ended and all its lines have been passed on: `1`, `SIGKILL`. */
  readonly ended: Promise<string>;
  signal(name: "SIGTERM" | "SIGKILL"): void;
  /** Writes a line to its standard input, and closes that. */
  send(line: string): void;
}

/** What a command has done: a text for people and a value for programs that say the same. */
export interface CommandResult {
  /** For stdout, without the last line break. */
  readonly text: string;
  /** The text is a document that other programs read: YAML, a picture. Default false. */
  readonly isDocument?: boolean;
  /** The text has colours of tsop's own, and text of others in it is visible already. Default false. */
  readonly isPainted?: boolean;
  /** For stdout with `--output json`. Its shape is stable. */
  readonly json: Readonly<Record<string, unknown>>;
  /** What was found about the user's sources and files: for `--output sarif`. */
  readonly diagnostics?: readonly Diagnostic[];
  /** Default 0. 3 is drift found by `--check`. */
  readonly exitCode?: number;
  /** It went on until a signal told it to stop: nothing is printed, and the exit status is the signal's. */
  readonly stopped?: boolean;
}
