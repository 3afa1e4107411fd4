/** Ends an update: continues it after its conflicts are resolved, or undoes it. */
import type { Diagnostic } from "../../core/diagnostic.js";
import { TsopError } from "../../core/errors.js";
import { formatLocation } from "../../core/source-location.js";
import type { Snapshot } from "../../machinery/snapshot.js";
import { Tree } from "../../machinery/tree.js";
import type { Conflict } from "../../update/merge-scaffold.js";
import { findMarker } from "../../update/merge-text.js";
import type { CommandResult, Context } from "../context.js";
import type { UpdateOptions } from "../declared/update.js";
import { changesOf, finishPlan } from "../file-plan.js";
import { installPackages } from "../install-packages.js";
import { planCodeChanges } from "./code-changes.js";
import { updatePlugins } from "./update-plugins.js";
import { changedFiles, forgetUpdate, isAsUpdated, readUpdateState, writeUpdateState } from "./update-state.js";

/** Deletes the files beside the resolved files, changes the sources that had conflicts, and installs the packages. */
export async function continueUpdate(
  options: UpdateOptions,
  files: Snapshot,
  context: Context,
): Promise<CommandResult> {
  const state = readUpdateState(context, files);
  if (state?.isUnfinished !== true) throw none("continue");
  const names = [...new Set(state.conflicts.map(({ file }) => file))];
  const marked = names.flatMap((file): Diagnostic[] => {
    const line = findMarker(files.read(file) ?? "");
    return line === undefined ? [] : [stillMarked(file, line)];
  });
  if (marked.length > 0) throw TsopError.fromDiagnostics(marked);
  const { root, from, to } = { root: context.cwd, ...state };
  const tree = new Tree(files);
  for (const { beside } of state.conflicts) if (beside !== undefined && tree.exists(beside)) tree.delete(beside);
  const code = await planCodeChanges(files, { from, to, isPrerelease: from === to }, (file) => names.includes(file));
  const { actions, next } = await updatePlugins(
    { files, actions: [...tree.actions(), ...code.actions], from, to },
    context,
  );
  const known = new Map(state.files.map((file) => [file.path, file]));
  const now = changedFiles(actions).map((file) => ({ ...file, before: (known.get(file.path) ?? file).before }));
  for (const file of now) known.set(file.path, file);
  const resolved = names.flatMap((path) => changedFiles([{ kind: "create", path, content: files.read(path) ?? "" }]));
  for (const { path, after } of resolved) {
    if (now.some((file) => file.path === path)) continue;
    const file = known.get(path);
    known.set(path, { path, before: file === undefined ? files.read(path) : file.before, after });
  }
  const plan = {
    actions,
    unchanged: [],
    notes: code.titles.map((title) => `sources: ${title}`),
    done: [
      `The project has the scaffold of tsop ${to}.\n\nNext:\n${["npm run manifests", "npm test", ...next].map((step) => `  ${step}`).join("\n")}`,
    ],
    json: { from, to, changes: changesOf(actions), conflicts: [], code: code.titles },
  };
  const result = await finishPlan(root, plan, {});
  writeUpdateState(root, { ...state, isUnfinished: false, conflicts: [], files: [...known.values()] });
  const needsInstall = state.files.some(({ path }) => path === "package.json");
  if (needsInstall && options.install !== false) await installPackages(root, context);
  return result;
}

/** Restores every file that the last update changed. */
export async function abortUpdate(
  { force = false }: UpdateOptions,
  files: Snapshot,
  context: Context,
): Promise<CommandResult> {
  const state = readUpdateState(context, files);
  if (state === undefined) throw none("undo");
  // The user was asked to change files with conflicts.
  const expected = new Set(state.isUnfinished ? state.conflicts.flatMap(({ file, beside }) => [file, beside]) : []);
  const changed = state.files.filter((file) => !expected.has(file.path) && !isAsUpdated(file, files));
  const lost = changed.filter(({ path, before }) => files.read(path) !== before);
  if (lost.length > 0 && !force) throw TsopError.fromDiagnostics(lost.map(({ path }) => changedSince(path)));
  const tree = new Tree(files);
  for (const { path, before } of state.files) {
    if (before !== undefined) tree.write(path, before);
    else if (tree.exists(path)) tree.delete(path);
  }
  const actions = tree.actions();
  const plan = {
    actions,
    done: [`The project has the scaffold of tsop ${state.from} again. To install its packages: npm install`],
    json: { from: state.to, to: state.from, changes: changesOf(actions) },
  };
  const result = await finishPlan(context.cwd, plan, {});
  forgetUpdate(context.cwd);
  return result;
}

/** Describes the conflicts, and how to end the update. */
export function describeConflicts(conflicts: readonly Conflict[]): string[] {
  if (conflicts.length === 0) return [];
  const lines = conflicts.map(({ file, line, message, beside }) => {
    const place = formatLocation(line === undefined ? { file } : { file, line });
    return `  ${place}  ${message}${beside === undefined ? "" : `: see ${beside}`}`;
  });
  return [
    `\n${conflicts.length} ${conflicts.length === 1 ? "conflict" : "conflicts"}:\n${lines.join("\n")}`,
    "Resolve them, then run: npx tsop update --continue\nTo undo the update: npx tsop update --abort",
  ];
}

function stillMarked(file: string, line: number): Diagnostic {
  return {
    code: "update/unfinished",
    severity: "error",
    message: "the file still contains a conflict marker",
    at: { file, line, column: 1 },
    hint: "Keep the lines that you want, delete the markers, and repeat the command.",
  };
}

function changedSince(file: string): Diagnostic {
  return {
    code: "update/changed-since",
    severity: "error",
    message: "the file has changed since the update",
    at: { file },
    hint: "Save your change elsewhere, or lose it with --force.",
  };
}

function none(what: "continue" | "undo"): TsopError {
  return new TsopError("update/none", `there is no update to ${what}`, {
    hint: "The record of an update is in .tsop on the machine that ran it. Elsewhere, use git.",
  });
}
