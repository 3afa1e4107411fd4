/** Adds the generated definition of a new kind to a plan, so that the server can be built at once. */
import { type FileAction, type Snapshot, snapshotAfter } from "../machinery/snapshot.js";
import { parseProject } from "../project/parse.js";
import { projectFileName, type Resource } from "../project/project.js";
import { extensionNamesOf } from "../scaffold/extension/extension-names.js";
import { TsopError } from "../core/errors.js";
import { Tree } from "../machinery/tree.js";
import { generate } from "./generate-manifests.js";
import { planManifests } from "./manifests-options.js";
import { plannedHost } from "./planned-host.js";

/** Leaves everything else that `tsop manifests` generates to the next run. */
export function withDefinitions(
  root: string,
  files: Snapshot,
  actions: readonly FileAction[],
  resource: Resource,
): readonly FileAction[] {
  const planned = snapshotAfter(files, actions);
  const project = parseProject(planned.read(projectFileName) ?? "");
  const { definitionFile } = extensionNamesOf(resource, project);
  const definition = attempt(() =>
    generate(planManifests({ generators: ["crd"] }, root), plannedHost(root, planned), root, {
      ...{ ignoreFiles: false, project, files: planned },
    }).actions.find(({ path: file }) => file === definitionFile),
  );
  if (definition === undefined || definition.kind === "delete") return actions;
  const tree = new Tree(planned);
  tree.write(definitionFile, definition.content.toString());
  return [...tree.actions(), ...actions];
}

/** Returns undefined if other sources have errors: `npm run manifests` reports them. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof TsopError) return undefined;
    throw error;
  }
}
