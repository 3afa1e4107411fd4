import type { Diagnostic } from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import { type FileAction, type Snapshot, snapshotAfter } from "../machinery/snapshot.js";
import { Tree } from "../machinery/tree.js";
import { parseProject } from "../project/parse.js";
import { type Project, projectFileName, type Resource } from "../project/project.js";
import { apiServiceName, extensionNamesOf } from "../scaffold/extension/extension-names.js";
import { planRename } from "../scaffold/rename/plan-rename.js";
import { loadTemplates } from "../scaffold/templates.js";
import { diskHost } from "../source/source-host.js";
import { checkRenameDomain, checkRenameGroup, checkRenameKind, type RenamedKinds } from "./check-rename.js";
import { missingTypes } from "./check-types-files.js";
import type { CommandResult, Context } from "./context.js";
import type { RenameDomainOptions, RenameGroupOptions, RenameKindOptions } from "./declared/rename.js";
import type { PreviewOptions } from "./declared/shared.js";
import { finishScaffold } from "./finish-scaffold.js";
import { generate } from "./generate-manifests.js";
import { isPreviewOf } from "./output-options.js";
import { planManifests } from "./manifests-options.js";
import { openProject } from "./open-project.js";
import { plannedHost } from "./planned-host.js";
import { sayLeft } from "./say-left.js";
import { warnUncommitted } from "./uncommitted.js";

/** Renames a kind in the sources and the manifests. @throws TsopError with all errors in the options, or with all conflicts */
export function renameKind(options: RenameKindOptions, context: Context): Promise<CommandResult> {
  return rename((project) => checkRenameKind(options, project), options, context);
}

/** Renames an API group. @throws TsopError as {@link renameKind} */
export function renameGroup(options: RenameGroupOptions, context: Context): Promise<CommandResult> {
  return rename((project) => checkRenameGroup(options, project), options, context);
}

/** Renames the domain of the project. @throws TsopError as {@link renameKind} */
export function renameDomain(options: RenameDomainOptions, context: Context): Promise<CommandResult> {
  return rename((project) => checkRenameDomain(options, project), options, context);
}

async function rename(
  check: (project: Project) => RenamedKinds,
  options: PreviewOptions & { readonly migration?: boolean },
  context: Context,
): Promise<CommandResult> {
  const root = context.cwd;
  const { files, project } = openProject(context);
  const request = check(project);
  const renamed = request.kinds.map(({ from }) => from);
  const missing = missingTypes(root, files, project, renamed);
  missing.push(...missingDefinitions(files, project, renamed));
  if (missing.length > 0) throw TsopError.fromDiagnostics(missing);
  const { plan, left } = planRename({ files, templates: await loadTemplates(), force: false }, project, {
    ...request,
    hasMigration: options.migration !== false,
  });
  if (plan.problems.length > 0) return finishScaffold(root, plan, options);
  const isGenerated = request.kinds.some(({ from }) => files.exists(generatedFile(from, project)));
  const actions = isGenerated ? withManifests(root, files, plan.actions) : plan.actions;
  const next = [
    ...plan.next,
    ...(isGenerated ? [] : ["npm run manifests"]),
    ...(files.exists("charts") ? ["npm run helm-chart"] : []),
    ...sayLeft(left),
    ...(options.migration === false && request.kinds.some(({ from }) => from.extension === undefined)
      ? [clusterStep]
      : []),
    ...extensionSteps(request.kinds),
  ];
  if (!isPreviewOf(options)) await warnUncommitted(context);
  const result = await finishScaffold(root, { ...plan, actions, next }, options);
  return left.length === 0 ? result : { ...result, json: { ...result.json, left } };
}

/** Returns an error for each definition that the code of the server imports, and which does not exist. */
function missingDefinitions(files: Snapshot, project: Project, resources: readonly Resource[]): Diagnostic[] {
  const wanted = resources.filter(({ extension }) => extension !== undefined);
  const missing = new Set(wanted.map((each) => generatedFile(each, project)).filter((file) => !files.exists(file)));
  return [...missing].map((file) => ({
    ...{ code: "manifests/out-of-date", severity: "error", at: { file } },
    message: "the file is missing, so tsop does not find the code that imports it",
    hint: "Run `npm run manifests`, then repeat the command.",
  }));
}

/** Returns the file that `tsop manifests` generates from a kind. */
function generatedFile(resource: Resource, project: Project): string {
  const names = extensionNamesOf(resource, project);
  return resource.extension === undefined ? `config/crd/${names.crdFile}` : names.definitionFile;
}

const clusterStep =
  "in a cluster, this is another kind: its CRD is new, and the objects of the previous kind stay as they are";

/** Says what does not follow the names of kinds that the extension API server serves. */
function extensionSteps(kinds: RenamedKinds["kinds"]): string[] {
  const served = kinds.filter(({ from }) => from.extension !== undefined);
  const stored = served.filter(({ from }) => from.extension?.storage !== "virtual").map(({ from }) => from.kind);
  const gone = served.filter(({ from, to }) => apiServiceName(from) !== apiServiceName(to));
  const apiServices = [...new Set(gone.map(({ from }) => apiServiceName(from)))].toSorted();
  return [
    ...(stored.length === 0
      ? []
      : [
          `the server finds no stored objects of ${[...new Set(stored)].join(", ")} under the new name: before you deploy, save them with kubectl get -o yaml`,
        ]),
    ...(apiServices.length === 0 ? [] : [`after npm run deploy: kubectl delete apiservice ${apiServices.join(" ")}`]),
  ];
}

/** Adds the manifests that the new sources generate. @throws TsopError with the errors in the sources */
function withManifests(root: string, files: Snapshot, actions: readonly FileAction[]): FileAction[] {
  const plan = planManifests({}, root);
  // An error that the sources already have gets its present location.
  generate(plan, diskHost(root), root, { ignoreFiles: false });
  const present = snapshotAfter(files, actions);
  const text = present.read(projectFileName);
  if (text === undefined) throw new TsopError("project/not-found", `there is no ${projectFileName} file in ${root}`);
  const generated = generate(plan, plannedHost(root, present), root, {
    ignoreFiles: false,
    project: parseProject(text),
    files: present,
  });
  const tree = new Tree(files);
  for (const action of [...actions, ...generated.actions]) {
    if (action.kind === "delete") tree.delete(action.path);
    else if (tree.exists(action.path)) tree.overwrite(action.path, action.content);
    else tree.create(action.path, action.content, action.kind === "create" ? action.mode : undefined);
  }
  return tree.actions();
}
