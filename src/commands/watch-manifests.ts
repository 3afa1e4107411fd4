import { TsopError } from "../core/errors.js";
import { projectFileName } from "../project/project.js";
import { isSource, serverPlaces, sourcePlaces } from "../source/source-host.js";
import type { CommandResult, Context } from "./context.js";
import type { ManifestsOptions } from "./declared/generate.js";
import { type ChangeSource, diskChanges, FileChanges } from "./file-changes.js";
import { runManifests } from "./manifests.js";
import type { Plan } from "./manifests-options.js";

/**
 * Generates the manifests, and again after every change of a source, of PROJECT, or of a generated file, until the
 * signal aborts. Reports errors in the sources and waits for the next change. A turn without changes prints nothing.
 *
 * @throws TsopError `project/not-found` or `files/watch-failed`
 */
export async function watchManifests(
  plan: Plan,
  options: ManifestsOptions,
  context: Context,
  source?: ChangeSource,
): Promise<CommandResult> {
  const places = watchedPlaces(plan);
  // Sources may import files from any folder of the project.
  const counts = (file: string): boolean =>
    isSource(file) || places.some((place) => `${file}/`.startsWith(`${place}/`));
  const changes =
    source === undefined
      ? new FileChanges(diskChanges(context.cwd, [""]), context.signal, counts)
      : new FileChanges(source, context.signal);
  let hadFailed = true;
  const turn = async (): Promise<void> => {
    const { result, warnings, isRepeated } = await runManifests(plan, options, context);
    if (isRepeated && !hadFailed) return;
    hadFailed = false;
    for (const warning of warnings) context.output.warn(warning);
    context.report(result);
  };
  try {
    await changes.open();
    let isFirst = true;
    do {
      try {
        await turn();
      } catch (error) {
        const isHopeless = isFirst && error instanceof TsopError && error.code === "project/not-found";
        if (!(error instanceof TsopError) || isHopeless) throw error;
        hadFailed = true;
        context.report(error);
      }
      if (isFirst) context.output.note(`watching ${places.join(", ")} and their imports; press Ctrl-C to stop`);
      isFirst = false;
    } while (await changes.next());
  } finally {
    await changes.close();
  }
  return { text: "", json: {}, stopped: true };
}

function watchedPlaces({ generators, folders }: Plan): string[] {
  const own = new Set(generators.map((name) => folders[name]));
  return [projectFileName, ...sourcePlaces, ...serverPlaces, ...own].filter((place) => place !== "");
}
