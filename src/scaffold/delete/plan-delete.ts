/** Plans a deletion: the inverse of `create`. It compares the project with the project as it will be. */
import type { Diagnostic } from "../../core/diagnostic.js";
import { isUntouched } from "../../core/generated-stamp.js";
import { listItems, withoutListItem } from "../../core/yaml-list.js";
import { type Snapshot, snapshotAfter } from "../../machinery/snapshot.js";
import { parseProject } from "../../project/parse.js";
import {
  findResource,
  findVersions,
  type Project,
  projectFileName,
  type Resource,
  webhookResources,
} from "../../project/project.js";
import { viewOf } from "../api.js";
import { controllerWire, mainFile, renderMain, type Wire, webhookWire } from "../main-file.js";
import { extensionNamesOf, resourceWire } from "../extension/extension-names.js";
import { moveStorageVersion } from "../edits/storage-version.js";
import { crdFile, defaultFile, rbacFile } from "../modes/default-kustomization.js";
import { namesOf } from "../naming.js";
import {
  continuePlan,
  emptyPlan,
  type Placement,
  type PlanInput,
  type ScaffoldPlan,
  withEndingsOf,
} from "../placement.js";
import { type CreatedAgain, editedFiles, type Removed, removedParts } from "./created-again.js";
import { controllerNames, ownedFiles, roleFiles } from "./owned-files.js";
import { removeExtensionConfiguration } from "./extension-configuration.js";
import { removeWebhookCode } from "./webhook-code.js";
import { removeWebhookConfiguration } from "./webhook-configuration.js";

export interface DeleteRequest extends Pick<CreatedAgain, "versions" | "isNamespaced"> {
  /** The text of PROJECT after the deletion. */
  readonly projectText: string;
  /** The version that becomes the storage version, if the current one is deleted and several remain. */
  readonly storageVersion: string | undefined;
}

export interface DeletePlan extends ScaffoldPlan {
  /** The deleted files. */
  readonly deleted: readonly string[];
}

/**
 * Plans a deletion. Reports the edited files as problems, unless forced. The change of PROJECT comes last.
 *
 * @param undone - the plan that takes back what plugins created. Default: no changes
 */
export async function planDelete(
  input: PlanInput,
  before: Project,
  request: DeleteRequest,
  undone: ScaffoldPlan = emptyPlan(),
): Promise<DeletePlan> {
  const placement = continuePlan(input, undone);
  const { tree } = placement;
  const files = snapshotAfter(input.files, undone.actions);
  const project = parseProject(request.projectText);
  const removed = removedParts(before, project);
  const [present, remaining] = [ownedFiles(tree, before), ownedFiles(tree, project)];
  const gone = [...present].filter(([file]) => !remaining.has(file));
  const stays = (file: string): boolean => tree.exists(file);
  const wires = unwired(input.files, before, project, removed);
  const isScaffolded = tree.read(mainFile) === renderMain(placement, before);
  const roles = before.resources.filter((each) => isKindGone(each, project));
  for (const role of roles.flatMap((each) => roleFiles(tree, before, each))) {
    dropLine(placement, rbacFile, "resources", role.replace("config/rbac/", ""));
  }
  for (const [file] of gone) tree.delete(file);
  const { removeResources, removeStorageTag, removeWires } = await import("../edits/removals.js");
  if (isScaffolded) placement.change(mainFile, renderMain(placement, project));
  else removeWires(placement, mainFile, wires);
  const partly = await removeWebhookCode(placement, { before, project, removed });
  for (const kind of kindsWithFewerVersions(before, project)) {
    const files = kind.map((resource) => namesOf(resource, project).typesFile);
    if (files.length === 1) for (const file of files) removeStorageTag(placement, file);
    else if (request.storageVersion !== undefined) {
      moveStorageVersion(placement, kind, request.storageVersion, (each) => namesOf(each, project).typesFile);
    }
  }
  const configuration = [
    ...removeWebhookConfiguration({ placement, before, project }).edited,
    ...removeExtensionConfiguration({ placement, before, project }),
  ];
  removeResources(
    placement,
    removed.flatMap(({ resource }) =>
      resource.extension !== undefined && isKindGone(resource, project)
        ? [resourceWire(extensionNamesOf(resource, before))]
        : [],
    ),
  );
  removeCrdLine(placement, before, project);
  placement.change(projectFileName, request.projectText);
  const checked = [
    ...gone.filter(([, origin]) => origin === "created").map(([file]) => file),
    ...gone
      .filter(([file, origin]) => origin === "stamped" && !isUntouched(files.read(file) ?? ""))
      .map(([file]) => file),
    ...partly.filter((file) => stays(file)),
  ];
  const after = snapshotAfter(input.files, tree.actions());
  const scene = {
    input: { ...input, files },
    after,
    removed,
    versions: request.versions,
    isNamespaced: request.isNamespaced,
  };
  const edited = [...(await editedFiles(checked, scene)), ...configuration];
  if (!input.force) placement.problems.push(...edited.toSorted().map((file) => editedDiagnostic(file, !stays(file))));
  const plan = placement.plan();
  return { ...plan, deleted: plan.actions.flatMap(({ kind, path }) => (kind === "delete" ? [path] : [])) };
}

function editedDiagnostic(file: string, isDeleted: boolean): Diagnostic {
  return {
    code: "delete/edited",
    severity: "error",
    message: isDeleted
      ? `${file} was edited, and the command would delete it`
      : `${file} was edited in the part that the command would remove`,
    at: { file },
    hint: "Save what you need, then repeat the command with --force (with --dry-run --diff, it only shows what would be lost).",
  };
}

/** Returns the code in main.ts that starts the removed parts. */
function unwired(files: Snapshot, before: Project, after: Project, removed: readonly Removed[]): Wire[] {
  return removed.flatMap(({ resource, controllers }) => {
    const [served] = webhookResources({ resources: [resource] });
    const hasLostWebhooks = served !== undefined && findResource(after, resource)?.webhooks === undefined;
    return [
      ...controllers.map((name) => controllerWire(controllerNames(files, before, resource, name))),
      ...(hasLostWebhooks ? [webhookWire(resource, namesOf(resource, before))] : []),
    ];
  });
}

/** Returns whether no version of an own kind remains. */
function isKindGone(resource: Resource, after: Project): boolean {
  return resource.api !== undefined && !resource.core && findVersions(after, resource).length === 0;
}

/** Removes the line of a CRD from its kustomization, and the kustomization with its last CRD. */
function removeCrdLine(placement: Placement, before: Project, after: Project): void {
  const resource = before.resources.find((each) => isKindGone(each, after) && each.extension === undefined);
  const text = placement.tree.read(crdFile);
  if (resource === undefined || text === undefined) return;
  const names = namesOf(resource, before);
  const view = viewOf(placement, before, { resource, shortName: undefined }, names);
  const scaffolded = placement.templates.render("api/crd-kustomization.yaml.hbs", view);
  if (text === withEndingsOf(text, scaffolded)) placement.tree.delete(crdFile);
  else dropLine(placement, crdFile, "resources", names.crdFile);
  const rest = placement.tree.read(crdFile);
  if (rest !== undefined && listItems(rest, crdFile, "resources").size > 0) return;
  dropLine(placement, defaultFile, "resources", "../crd");
  if (rest === undefined) return;
  placement.next.push(
    `${crdFile} lists no CRD, so ${defaultFile} no longer includes it; delete it if you do not need it`,
  );
}

function dropLine(placement: Placement, file: string, key: string, item: string): void {
  const text = placement.tree.read(file);
  if (text !== undefined) placement.change(file, withoutListItem(text, file, key, item));
}

/** Returns the remaining versions of each kind that loses a version. */
function kindsWithFewerVersions(before: Project, after: Project): Resource[][] {
  const [gone] = before.resources.filter(
    (each) => each.api !== undefined && !findVersions(after, each).some(({ version }) => version === each.version),
  );
  const rest = gone === undefined ? [] : findVersions(after, gone).filter(({ api }) => api !== undefined);
  return rest.length === 0 ? [] : [rest];
}
