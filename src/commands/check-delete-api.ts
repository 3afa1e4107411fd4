/** Validates the options of `delete api` against the project. */
import { field } from "../core/json-fields.js";
import { parseAllYaml } from "../core/yaml.js";
import { TsopError } from "../core/errors.js";
import type { Snapshot } from "../machinery/snapshot.js";
import { describeResource } from "../project/edit.js";
import {
  controllersOf,
  findVersions,
  type Project,
  projectFileName,
  qualifiedGroup,
  type Resource,
} from "../project/project.js";
import { withControllers, withFewerWebhooks, withoutResource } from "../project/remove.js";
import { controllerFiles } from "../scaffold/delete/owned-files.js";
import { namesOf } from "../scaffold/naming.js";
import type { DeleteApiOptions } from "./declared/delete.js";
import { findDeletedKind } from "./deleted-kind.js";
import { type Refuse, refusals } from "./refusals.js";
import type { Deletion, OpenedProject } from "./run-delete.js";

/** @throws TsopError with all errors */
export function checkDeleteApi(options: DeleteApiOptions, opened: OpenedProject): Deletion {
  const { refuse, throwProblems } = refusals();
  const gone = findDeletedKind(options, opened.project, opened.files, refuse);
  throwProblems();
  const foreign = gone.find(({ api, core }) => core || api === undefined);
  if (foreign !== undefined) refuseForeign(foreign, refuse);
  throwProblems();
  const deletion = deletionOf(gone, opened, options, refuse);
  throwProblems();
  return deletion;
}

function refuseForeign(resource: Resource, refuse: Refuse): void {
  const group = resource.group === "" ? "" : ` --group ${resource.group}`;
  const parts = [
    ...(resource.controller ? [`tsop delete controller${group} --kind ${resource.kind}`] : []),
    ...(resource.webhooks === undefined
      ? []
      : [`tsop delete webhook${group} --version ${resource.version} --kind ${resource.kind}`]),
  ];
  refuse({
    message: `${describeResource(resource)} is not a kind of this project, so it has no API that tsop could delete`,
    hint: parts.length === 0 ? `Remove its entry from ${projectFileName}.` : `Run ${parts.join(", and ")}.`,
  });
}

function deletionOf(
  gone: readonly Resource[],
  { files, project }: OpenedProject,
  { force }: DeleteApiOptions,
  refuse: Refuse,
): Deletion {
  const [first] = gone;
  if (first === undefined) throw new Error("an unknown kind was refused");
  const rest = findVersions(project, first).filter((each) => !gone.includes(each));
  const text = files.read(projectFileName) ?? "";
  const without = gone.reduce(withoutResource, text);
  const isServed = first.extension !== undefined;
  if (rest.length === 0) {
    return { projectText: without, next: isServed ? [servedUntilDeployed] : goneFromClusters(first, project) };
  }
  const stored = isServed ? undefined : storedVersion(files, first, project);
  if (gone.some(({ version }) => version === stored) && force !== true)
    refuseStored(first, rest, stored ?? "", project, refuse);
  const wanted = rest.find(({ version }) => version === stored) ?? rest[0];
  const isMarked = gone.some((each) => isStorageVersion(files, each, project));
  return {
    projectText: rest.reduce((before, each) => withRest(before, each, gone, { files, project }), without),
    storageVersion: isMarked ? wanted?.version : undefined,
    next: isServed ? [versionServedUntilDeployed] : versionGoneFromClusters(gone, first, project),
  };
}

/** Changes a remaining version: it loses conversions to deleted versions, and can get a controller that no longer uses them. */
function withRest(
  text: string,
  resource: Resource,
  gone: readonly Resource[],
  { files, project }: OpenedProject,
): string {
  const isGone = (version: string): boolean => gone.some((each) => each.version === version);
  const { webhooks } = resource;
  const spokes = webhooks?.spokes.filter((version) => !isGone(version)) ?? [];
  const conversion = webhooks?.conversion === true && spokes.length > 0;
  const hasAny = webhooks !== undefined && (webhooks.defaulting || webhooks.validation || conversion);
  const fewer = { ...resource, webhooks: hasAny ? { ...webhooks, conversion, spokes } : undefined };
  const changed = webhooks?.spokes.length === spokes.length ? text : withFewerWebhooks(text, fewer);
  const kept = gone.flatMap((each) =>
    controllersOf(each).filter((controller) => {
      const [file = ""] = controllerFiles(files, project, each, controller);
      const code = files.read(file);
      const uses = (version: Resource): boolean => code?.includes(moduleName(version, project)) === true;
      return !uses(each) && uses(resource);
    }),
  );
  return kept.length === 0 ? changed : withControllers(changed, fewer, [...controllersOf(resource), ...kept]);
}

/** Returns the end of the module specifier with which a controller imports the types. */
function moduleName(resource: Resource, project: Project): string {
  return `/${namesOf(resource, project).typesFile.replace(/\.ts$/, ".js")}`;
}

function isStorageVersion(files: Snapshot, resource: Resource, project: Project): boolean {
  const text = files.read(namesOf(resource, project).typesFile) ?? "";
  return /@storageVersion\b|\+kubebuilder:storageversion\b/.test(text);
}

/** Returns the version that the generated CRD stores; undefined without a valid CRD. */
function storedVersion(files: Snapshot, resource: Resource, project: Project): string | undefined {
  const file = `config/crd/${namesOf(resource, project).crdFile}`;
  try {
    const [crd] = parseAllYaml(files.read(file) ?? "", file);
    const versions = field(field(crd, "spec"), "versions");
    const stored: unknown = Array.isArray(versions)
      ? versions.find((each) => field(each, "storage") === true)
      : undefined;
    const name = field(stored, "name");
    return typeof name === "string" ? name : undefined;
  } catch (error) {
    if (error instanceof TsopError) return undefined;
    throw error;
  }
}

function refuseStored(
  first: Resource,
  rest: readonly Resource[],
  stored: string,
  project: Project,
  refuse: Refuse,
): void {
  const { kind } = first;
  const [other] = rest;
  const file = other === undefined ? "" : namesOf(other, project).typesFile;
  refuse({
    code: "delete/storage-version",
    message: `clusters store the objects of ${kind} as ${stored}, and ${kind} keeps ${rest.map(({ version }) => version).join(", ")}`,
    hint: `Move @storageVersion to another version, for example to ${file}, then run: npm run manifests, npm run install-crds, npx tsop migrate-storage. Then repeat this command. If no cluster has the CRD, use --force, which moves the tag.`,
  });
}

function crdName(resource: Resource, project: Project): string {
  return `${namesOf(resource, project).plural}.${qualifiedGroup(resource)}`;
}

const versionServedUntilDeployed = "clusters serve the version until you deploy again: npm run deploy";
const servedUntilDeployed = "clusters serve the kind until you deploy again: npm run deploy";

function goneFromClusters(resource: Resource, project: Project): string[] {
  const name = crdName(resource, project);
  return [
    `clusters keep the CRD ${name} and its objects: tsop deploy does not delete CRDs`,
    `to delete both in a cluster: kubectl delete crd ${name}; objects with finalizers of this operator need the operator that still removes them`,
  ];
}

function versionGoneFromClusters(gone: readonly Resource[], first: Resource, project: Project): string[] {
  const versions = gone.map(({ version }) => version).join(", ");
  const name = crdName(first, project);
  return [
    `clusters serve ${versions} of ${name} until you install the CRD again (npm run install-crds)`,
    `the API server rejects a CRD without a version in its status.storedVersions; to rewrite objects that are still stored as ${versions}: npx tsop migrate-storage`,
  ];
}
