/** The planned file changes of a command. The plan is a value; one function applies it, and one function prints it. */
import type { Diagnostic } from "../core/diagnostic.js";
import type { ErrorCode } from "../core/error-codes.js";
import { commit } from "../machinery/commit.js";
import { checkedDiffLines, differsInLineEndings, printActions, printDiff } from "../machinery/print-actions.js";
import type { FileAction } from "../machinery/snapshot.js";
import type { CommandResult } from "./context.js";
import { isPreviewOf, type PreviewFlags } from "./output-options.js";

export interface FilePlan {
  readonly actions: readonly FileAction[];
  /** How `--check` reports an outdated file. */
  readonly drift?: DriftTexts;
  /** The command that updates these files, if it differs from the drift's command. */
  readonly command?: string;
  readonly warnings?: readonly Diagnostic[];
  /** A file that does not help readers: its changes always come with changes in the other files. */
  readonly hidden?: string;
  /** Lines for users: printed when no file changes, always, and after the files are written. */
  readonly unchanged?: readonly string[];
  readonly notes?: readonly string[];
  readonly done?: readonly string[];
  /** The value for programs. */
  readonly json: Readonly<Record<string, unknown>>;
}

export interface DriftTexts {
  readonly code: ErrorCode;
  /** The source of the files: `what the sources generate`. */
  readonly wanted: string;
  readonly command: string;
}

/** The flags of commands that write files. */
interface PlanFlags extends PreviewFlags {
  readonly force?: boolean;
}

/**
 * Applies a plan, all of it or nothing, unless the run is a preview. Prints the changes. With `--check`, reports an
 * outdated file as an error.
 *
 * @throws TsopError as `commit` does; every file is as it was then
 */
export async function finishPlan(
  root: string,
  plan: FilePlan,
  flags: PlanFlags,
  isPreview = isPreviewOf(flags),
): Promise<CommandResult> {
  const { actions, warnings = [], json } = plan;
  if (!isPreview) commit(root, actions);
  const drift = flags.check === true && actions.length > 0 ? plan.drift : undefined;
  const lines = [
    ...(actions.length === 0 ? (plan.unchanged ?? []) : await showActions(plan, flags)),
    ...(plan.notes ?? []),
    ...(isPreview ? [] : (plan.done ?? [])),
    ...(drift === undefined ? [] : [`Not up to date: run \`${plan.command ?? drift.command}\` and commit.`]),
  ];
  return {
    text: lines.join("\n"),
    json: isPreviewOf(flags) ? { ...json, dryRun: true } : json,
    diagnostics: [...warnings, ...(drift === undefined ? [] : driftOf(actions, drift))],
    exitCode: drift === undefined ? 0 : 3,
  };
}

/** Prints one line per file, or with `--diff` all changed lines, or with `--check` a limited number of changed lines. */
async function showActions({ actions, hidden }: FilePlan, { check, diff, force }: PlanFlags): Promise<string[]> {
  const shown = actions.filter(({ path }) => path !== hidden);
  if (shown.length === 0) return [];
  if (diff === true) return [await printDiff(shown)];
  const changes = check === true ? await printDiff(shown, checkedDiffLines) : printActions(shown);
  // With `--force`, show the overwritten text.
  const overwritten = force === true ? shown.filter(({ kind }) => kind !== "create") : [];
  return overwritten.length === 0 ? [changes] : [changes, await printDiff(overwritten)];
}

/** Returns the changes for programs. */
export function changesOf(
  actions: readonly FileAction[],
): { readonly kind: FileAction["kind"]; readonly path: string }[] {
  return actions.map(({ kind, path }) => ({ kind, path }));
}

/** Returns an error for each outdated file. */
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
  return differsInLineEndings(action)
    ? "the file differs only in line endings: CRLF"
    : `the file differs from ${wanted}`;
}
