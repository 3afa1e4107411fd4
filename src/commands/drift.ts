/** What commands that generate files say of those that differ. */
import type { Diagnostic } from "../core/diagnostic.js";
import type { ErrorCode } from "../core/error-codes.js";
import type { FileAction } from "../machinery/action.js";

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
  return actions.map(({ kind, path: file }) => ({
    code,
    severity: "error",
    message: kind === "create" ? "the file is missing" : `the file is not ${wanted}`,
    at: { file },
    hint: `Run \`${command}\` and commit.`,
  }));
}
