import { TsopError } from "../../core/errors.js";
import { type FileAction, type Snapshot, snapshotAfter } from "../../machinery/snapshot.js";
import { Tree } from "../../machinery/tree.js";
import { withCliVersion } from "../../project/edit.js";
import { readPlugins } from "../../project/plugins.js";
import { type Project, projectFileName } from "../../project/project.js";
import { boilerplateFile } from "../../scaffold/license.js";
import type { Modes } from "../../scaffold/modes/modes.js";
import { readModes } from "../../scaffold/modes/read-modes.js";
import { type Conflict, mergeScaffold, type ScaffoldMerge } from "../../update/merge-scaffold.js";
import type { CommandResult, Context } from "../context.js";
import type { UpdateOptions } from "../declared/update.js";
import { changesOf, finishPlan } from "../file-plan.js";
import { installPackages } from "../install-packages.js";
import { openProject } from "../open-project.js";
import { isPreviewOf } from "../output-options.js";
import { deployImageKey } from "../plugins/deploy-image/flags.js";
import { chooseTsopDependency, isFromRegistry, self, type TsopDependency } from "../tsop-dependency.js";
import { packageVersion } from "../version.js";
import { warnUncommitted } from "../uncommitted.js";
import { abortUpdate, continueUpdate, describeConflicts } from "./end-update.js";
import { planCodeChanges } from "./code-changes.js";
import { delegate } from "./delegate.js";
import { inTemporaryFolder, replay, type ScaffoldFacts, thisScaffolder } from "./replay.js";
import { type OldTsop, oldScaffolder, tsopSpec, vendoredTarball } from "./scaffolders.js";
import { type PluginsUpdate, updatePlugins } from "./update-plugins.js";
import { changedFiles, readUpdateState, writeUpdateState } from "./update-state.js";
import { baseVersion, checkOrder, targetVersion } from "./versions.js";

/**
 * Updates the scaffold of a project, or ends an update. Writes either everything or nothing.
 *
 * @throws TsopError `update/…`, and the errors of PROJECT and of the files
 */
export async function update(options: UpdateOptions, context: Context): Promise<CommandResult> {
  const { files, project } = openProject(context);
  if (options.abort === true) return abortUpdate(options, files, context);
  if (options.continue === true) return continueUpdate(options, files, context);
  const last = readUpdateState(context, files);
  if (last?.isUnfinished === true) throw unfinished(last.to);

  const running = { version: packageVersion(), isFromRegistry: isFromRegistry(self) };
  const from = baseVersion(project, options.from);
  const to = await targetVersion(options.to, running, context);
  checkOrder(from, to);
  if (options.check === true) return check(from, to);
  if (to !== running.version) return delegate(to, options, context);
  return run({ files, project, from, to, running: running.version }, options, context);
}

interface Run {
  readonly files: Snapshot;
  readonly project: Project;
  readonly from: string;
  readonly to: string;
  readonly running: string;
}

async function run({ files, project, from, to, running }: Run, options: UpdateOptions, context: Context) {
  const root = context.cwd;
  const spec = tsopSpec(root);
  const vendored = vendoredTarball(root, spec);
  const dependency = await nextDependency(spec, to);
  const isSame = from === to && (vendored === undefined || dependency.spec === spec);
  const merged = isSame
    ? nothing
    : await planUpdate({ files, project, from, to, spec, dependency, style: options.conflicts }, context, {
        version: from,
        vendored,
        running,
      });
  // A plugin cannot read a file with conflicts: `--continue` lets the plugins work.
  const plan = merged.conflicts.length > 0 ? merged : await withPluginChanges(merged, { files, from, to }, context);
  const isPreview = isPreviewOf(options);
  if (!isPreview && plan.actions.length > 0) {
    await warnUncommitted(context, "`npx tsop update --abort` restores every file as it is now.");
    const { conflicts } = plan;
    const isUnfinished = conflicts.length > 0;
    writeUpdateState(root, { from, to, isUnfinished, files: changedFiles(plan.actions), conflicts });
  }
  const result = await finishPlan(root, describe(plan, from, to), options);
  const needsInstall = plan.actions.some(({ path }) => path === "package.json");
  if (!isPreview && plan.conflicts.length === 0 && needsInstall && options.install !== false) {
    await installPackages(root, context);
  }
  return { ...result, exitCode: plan.conflicts.length > 0 ? 1 : (result.exitCode ?? 0) };
}

async function withPluginChanges(
  plan: UpdatePlan,
  input: Omit<PluginsUpdate, "actions">,
  context: Context,
): Promise<UpdatePlan> {
  const { actions, next } = await updatePlugins({ ...input, actions: plan.actions }, context);
  return { ...plan, actions, next: [...plan.next, ...next] };
}

export interface UpdatePlan extends ScaffoldMerge {
  /** The changes of sources, one line for each kind of change. */
  readonly code: readonly string[];
  readonly next: readonly string[];
}

const nothing: UpdatePlan = { actions: [], conflicts: [], kept: [], code: [], next: [] };

interface UpdateInput extends Omit<Run, "running"> {
  readonly spec: string | undefined;
  readonly dependency: TsopDependency;
  readonly style: UpdateOptions["conflicts"];
}

async function planUpdate(
  { files, project, from, to, spec, dependency, style }: UpdateInput,
  context: Context,
  old: OldTsop,
): Promise<UpdatePlan> {
  const facts = {
    project,
    modes: modesOf(files, project),
    header: files.read(boilerplateFile) ?? "",
    images: readPlugins(files.read(projectFileName) ?? "").get(deployImageKey),
  };
  const progress = context.output.progress(`creating the scaffolds of tsop ${from} and ${to}`);
  try {
    const base = await inTemporaryFolder(async (folder) =>
      replay(await oldScaffolder(old, folder, context), withSpec(facts, spec ?? dependency.spec), context),
    );
    const next = await replay(thisScaffolder(to), withSpec(facts, dependency.spec), context);
    const merge = mergeScaffold({ files, base, next, style, label: `tsop ${to}` });
    const own = planOwnFiles(files, dependency, to);
    const conflicting = new Set(merge.conflicts.map(({ file }) => file));
    const scaffolded = [...merge.actions, ...own];
    const isPrerelease = old.vendored !== undefined;
    const code = await planCodeChanges(
      snapshotAfter(files, scaffolded),
      { from, to, isPrerelease },
      (file) => !conflicting.has(file),
    );
    const gone = old.vendored !== undefined && spec !== dependency.spec ? [`delete ${old.vendored}`] : [];
    return {
      ...merge,
      actions: joinActions(files, scaffolded, code.actions),
      code: code.titles,
      next: [...gone, "npm run manifests", "npm test"],
    };
  } finally {
    progress.done();
  }
}

function withSpec(facts: Omit<ScaffoldFacts, "tsop">, tsop: string): ScaffoldFacts {
  return { ...facts, tsop };
}

/** Plans PROJECT and the copy of tsop in the project, which no scaffold contains. */
function planOwnFiles(files: Snapshot, dependency: TsopDependency, to: string): FileAction[] {
  const tree = new Tree(files);
  tree.write(projectFileName, withCliVersion(files.read(projectFileName) ?? "", to));
  if (dependency.kind === "vendored" && !files.exists(dependency.packed.file)) {
    tree.create(dependency.packed.file, dependency.packed.content);
  }
  return tree.actions();
}

/** Joins changes that build on each other, so that each file has one action. */
function joinActions(files: Snapshot, first: readonly FileAction[], second: readonly FileAction[]): FileAction[] {
  const later = new Map(second.map((action) => [action.path, action]));
  const joined = first.map((action): FileAction => {
    const after = later.get(action.path);
    if (after?.kind !== "overwrite") return action;
    later.delete(action.path);
    const before = files.read(action.path);
    return before === undefined
      ? { kind: "create", path: action.path, content: after.content }
      : { kind: "overwrite", path: action.path, content: after.content, before };
  });
  return [...joined, ...later.values()];
}

function modesOf(files: Snapshot, project: Project): Modes | undefined {
  try {
    return readModes(files, project);
  } catch (error) {
    if (error instanceof TsopError) return undefined; // the user has replaced the kustomization
    throw error;
  }
}

/** Returns the new dependency on tsop: a range keeps its operator, a copy in the project gets a new copy. */
async function nextDependency(spec: string | undefined, to: string): Promise<TsopDependency> {
  const range = /^([~^]?)\d/.exec(spec ?? "");
  if (range !== null) return { kind: "named", spec: `${range[1] ?? ""}${to}` };
  const isCopy = spec === undefined || /^file:(\.\/)?vendor\/tsop-/.test(spec);
  return isCopy ? chooseTsopDependency(undefined) : { kind: "named", spec };
}

function check(from: string, to: string): CommandResult {
  const isAvailable = from !== to;
  const json = { from, to, available: isAvailable };
  if (!isAvailable) return { text: `up to date: the project has the scaffold of tsop ${to}`, json };
  const message = `the project has the scaffold of tsop ${from}, and tsop ${to} is available`;
  const hint = "Run `npx tsop update`, or `npx tsop update --diff` to see the changes first.";
  return {
    text: `${message}\n${hint}`,
    json,
    diagnostics: [{ code: "update/available", severity: "error", message, at: { file: projectFileName }, hint }],
    exitCode: 3,
  };
}

function describe({ actions, conflicts, kept, code, next }: UpdatePlan, from: string, to: string) {
  return {
    actions,
    unchanged: [`up to date: the project has the scaffold of tsop ${to}`],
    notes: [
      ...kept.map(({ file, reason }) => `${file} kept unchanged: ${reason}`),
      ...code.map((title) => `sources: ${title}`),
      ...describeConflicts(conflicts),
    ],
    done:
      conflicts.length > 0 || actions.length === 0 ? [] : [`\nNext:\n${next.map((step) => `  ${step}`).join("\n")}`],
    json: { from, to, changes: changesOf(actions), conflicts: conflicts.map(toJson), kept, code, next },
  };
}

function toJson({ file, line, message, beside }: Conflict): Record<string, unknown> {
  return { file, line, message, beside };
}

function unfinished(to: string): TsopError {
  return new TsopError("update/unfinished", `the update to tsop ${to} has conflicts that are not resolved`, {
    hint: "Resolve them, and run `npx tsop update --continue`; or undo the update with `npx tsop update --abort`.",
  });
}
