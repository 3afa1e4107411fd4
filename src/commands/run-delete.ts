/** The common part of the `delete` commands: plans, checks that nothing else needs the deleted code, and writes. */
import type { Diagnostic } from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import { type FileAction, type Snapshot, snapshotAfter } from "../machinery/snapshot.js";
import { isExternalFile, packageOf } from "../project/external.js";
import { jsonOf, recordOf } from "../project/files.js";
import { parseProject } from "../project/parse.js";
import { readPlugins, withPlugin } from "../project/plugins.js";
import { apiVersionOf, findResource, type Project, projectFileName, type Resource } from "../project/project.js";
import { type Removed, removedParts } from "../scaffold/delete/created-again.js";
import { planDelete } from "../scaffold/delete/plan-delete.js";
import { emptyPlan } from "../scaffold/placement.js";
import { loadTemplates } from "../scaffold/templates.js";
import type { ConvertedVersion } from "../scaffold/webhook/conversion-file.js";
import * as builtIn from "../schema/built-in-resources.js";
import type { CommandResult, Context } from "./context.js";
import { readConvertedVersions } from "./converted-versions.js";
import type { PreviewOptions } from "./declared/shared.js";
import { checkReferences } from "./check-references.js";
import { finishScaffold } from "./finish-scaffold.js";
import { isPreviewOf } from "./output-options.js";
import { type PluginOptions, type PluginTurn, withPlugins } from "./plugins/with-plugins.js";
import { rejectUncommittedDeletions, warnUncommitted } from "./uncommitted.js";
import { followDeletion } from "./follow-deletion.js";

export interface OpenedProject {
  readonly files: Snapshot;
  readonly project: Project;
}

/** A validated deletion. */
export interface Deletion {
  readonly projectText: string;
  readonly storageVersion?: string | undefined;
  /** Lines about clusters, which the command prints at the end. */
  readonly next: readonly string[];
}

type DeleteCommand = "delete api" | "delete controller" | "delete webhook";

/** @throws TsopError with all edited files and all uses of the deleted code, and the errors of plugins */
export async function runDelete(
  command: DeleteCommand,
  { files, project }: OpenedProject,
  { projectText: withoutParts, storageVersion, next }: Deletion,
  options: PreviewOptions & PluginOptions,
  context: Context,
): Promise<CommandResult> {
  const root = context.cwd;
  const input = { files, templates: await loadTemplates(), force: options.force ?? false };
  // The plugins see the kind as it is, and take back their changes before tsop deletes the rest.
  const turns = turnsOf(command, removedParts(project, parseProject(withoutParts)));
  const undone = await withPlugins(emptyPlan(), input, { turns, root, options, host: context });
  const projectText = withPluginsOf(snapshotAfter(files, undone.actions).read(projectFileName) ?? "", withoutParts);
  const plan = await planDelete(
    input,
    project,
    {
      ...{ projectText, storageVersion, isNamespaced },
      versions: await convertedVersions(root, project, parseProject(projectText)),
    },
    undone,
  );
  const references = checkReferences(root, plan);
  const problems: Diagnostic[] = [...plan.problems, ...references];
  const follow =
    problems.length > 0 ? undefined : followDeletion({ root, files, project, projectText, actions: plan.actions });
  const actions: readonly FileAction[] = follow?.actions ?? plan.actions;
  const listed = recordOf(jsonOf(root, "package.json")?.["dependencies"]) ?? {};
  const packages = unusedPackages(project, parseProject(projectText)).filter((name) => Object.hasOwn(listed, name));
  const leftPackages = packages.map(
    (name) => `package.json still lists ${name}: if no code imports it, remove it with npm uninstall ${name}`,
  );
  const steps = [...plan.next, ...(follow?.next ?? []), ...leftPackages, ...next];
  if (!isPreviewOf(options) && problems.length === 0) {
    if (options.force === true) await rejectUncommittedDeletions(context, actions);
    await warnUncommitted(context);
  }
  return finishScaffold(root, { ...plan, problems, actions, next: steps }, options);
}

/** Returns the packages whose kinds are no longer in the project. */
function unusedPackages(before: Project, after: Project): string[] {
  const now = packagesIn(after);
  return [...packagesIn(before)].filter((name) => !now.has(name));
}

function packagesIn({ resources }: Project): Set<string> {
  const modules = resources.flatMap(({ external, path: module }) => (external === true && module ? [module] : []));
  return new Set(modules.filter((module) => !isExternalFile(module)).map(packageOf));
}

/** Returns a turn of the plugins for each part that the command deletes. */
function turnsOf(command: DeleteCommand, removed: readonly Removed[]): readonly [PluginTurn, ...PluginTurn[]] {
  const turns = removed.flatMap(({ resource, api, controllers }): PluginTurn[] => {
    if (command === "delete api") return api ? [{ command, resource }] : [];
    if (command === "delete webhook") return [{ command, resource }];
    return controllers.map((controllerName) => ({ command, resource, controllerName }));
  });
  const [first = { command }, ...rest] = turns;
  return [first, ...rest];
}

/** Returns a text of PROJECT with the plugins of another. */
function withPluginsOf(source: string, target: string): string {
  const [wanted, present] = [readPlugins(source), readPlugins(target)];
  return [...present.keys(), ...wanted.keys()].reduce((text, key) => withPlugin(text, key, wanted.get(key)), target);
}

/** Returns whether a built-in kind of Kubernetes is namespaced. */
function isNamespaced(resource: Resource): boolean {
  const resources = builtIn.readBuiltInResources();
  return builtIn.findResource(resources, apiVersionOf(resource), resource.kind)?.namespaced ?? true;
}

/** Reads the fields that conversions name. Without them, tsop cannot recognize unedited conversions. */
async function convertedVersions(root: string, project: Project, after: Project): Promise<readonly ConvertedVersion[]> {
  const hub = removedParts(project, after).find(({ spokes }) => spokes.length > 0)?.resource;
  const spokes = hub?.webhooks?.spokes.filter((version) => findResource(project, { ...hub, version }) !== undefined);
  if (hub === undefined || spokes === undefined) return [];
  try {
    return await readConvertedVersions(root, project, hub, spokes);
  } catch (error) {
    if (error instanceof TsopError) return [];
    throw error;
  }
}
