/** Regenerates the files of `tsop manifests` for the state after a deletion, as far as they were up to date before. */
import { TsopError } from "../core/errors.js";
import { type FileAction, type Snapshot, snapshotAfter } from "../machinery/snapshot.js";
import { Tree } from "../machinery/tree.js";
import { parseProject } from "../project/parse.js";
import type { Project } from "../project/project.js";
import { diskHost } from "../source/source-host.js";
import { generate, type Generated } from "./generate-manifests.js";
import { planManifests } from "./manifests-options.js";

export interface PlannedDeletion {
  readonly root: string;
  readonly files: Snapshot;
  readonly project: Project;
  readonly projectText: string;
  readonly actions: readonly FileAction[];
}

/** Returns all actions, and the steps that remain for the user. */
export function followDeletion({ root, files, project, projectText, actions }: PlannedDeletion): {
  readonly actions: readonly FileAction[];
  readonly next: readonly string[];
} {
  const options = { ignoreFiles: false };
  const before = attempt(() => generate(planManifests({}, root), diskHost(root), root, { ...options, project }));
  const planned = snapshotAfter(files, actions);
  const after = attempt(() => {
    const disk = diskHost(root);
    const changed = new Map(actions.map((action) => [action.path, action]));
    const isThere = (file: string): boolean => changed.get(file)?.kind !== "delete";
    const host = {
      ...disk,
      files: () => disk.files().filter(isThere),
      read: (file: string) => (changed.has(file) ? planned.read(file) : disk.read(file)),
    };
    return generate(planManifests({}, root), host, root, {
      ...options,
      project: parseProject(projectText),
      files: planned,
    });
  });
  if (before === undefined || after === undefined) return { actions, next: ["npm run manifests"] };
  const stale = new Set(before.actions.map((action) => action.path));
  const tree = new Tree(files);
  for (const action of actions) apply(tree, action);
  // A file that was not up to date waits for `npm run manifests`, as before the command.
  for (const action of after.actions) if (!stale.has(action.path)) apply(tree, action);
  const isBehind = after.actions.some((action) => stale.has(action.path));
  return { actions: tree.actions(), next: isBehind ? ["npm run manifests"] : [] };
}

function apply(tree: Tree, action: FileAction): void {
  if (action.kind === "delete") tree.delete(action.path);
  else if (action.kind === "overwrite") tree.overwrite(action.path, action.content);
  else tree.create(action.path, action.content);
}

/** Returns undefined if the sources have errors: `npm run manifests` reports them. */
function attempt(run: () => Generated): Generated | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof TsopError) return undefined;
    throw error;
  }
}
