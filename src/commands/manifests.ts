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
import { changesOf, type DriftTexts, endOf, showActions } from "./drift.js";
import { Memory, type Outcome, type RecordingHost } from "./last-manifests.js";
import { type Plan, planManifests } from "./manifests-options.js";
import { isPreviewOf } from "./output-options.js";
import { undoInterrupted } from "./undo-interrupted.js";
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
  const { result, warnings } = await runManifests(plan, options, context);
  for (const warning of warnings) context.output.warn(warning);
  return result;
}

/** One run, which has not said anything yet. */
export interface ManifestsRun {
  readonly result: CommandResult;
  readonly warnings: readonly Diagnostic[];
  /** Nothing has changed since a run that ended well: there was nothing to do. */
  readonly isRepeated: boolean;
  readonly isPreview: boolean;
  /** What differs from the disk, or did before it was written. */
  readonly actions: readonly FileAction[];
}

/**
 * @param mayWrite - asked before anything is written, when all is well so far
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
  // The module's name holds a checksum of the program: what another program remembered is not ours.
  const version = `${packageVersion()} ${path.basename(import.meta.url)}`;
  const memory = new Memory(context, { version, plan }, disk);
  // A check looks at the files themselves.
  const recalled = options.stdout === true || options.check === true ? undefined : memory.recall();
  // What is needed for a run in which something has changed is loaded only then.
  if (recalled !== undefined) {
    return {
      ...conclude({ outcome: recalled, changes: "" }, [], options),
      isRepeated: true,
      isPreview: false,
      actions: [],
    };
  }
  const { generate, printDocuments, write } = await import("./generate-manifests.js");
  const read = (recording: RecordingHost): ReturnType<typeof generate> => {
    recording.read(projectFileName); // what it says counts as much as the sources
    return generate(plan, recording, root, { ignoreFiles: options.stdout === true });
  };
  const { result: generated, host } = await readAtRest(disk, read, { isWriting: () => isBeingWritten(root) });
  refuseWarnings(generated.outcome.warnings, options);
  if (options.stdout === true) {
    const { warnings } = generated.outcome;
    return { result: printDocuments(generated), warnings, isRepeated: false, isPreview: true, actions: [] };
  }
  const isPreview = isPreviewOf(options) || !(await mayWrite());
  if (!isPreview) write(generated, root);
  const changes = await showActions(generated.actions, options);
  const run = conclude({ outcome: generated.outcome, changes }, generated.actions, options);
  if (!isPreview) memory.remember(new Map([...host.seen, ...generated.files]), generated.outcome);
  return { ...run, isRepeated: false, isPreview, actions: generated.actions };
}

/** What is said of a run. */
function conclude(
  { outcome, changes }: { outcome: Outcome; changes: string },
  actions: readonly FileAction[],
  options: ManifestsOptions,
): Pick<ManifestsRun, "result" | "warnings"> {
  const { artifacts, kept, warnings } = outcome;
  refuseWarnings(warnings, options);
  const upToDate = artifacts.length - actions.filter(({ kind }) => kind !== "delete").length;
  const lines = [
    ...(changes === "" ? [] : [changes]),
    ...(upToDate > 0 ? [`${upToDate} ${upToDate === 1 ? "file is" : "files are"} up to date`] : []),
    ...kept.map((file) => `${file} was edited and is left alone`),
  ];
  const json = { changes: changesOf(actions), upToDate, kept, diagnostics: warnings };
  return { result: endOf(actions, manifestsDrift, options, { lines, json, warnings }), warnings };
}

export const manifestsDrift: DriftTexts = {
  code: "manifests/out-of-date",
  wanted: "what the sources generate",
  command: "npm run manifests",
};

function refuseWarnings(warnings: readonly Diagnostic[], { strict }: ManifestsOptions): void {
  if (strict !== true || warnings.length === 0) return;
  throw TsopError.fromDiagnostics(warnings.map((warning) => ({ ...warning, severity: "error" })));
}
