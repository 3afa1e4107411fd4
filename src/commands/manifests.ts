import path from "node:path";
import type { Diagnostic } from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import type { FileAction } from "../machinery/snapshot.js";
import { isBeingWritten } from "../machinery/journal.js";
import { projectFileName } from "../project/project.js";
import { diskHost } from "../source/source-host.js";
import { readAtRest } from "./at-rest.js";
import type { CommandResult, Context } from "./context.js";
import type { ManifestsOptions } from "./declared/generate.js";
import { changesOf, type DriftTexts, finishPlan } from "./file-plan.js";
import { memoryOf, type Outcome, type RecordingHost } from "./last-manifests.js";
import { type Plan, planManifests } from "./manifests-options.js";
import { undoInterrupted } from "./open-files.js";
import { isPreviewOf } from "./output-options.js";
import { packageVersion } from "./version.js";

/**
 * Generates CRDs, RBAC rules and samples from the sources.
 *
 * @throws TsopError with all diagnostics, when there is an error among them; nothing is written then
 */
export async function manifests(options: ManifestsOptions, context: Context): Promise<CommandResult> {
  const plan = planManifests(options, context.cwd);
  if (options.watch === true) {
    const { watchManifests } = await import("./watch-manifests.js");
    return watchManifests(plan, options, context);
  }
  if (options.checkCompatibility === true) {
    const { apiDiff } = await import("./api-diff.js");
    const diff = await apiDiff({ failOn: "breaking", crdDir: plan.folders.crd }, context);
    if (diff.exitCode !== 0) return diff;
  }
  const { result, warnings } = await runManifests(plan, options, context);
  for (const warning of warnings) context.output.warn(warning);
  return result;
}

/** One run, which has not printed anything yet. */
export interface ManifestsRun {
  readonly result: CommandResult;
  readonly warnings: readonly Diagnostic[];
  /** Whether nothing has changed since the last successful run, so that there was nothing to do. */
  readonly isRepeated: boolean;
  readonly isPreview: boolean;
  /** The differences from the disk (before tsop wrote the files). */
  readonly actions: readonly FileAction[];
}

/**
 * @param mayWrite - called before anything is written, if there are no errors so far
 * @throws TsopError as {@link manifests}
 */
export async function runManifests(
  plan: Plan,
  options: ManifestsOptions,
  context: Context,
  mayWrite: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<ManifestsRun> {
  const root = context.cwd;
  undoInterrupted(root, context);
  const disk = diskHost(root);
  // The module's name contains a checksum of the program: tsop ignores the record of another version.
  const version = `${packageVersion()} ${path.basename(import.meta.url)}`;
  const memory = memoryOf(context, { version, plan }, disk);
  // `--check` reads the files themselves.
  const recalled = options.stdout === true || options.check === true ? undefined : memory.recall();
  // Load the generator only if something has changed.
  if (recalled !== undefined) {
    refuseWarnings(recalled.warnings, options);
    const result = await finishRun(root, { outcome: recalled, actions: [] }, options);
    return { result, warnings: recalled.warnings, isRepeated: true, isPreview: false, actions: [] };
  }
  const { generate, printDocuments } = await import("./generate-manifests.js");
  const read = (recording: RecordingHost): ReturnType<typeof generate> => {
    recording.read(projectFileName); // its content counts as much as the sources
    return generate(plan, recording, root, { ignoreFiles: options.stdout === true });
  };
  const { result: generated, host } = await readAtRest(disk, read, { isWriting: () => isBeingWritten(root) });
  const { outcome, actions } = generated;
  const { warnings } = outcome;
  refuseWarnings(warnings, options);
  if (options.stdout === true) {
    return { result: printDocuments(generated), warnings, isRepeated: false, isPreview: true, actions: [] };
  }
  const isPreview = isPreviewOf(options) || !(await mayWrite());
  const result = await finishRun(root, generated, options, isPreview);
  if (!isPreview) memory.remember(new Map([...host.seen, ...generated.files]), outcome);
  return { result, warnings, isRepeated: false, isPreview, actions };
}

/** Writes the generated files, and reports the change of each file. */
function finishRun(
  root: string,
  { outcome, actions }: { readonly outcome: Outcome; readonly actions: readonly FileAction[] },
  options: ManifestsOptions,
  isPreview?: boolean,
): Promise<CommandResult> {
  const { artifacts, kept, warnings } = outcome;
  const upToDate = artifacts.length - actions.filter(({ kind }) => kind !== "delete").length;
  const plan = {
    ...{ actions, drift: manifestsDrift, warnings },
    notes: [
      ...(upToDate > 0 ? [`${upToDate} ${upToDate === 1 ? "file is" : "files are"} up to date`] : []),
      ...kept.map((file) => `${file} was edited; kept unchanged`),
    ],
    json: { changes: changesOf(actions), upToDate, kept, diagnostics: warnings },
  };
  return finishPlan(root, plan, options, isPreview);
}

export const manifestsDrift: DriftTexts = {
  code: "manifests/out-of-date",
  wanted: "the output of the sources",
  command: "npm run manifests",
};

function refuseWarnings(warnings: readonly Diagnostic[], { strict }: ManifestsOptions): void {
  if (strict !== true || warnings.length === 0) return;
  throw TsopError.fromDiagnostics(warnings.map((warning) => ({ ...warning, severity: "error" })));
}
