/** What a command makes of files: the plan is a value, one edge carries it out, and one printer says what it changes. */
import type { Diagnostic } from "../core/diagnostic.js";
import type { ErrorCode } from "../core/error-codes.js";
import { commit } from "../machinery/commit.js";
import { checkedDiffLines, differsInLineEndings, printActions, printDiff } from "../machinery/print-actions.js";
import type { FileAction } from "../machinery/snapshot.js";
import type { CommandResult } from "./context.js";
import { isPreviewOf, type PreviewFlags } from "./output-options.js";

export interface FilePlan {
  readonly actions: readonly FileAction[];
  /** How a file that is not up to date is reported with `--check`. */
  readonly drift?: DriftTexts;
  /** What brings these files up to date, where that is more than the drift's own command. */
  readonly command?: string;
  readonly warnings?: readonly Diagnostic[];
  /** A file that no reader understands: what differs in it differs in the others too. */
  readonly hidden?: string;
  /** For people: lines that are said when no file changes, in any case, and once the files are written. */
  readonly unchanged?: readonly string[];
  readonly notes?: readonly string[];
  readonly done?: readonly string[];
  /** For programs. */
  readonly json: Readonly<Record<string, unknown>>;
}

export interface DriftTexts {
  readonly code: ErrorCode;
  /** What makes the files: `what the sources generate`. */
  readonly wanted: string;
  readonly command: string;
}

/** Flags of commands that write files. */
interface PlanFlags extends PreviewFlags {
  readonly force?: boolean;
}

/**
 * Carries a plan out, all of it or nothing, unless it is only to be looked at; and says what changes. With `--check`, a file that is
 * not up to date is an error.
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

/** What changes: line by line where that is asked for, as much as one would look at where it is only checked. */
async function showActions({ actions, hidden }: FilePlan, { check, diff, force }: PlanFlags): Promise<string[]> {
  const shown = actions.filter(({ path }) => path !== hidden);
  if (shown.length === 0) return [];
  if (diff === true) return [await printDiff(shown)];
  const changes = check === true ? await printDiff(shown, checkedDiffLines) : printActions(shown);
  // Whoever forces sees what it costs.
  const overwritten = force === true ? shown.filter(({ kind }) => kind !== "create") : [];
  return overwritten.length === 0 ? [changes] : [changes, await printDiff(overwritten)];
}

/** For programs. */
export function changesOf(
  actions: readonly FileAction[],
): { readonly kind: FileAction["kind"]; readonly path: string }[] {
  return actions.map(({ kind, path }) => ({ kind, path }));
}

/** Each file that is not up to date, as an error. */
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
