/**
 * The up-to-date manifests of a project. Every command that renders or applies manifests uses this module, so that tsop
 * never deploys manifests that differ from the sources.
 */
import { realpathSync } from "node:fs";
import { field, text } from "../core/json-fields.js";
import { TsopError } from "../core/errors.js";
import type { FileAction } from "../machinery/snapshot.js";
import { isContinuousIntegration } from "../machinery/project-state.js";
import { jsonOf } from "../project/files.js";
import { diskFiles } from "../render/disk-files.js";
import type { Files } from "../render/folder.js";
import type { Context } from "./context.js";
import { driftOf } from "./file-plan.js";
import { manifestsDrift, runManifests } from "./manifests.js";
import { planManifests } from "./manifests-options.js";
import { isPreviewOf, type PreviewFlags } from "./output-options.js";
import { plannedFiles } from "./planned-files.js";

export interface FreshManifests {
  /** The project with up-to-date manifests, whether or not they are written. */
  readonly files: Files;
  /** The changes in `files` that are not on the disk. */
  readonly unwritten: readonly FileAction[];
}

/** `write`: writes like `tsop manifests`. `preview`: writes nothing. `check`: treats outdated manifests as an error. */
export type FreshnessMode = "write" | "preview" | "check";

/** Returns the mode for the flags of a command: a command that writes files also writes the manifests. */
export function freshnessOf(options: PreviewFlags): FreshnessMode {
  return options.check === true ? "check" : isPreviewOf(options) ? "preview" : "write";
}

/** The manifests on the disk. */
const asTheyAre: FreshManifests = { files: diskFiles, unwritten: [] };

/**
 * Regenerates outdated manifests with the code of `tsop manifests`. In CI it generates nothing: CI deploys the
 * committed manifests.
 *
 * @throws TsopError the errors of the generator; `manifests/out-of-date` with all outdated files, in CI and for `check`
 */
export async function freshManifests(mode: FreshnessMode, context: Context): Promise<FreshManifests> {
  const { cwd, env, output } = context;
  const script = manifestsScript(cwd);
  if (script === undefined) return asTheyAre;
  if (script !== ownScript) {
    output.note(
      `tsop uses the existing manifests, because the script "manifests" in package.json is ${JSON.stringify(script)}`,
    );
    return asTheyAre;
  }
  const refuses = mode === "check" || (mode === "write" && isContinuousIntegration(env));
  const isPreview = refuses || mode === "preview";
  const { actions, warnings } = await runManifests(planManifests({}, cwd), { dryRun: isPreview }, context);
  for (const warning of warnings) output.warn(warning);
  if (refuses && actions.length > 0) throw TsopError.fromDiagnostics(driftOf(actions, manifestsDrift));
  if (actions.length > 0) {
    const names = actions.map((action) => action.path).join(", ");
    output.note(isPreview ? `out of date, and not written by this preview: ${names}` : `regenerated: ${names}`);
  }
  return isPreview ? { files: plannedFiles(realpathSync(cwd), actions), unwritten: actions } : asTheyAre;
}

const ownScript = "tsop manifests";

/** Returns the command of `npm run manifests`; undefined if the project has no such script. */
function manifestsScript(root: string): string | undefined {
  // The code that needs package.json reports its errors.
  return text(field(jsonOf(root, "package.json"), "scripts"), "manifests");
}
