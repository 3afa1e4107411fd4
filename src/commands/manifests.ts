import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { hasErrors, sortDiagnostics, type Diagnostic } from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import { commit } from "../machinery/commit.js";
import { printActions, printDiff } from "../machinery/print-actions.js";
import type { FileAction } from "../machinery/action.js";
import { Tree } from "../machinery/tree.js";
import { readProject } from "../project/file.js";
import { type Project, qualifiedGroup } from "../project/project.js";
import { diskHost } from "../source/source-host.js";
import type { CommandResult, Context } from "./context.js";
import { type Outcome, recallOutcome, recordingHost, rememberOutcome } from "./last-manifests.js";
import { undoInterrupted } from "./undo-interrupted.js";
import { packageVersion } from "./version.js";

export interface ManifestsOptions {
  /** Write nothing; exit status 3 when something would be written. */
  readonly check?: boolean;
  readonly dryRun?: boolean;
  /** Show what changes in each file. */
  readonly diff?: boolean;
  /** Treat warnings as errors. */
  readonly strict?: boolean;
}

/**
 * Generates CRDs, RBAC rules and samples from the sources.
 *
 * @throws TsopError with all diagnostics, when there is an error among them; nothing is written then
 */
export async function manifests(options: ManifestsOptions, context: Context): Promise<CommandResult> {
  const root = context.cwd;
  undoInterrupted(root, context);
  const project = readProject(root);
  const host = recordingHost(diskHost(root));
  const version = `${packageVersion()} 1 ${JSON.stringify(project)}`;
  const recalled = recallOutcome(root, version, host);
  if (recalled !== undefined) return finish(recalled, [], options, context);

  const { readSources } = await import("../source/load.js");
  const { generateManifests } = await import("../generate/manifests.js");
  const tree = new Tree(root);
  const sources = readSources({ root, host });
  // What a file that does not parse seems to lack is noise.
  const broken = sources.diagnostics.filter(({ code }) => code === "source/syntax");
  if (broken.length > 0) throw TsopError.fromDiagnostics(broken);
  const generated = generateManifests(sources.model, {
    domain: project.domain,
    projectName: project.projectName,
    namespaced: project.namespaced,
    crds: { conversions: convertedKinds(project) },
    existing: { read: (file) => tree.read(file), list: (folder) => namesIn(path.join(root, folder)) },
  });
  const diagnostics = sortDiagnostics([...sources.diagnostics, ...generated.diagnostics]);
  if (hasErrors(diagnostics)) throw TsopError.fromDiagnostics(diagnostics);
  for (const { path: file, content } of generated.artifacts) {
    if (tree.read(file) === undefined) tree.create(file, content);
    else tree.overwrite(file, content);
  }
  const outcome: Outcome = {
    artifacts: generated.artifacts.map((artifact) => artifact.path),
    kept: generated.kept,
    warnings: diagnostics,
  };
  const actions = tree.actions().toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const result = await finish(outcome, actions, options, context);
  if (!isPreview(options)) {
    const written = generated.artifacts.map(({ path: file, content }) => [file, content] as const);
    const kept = generated.kept.map((file) => [file, tree.read(file)] as const);
    rememberOutcome(root, version, host, new Map([...host.seen, ...kept, ...written]), outcome);
  }
  return result;
}

function convertedKinds({ resources }: Project): string[] {
  const converted = resources.filter(({ conversion }) => conversion);
  return converted.map((resource) => `${qualifiedGroup(resource)}/${resource.kind}`);
}

function isPreview({ check, dryRun }: ManifestsOptions): boolean {
  return check === true || dryRun === true;
}

/** Says what is to be said, and writes unless it is a preview. */
async function finish(
  { artifacts, kept, warnings }: Outcome,
  actions: readonly FileAction[],
  options: ManifestsOptions,
  context: Context,
): Promise<CommandResult> {
  if (options.strict === true && warnings.length > 0) throw asErrors(warnings);
  for (const warning of warnings) context.output.warn(warning);
  if (!isPreview(options)) commit(context.cwd, actions);
  const lines: string[] = [];
  if (actions.length > 0) {
    const isDiffWanted = options.diff === true || options.check === true;
    lines.push(isDiffWanted ? await printDiff(actions) : printActions(actions));
  }
  const upToDate = artifacts.length - actions.length;
  if (upToDate > 0) lines.push(`${upToDate} ${upToDate === 1 ? "file is" : "files are"} up to date`);
  for (const file of kept) lines.push(`${file} was edited and is left alone`);
  if (options.check === true && actions.length > 0) lines.push("Not up to date: run `npm run manifests` and commit.");
  return {
    text: lines.join("\n"),
    json: {
      changes: actions.map(({ kind, path: file }) => ({ kind, path: file })),
      upToDate,
      kept,
      diagnostics: warnings,
      ...(isPreview(options) ? { dryRun: true } : {}),
    },
    exitCode: options.check === true && actions.length > 0 ? 3 : 0,
  };
}

function asErrors(warnings: readonly Diagnostic[]): TsopError {
  return TsopError.fromDiagnostics(warnings.map((warning) => ({ ...warning, severity: "error" })));
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
