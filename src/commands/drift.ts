/** What commands that generate files say of those that differ. */
import type { Diagnostic } from "../core/diagnostic.js";
import type { ErrorCode } from "../core/error-codes.js";
import type { FileAction } from "../machinery/snapshot.js";
import { differsInLineEndings } from "../machinery/print-actions.js";

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
