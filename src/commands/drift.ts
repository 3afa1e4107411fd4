/** What commands that generate files say of those that differ. */
import type { Diagnostic } from "../core/diagnostic.js";
import type { ErrorCode } from "../core/error-codes.js";
import type { FileAction } from "../machinery/snapshot.js";
import { checkedDiffLines, differsInLineEndings, printActions, printDiff } from "../machinery/print-actions.js";
import type { CommandResult } from "./context.js";
import { isPreviewOf } from "./output-options.js";

/** For programs. */
export function changesOf(
  actions: readonly FileAction[],
): { readonly kind: FileAction["kind"]; readonly path: string }[] {
  return actions.map(({ kind, path }) => ({ kind, path }));
}

export interface DriftTexts {
  readonly code: ErrorCode;
  /** What makes the files: `what the sources generate`. */
  readonly wanted: string;
  readonly command: string;
}

/** With `--check`, each file that is not up to date is an error. */
export function driftOf(actions: readonly FileAction[], { code, wanted, command }: DriftTexts): Diagnostic[] {
  return actions.map((action) => ({
    code,
    severity: "error",
    message: messageFor(action, wanted),
    at: { file: action.path },
    hint: `Run \`${command}\` and commit.`,
  }));
}

function messageFor(action: FileAction, wanted: string): string {
  if (action.kind === "create") return "the file is missing";
  return differsInLineEndings(action) ? "the file differs only in line endings: CRLF" : `the file is not ${wanted}`;
}

/** Flags of commands that make files. */
interface ChangeFlags {
  readonly check?: boolean;
  readonly diff?: boolean;
  readonly dryRun?: boolean;
}

/** What changes in files: line by line where that is asked for, as much as one would look at where it is only checked. */
export async function showActions(actions: readonly FileAction[], { check, diff }: ChangeFlags): Promise<string> {
  if (diff === true) return printDiff(actions);
  return check === true ? printDiff(actions, checkedDiffLines) : printActions(actions);
}

/**
 * What a command ends with that makes files, or would: with `--check`, a file that is not up to date is an error.
 *
 * @param command - to be run then; default: that of the texts
 */
export function endOf(
  actions: readonly FileAction[],
  texts: DriftTexts,
  flags: ChangeFlags,
  {
    lines,
    json,
    warnings,
    command = texts.command,
  }: {
    readonly lines: readonly string[];
    readonly json: Readonly<Record<string, unknown>>;
    readonly warnings: readonly Diagnostic[];
    readonly command?: string;
  },
): CommandResult {
  const hasDrifted = flags.check === true && actions.length > 0;
  return {
    text: [...lines, ...(hasDrifted ? [`Not up to date: run \`${command}\` and commit.`] : [])].join("\n"),
    json: isPreviewOf(flags) ? { ...json, dryRun: true } : json,
    diagnostics: [...warnings, ...(hasDrifted ? driftOf(actions, texts) : [])],
    exitCode: hasDrifted ? 3 : 0,
  };
}
