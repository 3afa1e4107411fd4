import type { Diagnostic } from "../core/diagnostic.js";
import type { TsopError } from "../core/errors.js";

/**
 * The environment of a command. A command has no other access to the outside world, so a test can pass a context that
 * records.
 */
export interface Context {
  /** The absolute path of the working folder: the folder of the call, or the folder that `-C` names. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly output: Output;
  /** Prints the result of one turn of a long-running command, as if the command had ended with it. */
  readonly report: (outcome: CommandResult | TsopError) => void;
  readonly exec: Exec;
  readonly runFilter: RunFilter;
  readonly runInForeground: Foreground;
  readonly startProcess: StartProcess;
  /** Loads a module that is not part of tsop: a plugin. Returns its exports. */
  readonly importModule: (url: string) => Promise<unknown>;
  /** Registers an action for when the process ends early, for example on a second signal. Returns a function that cancels it. */
  readonly atExit: (action: () => void) => () => void;
  /** The output of a long-running command, which prints events as they occur. */
  readonly live: LiveOutput;
  /** The standard input; opened when it is first used. */
  readonly stdin: () => AsyncIterable<Uint8Array | string>;
  /** Aborts on SIGINT, SIGTERM, and SIGHUP. */
  readonly signal: AbortSignal;
  /** Asks a yes-or-no question. Undefined if no user can answer (no terminal, or `--output json`). */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
}

/** The progress output of a command. It goes to stderr; the command returns its result. */
export interface Output {
  /** Prints a permanent line. */
  note(text: string): void;
  warn(diagnostic: Diagnostic): void;
  /** Shows a long operation: drawn on a terminal, one line elsewhere. Returns an object that updates and ends it. */
  progress(text: string): Progress;
}

export interface Progress {
  /** Whether each update stays visible, like a line of a log. */
  readonly isLog: boolean;
  /** Shows one of many steps, on a terminal only: the result of the command names each step. */
  step(text: string): void;
  /** Shows the current state. Outside a terminal, prints it as a separate line, unless it equals the previous line. */
  update(text: string): void;
  done(text?: string): void;
}

export interface ExecOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Called with each line of stdout and stderr as it arrives. */
  readonly onLine?: (line: string) => void;
  /** The standard input. Default: none. */
  readonly input?: string;
}

export interface ExecResult {
  /** The exit code; undefined if a signal ended the program. */
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
 * Runs a program that reads a text from stdin and prints a text to stdout, within limits. It runs without a shell. Rejects
 * only if the signal aborts.
 */
export type RunFilter = (
  file: string,
  options: {
    /** Default: none. */
    readonly args?: readonly string[];
    readonly cwd: string;
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly input: string;
    readonly limitMs: number;
    /** The most bytes that the program may print on stdout and stderr. */
    readonly mostBytes: number;
    readonly signal: AbortSignal;
  },
) => Promise<FilterResult>;

export interface FilterResult {
  readonly end:
    | { readonly kind: "exit"; readonly code: number }
    | { readonly kind: "signal"; readonly signal: string }
    | { readonly kind: "late" | "too-large" }
    | { readonly kind: "not-started"; readonly reason: string };
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program directly on the terminal until it ends, and forwards every signal to it. Resolves to its exit status
 * (128 plus the signal number if a signal ended it).
 */
export type Foreground = (
  file: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
) => Promise<number>;

/** The lines on stdout: text for users, or one JSON document per line. */
export interface LiveOutput {
  readonly format: "text" | "json";
  readonly isColoured: boolean;
  line(text: string): void;
}

/** Starts a program that runs alongside the command, in a separate process group. It does not outlive this process. */
export type StartProcess = (
  file: string,
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string | undefined>>;
    /** Called with each line that the program prints on stdout or stderr. */
    readonly onLine: (line: string) => void;
  },
) => RunningProcess;

export interface RunningProcess {
  /** Resolves when the program has ended and all its lines have been passed on: `1`, `SIGKILL`. */
  readonly ended: Promise<string>;
  signal(name: "SIGTERM" | "SIGKILL"): void;
  /** Writes a line to the program's standard input, and closes the input. */
  send(line: string): void;
}

/** The result of a command: a text for users, and a value for programs with the same content. */
export interface CommandResult {
  /** The text for stdout, without the final line break. */
  readonly text: string;
  /** Whether the text is a document for other programs, such as YAML or a picture. Default false. */
  readonly isDocument?: boolean;
  /** Whether tsop coloured the text and has already escaped the text of other sources. Default false. */
  readonly isPainted?: boolean;
  /** The value for stdout with `--output json`. Its shape is stable. */
  readonly json: Readonly<Record<string, unknown>>;
  /** The problems in the user's sources and files, for `--output sarif`. */
  readonly diagnostics?: readonly Diagnostic[];
  /** Default 0. 3 means that `--check` found drift. */
  readonly exitCode?: number;
  /** Whether the command ran until a signal stopped it. Then tsop prints nothing, and the exit status is that of the signal. */
  readonly stopped?: boolean;
}
