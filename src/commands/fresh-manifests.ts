/**
 * The manifests of a project, as its sources want them: every command that renders or applies them goes through here, so that
 * nothing is deployed which is not what the sources say.
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
  /** The project as it is with manifests that are up to date, whether they are written or not. */
  readonly files: Files;
  /** What `files` has, and the disk has not. */
  readonly unwritten: readonly FileAction[];
}

/** `write`: as `tsop manifests` does. `preview`: nothing is written. `check`: what is out of date is an error. */
export type FreshnessMode = "write" | "preview" | "check";

/** As far as a command writes files itself, it has the manifests written. */
export function freshnessOf(options: PreviewFlags): FreshnessMode {
  return options.check === true ? "check" : isPreviewOf(options) ? "preview" : "write";
}

/** As they are on the disk. */
const asTheyAre: FreshManifests = { files: diskFiles, unwritten: [] };

/**
 * Generates the manifests that are out of date, with the same code as `tsop manifests`. In CI nothing is generated: what is
 * deployed there is what was committed.
 *
 * @throws TsopError what the generator finds in the sources; `manifests/out-of-date` with all files that are, in CI and for `check`
 */
export async function freshManifests(mode: FreshnessMode, context: Context): Promise<FreshManifests> {
  const { cwd, env, output } = context;
  const script = manifestsScript(cwd);
  if (script === undefined) return asTheyAre;
  if (script !== ownScript) {
    output.note(`manifests are taken as they are: the script "manifests" of package.json is ${JSON.stringify(script)}`);
    return asTheyAre;
  }
  const refuses = mode === "check" || (mode === "write" && isContinuousIntegration(env));
  const isPreview = refuses || mode === "preview";
  const { actions, warnings } = await runManifests(planManifests({}, cwd), { dryRun: isPreview }, context);
  for (const warning of warnings) output.warn(warning);
  if (refuses && actions.length > 0) throw TsopError.fromDiagnostics(driftOf(actions, manifestsDrift));
  if (actions.length > 0) {
    const names = actions.map((action) => action.path).join(", ");
    output.note(isPreview ? `out of date, and not written by this preview: ${names}` : `generated anew: ${names}`);
  }
  return isPreview ? { files: plannedFiles(realpathSync(cwd), actions), unwritten: actions } : asTheyAre;
}

const ownScript = "tsop manifests";

/** What `npm run manifests` does; undefined where the project has no such script. */
function manifestsScript(root: string): string | undefined {
  // Whoever needs package.json says what is wrong with it.
  return text(field(jsonOf(root, "package.json"), "scripts"), "manifests");
}
