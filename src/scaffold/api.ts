import { stamp } from "../core/generated-stamp.js";
import type { JsonValue } from "../core/json.js";
import { field } from "../core/json-fields.js";
import { pluralize } from "../core/plural.js";
import { compareVersions } from "../core/version-order.js";
import { withListItem } from "../core/yaml-list.js";
import { parseYaml, printYaml } from "../core/yaml.js";
import type { Snapshot } from "../machinery/snapshot.js";
import { withResource } from "../project/edit.js";
import { parseProject } from "../project/parse.js";
import {
  controllersOf,
  findVersions,
  previousVersion,
  type Project,
  projectFileName,
  type Resource,
} from "../project/project.js";
import { yamlText } from "./init.js";
import { controllerWire, planMain } from "./main-file.js";
import { type MovedTypes, moveTypes } from "./moved-types.js";
import { moduleFrom, type Names, namesOf } from "./naming.js";
import { type Placement, type PlanInput, planOf, type ScaffoldPlan } from "./placement.js";
import type { ApiView } from "./views.js";
import { planConversionInControllerTest } from "./webhook/controller-test.js";

/** A kind that `create api` adds; all values are validated. */
export interface ApiRequest {
  /** The resource as PROJECT will record it. */
  readonly resource: Resource;
  /** Whether to create the types, and all other files of a kind that the project defines. */
  readonly withResource: boolean;
  readonly withController: boolean;
  /** The name of the controller to create; default: the kind in lower case. */
  readonly controllerName?: string | undefined;
  /** Set for a built-in kind of Kubernetes, whose scope is not in PROJECT. */
  readonly isClusterScoped?: boolean;
  readonly shortName: string | undefined;
  /** The version in which the API server will store objects; undefined keeps the current version. */
  readonly storageVersion: string | undefined;
  /** The version whose changed types become those of the new version, and its types before the change. */
  readonly moved?: MovedTypes | undefined;
  /** Whether the controller does not write a status. Default: as the types of the kind allow. */
  readonly isBare?: boolean;
}

/** Plans a kind, its controller, or both. The change of PROJECT comes last. */
export function planApi(input: PlanInput, project: Project, request: ApiRequest): Promise<ScaffoldPlan> {
  return planOf(input, (placement) => placeApi(placement, project, request));
}

/** Does the same, on top of an existing plan. */
export async function placeApi(placement: Placement, project: Project, request: ApiRequest): Promise<void> {
  const { resource } = request;
  const names = namesOf(resource, project, request.controllerName);
  const olderVersions = findVersions(project, resource).filter(({ version }) => version !== resource.version);
  const view = viewOf(placement, project, request, names);
  const projectText = withResource(placement.tree.read(projectFileName) ?? "", resource);
  const after = parseProject(projectText);
  const older = request.withResource
    ? await findOlderVersion(placement.tree, project, previousVersion(project, resource), names.typesPath)
    : undefined;
  if (request.withResource) {
    if (request.moved === undefined) {
      placement.put(names.typesFile, renderTypes(placement, view, request, older), "collide");
    } else await moveTypes(placement, project, names, request.moved);
    if (placement.tree.read(names.sampleFile) === undefined) {
      const spec = older?.sampleSpec ?? { replicas: 1 };
      placement.put(names.sampleFile, renderSample(project.projectName, names, resource.kind, spec), "keep");
    }
    planRoles(placement, view, names);
    planCrd(placement, view, names);
    await planStorageVersion(placement, project, request, olderVersions);
  }
  if (request.withController) {
    const isBare = request.isBare ?? (await needsBareController(placement, project, { request, names, older }));
    planController(placement, view, names, isBare);
    await planMain(placement, { before: project, after, wires: [controllerWire(names)] });
    await planConversionInControllerTest(placement, after, resource);
  }
  placement.change(projectFileName, projectText);
  if (request.withResource) {
    placement.next.push(`edit ${names.typesFile}, then: npm run manifests`);
  }
  if (request.withController) placement.next.push(`edit ${names.controllerPath}/${names.controllerFile}.ts`);
}

export function viewOf(
  placement: Placement,
  project: Project,
  { resource, shortName, isClusterScoped = false }: Pick<ApiRequest, "resource" | "shortName" | "isClusterScoped">,
  names: Names,
): ApiView {
  const namespaced = resource.api?.namespaced ?? !isClusterScoped;
  const hasRoles = project.namespaced && namespaced;
  return {
    header: placement.header,
    projectNameYaml: yamlText(project.projectName),
    group: names.group,
    groupYaml: yamlText(names.group),
    apiVersion: names.apiVersion,
    kind: resource.kind,
    kindLower: names.kindLower,
    plural: names.plural,
    pluralYaml: yamlText(names.plural),
    variable: names.variable,
    namespaced,
    namespace: namespaced ? "default" : "",
    kindTags: [
      ...(names.plural === pluralize(resource.kind) ? [] : [`@plural ${names.plural}`]),
      ...(shortName === undefined ? [] : [`@shortName ${shortName}`]),
      ...(namespaced ? [] : ["@scope Cluster"]),
    ],
    // tsop infers the rights on the project's own kinds.
    typesModule: names.typesModule,
    controllerFile: names.controllerFile,
    controllerName: names.controllerName,
    reconciler: names.reconciler,
    roleKind: hasRoles ? "Role" : "ClusterRole",
    roleNamespaced: hasRoles,
    rolePrefix: names.rolePrefix,
  };
}

/**
 * Renders the types of a version. A new version starts with the fields of the previous version, so that users need not
 * write or convert fields before they differ.
 */
function renderTypes(
  { templates }: Placement,
  view: ApiView,
  { resource, storageVersion }: ApiRequest,
  older: OlderVersion | undefined,
): string {
  const isStored = storageVersion === resource.version && older !== undefined;
  const tagged = isStored ? { ...view, kindTags: [...view.kindTags, "@storageVersion"] } : view;
  return older === undefined
    ? templates.render("api/types.ts.hbs", tagged)
    : templates.render("api/version-types.ts.hbs", {
        ...tagged,
        ...older,
        kindTags: [...older.versionTags, ...tagged.kindTags],
      });
}

/** Renders the sample that `tsop manifests` generates from the scaffolded types; test/scaffold/sample.test.ts compares them. */
export function renderSample(
  projectName: string,
  { apiVersion, kindLower, sampleFile }: Pick<Names, "apiVersion" | "kindLower" | "sampleFile">,
  kind: string,
  spec: JsonValue,
): string {
  const labels = { "app.kubernetes.io/managed-by": "kustomize", "app.kubernetes.io/name": projectName };
  const schema = `../schemas/${sampleFile.replace(/^.*\//, "").replace(/\.yaml$/, "")}.json`;
  const object = { apiVersion, kind, metadata: { labels, name: `${kindLower}-sample` }, spec };
  return stamp(`# yaml-language-server: $schema=${schema}\n${printYaml(object)}`);
}

export function planRoles(placement: Placement, view: ApiView, names: Names): void {
  const file = "config/rbac/kustomization.yaml";
  for (const role of ["admin", "editor", "viewer"] as const) {
    const path = `${names.roleFile}_${role}_role.yaml`;
    placement.put(path, placement.templates.render(`api/config/rbac/${role}_role.yaml.hbs`, view), "collide");
    addResource(placement, file, path.replace("config/rbac/", ""));
  }
}

export function planCrd(placement: Placement, view: ApiView, names: Names): void {
  const file = "config/crd/kustomization.yaml";
  if (placement.tree.read(file) === undefined)
    placement.put(file, placement.templates.render("api/crd-kustomization.yaml.hbs", view), "collide");
  else addResource(placement, file, names.crdFile);
  addResource(placement, "config/default/kustomization.yaml", "../crd");
}

/** Adds a resource to a kustomization. Does not create again a kustomization that the user has removed. */
function addResource(placement: Placement, file: string, resource: string): void {
  const text = placement.tree.read(file);
  if (text === undefined)
    placement.next.push(`${file} does not exist: add ${resource} to the kustomization that replaces it`);
  else placement.change(file, withListItem(text, file, "resources", resource));
}

/** Sets the storage version. Kubernetes stores a kind in a single version, so with a second version the types must name it. */
async function planStorageVersion(
  placement: Placement,
  project: Project,
  { resource: newer, storageVersion }: ApiRequest,
  olderVersions: readonly Resource[],
): Promise<void> {
  const own = olderVersions.filter(({ api }) => api !== undefined);
  const [first] = own;
  if (first === undefined) return;
  const typesFileOf = (each: Resource): string => namesOf(each, project).typesFile;
  const { moveStorageVersion, storeOldest } = await import("./edits/storage-version.js");
  if (storageVersion !== undefined) moveStorageVersion(placement, [...own, newer], storageVersion, typesFileOf);
  else storeOldest(placement, own, typesFileOf);
  // Without a storage version, the command in this message would fail.
  sayConversion(placement, newer, own);
}

/**
 * Explains how to add a conversion: by itself, the API server changes only the version in an object, and differing
 * fields would be lost.
 */
function sayConversion({ next }: Placement, newer: Resource, olderVersions: readonly Resource[]): void {
  const { group, kind } = newer;
  const present = olderVersions.find(({ webhooks }) => webhooks?.conversion === true);
  // Choose the newest version, like the warning of `tsop manifests`. The added version may be older than the existing
  // versions.
  const hub =
    present ??
    [...olderVersions, newer].reduce((best, each) => (compareVersions(each.version, best.version) > 0 ? each : best));
  const others = present === undefined ? [...olderVersions, newer].filter((each) => each !== hub) : [newer];
  const spokes = others.map(({ version }) => version);
  const flags = `${group === "" ? "" : `--group ${group} `}--version ${hub.version} --kind ${kind}`;
  next.push(
    `when fields differ between versions, add a conversion: npx tsop create webhook ${flags} --conversion --spoke ${spokes.join(",")}`,
  );
}

function planController(placement: Placement, view: ApiView, names: Names, isBare: boolean): void {
  const { templates } = placement;
  const file = `${names.controllerPath}/${names.controllerFile}`;
  const [controller, test] = isBare
    ? (["api/bare-controller.ts.hbs", "api/bare-controller.test.ts.hbs"] as const)
    : (["api/controller.ts.hbs", "api/controller.test.ts.hbs"] as const);
  placement.put(`${file}.ts`, templates.render(controller, view), "collide");
  placement.put(`${file}.test.ts`, templates.render(test, view), "collide");
}

/**
 * Returns whether the reconciler must not write conditions: the types have none, or another controller of the kind
 * already writes them.
 */
async function needsBareController(
  placement: Placement,
  project: Project,
  { request, names, older }: { request: ApiRequest; names: Names; older: OlderVersion | undefined },
): Promise<boolean> {
  const { resource, withResource, controllerName = names.kindLower } = request;
  const others = findVersions(project, resource).flatMap(controllersOf);
  if (others.some((name) => name !== controllerName)) return true;
  return withResource ? older !== undefined : !(await hasConditions(placement, resource, names));
}

/** Returns whether the types have the fields that the scaffolded reconciler writes; the user may have changed them. */
async function hasConditions({ tree }: Placement, { api, kind }: Resource, { typesFile }: Names): Promise<boolean> {
  const text = tree.read(typesFile);
  if (api === undefined || text === undefined) return false;
  const types = await import("./edits/read-types.js");
  return types.hasConditions(typesFile, text, `${kind}Status`);
}

/** The version whose fields a new version starts with. */
export interface OlderVersion {
  /** The name by which the new version's file imports it. */
  readonly older: string;
  readonly olderModule: string;
  readonly hasStatus: boolean;
  /** The tags of its doc comment that belong to the version only, one per line: columns, scale, selectable fields. */
  readonly versionTags: readonly string[];
  /** The spec of its sample, if it has one. */
  readonly sampleSpec: JsonValue | undefined;
}

/** Finds the latest of the older versions. Returns undefined if its types are not in the scaffolded location or form. */
async function findOlderVersion(
  files: Snapshot,
  project: Project,
  latest: Resource | undefined,
  typesPath: string,
): Promise<OlderVersion | undefined> {
  if (latest === undefined) return undefined;
  const { typesFile, sampleFile } = namesOf(latest, project);
  const { readVersionTypes } = await import("./edits/read-types.js");
  const { exports, versionTags } = readVersionTypes(typesFile, files.read(typesFile) ?? "", latest.kind);
  if (!exports(`${latest.kind}Spec`)) return undefined;
  return {
    older: latest.version,
    olderModule: moduleFrom(typesPath, typesFile),
    hasStatus: exports(`${latest.kind}Status`),
    versionTags,
    sampleSpec: specOf(files.read(sampleFile)),
  };
}

/** Reads the spec of a sample. A user may have written anything into the sample. */
function specOf(text: string | undefined): JsonValue | undefined {
  try {
    // YAML's core schema produces only JSON values.
    return field(parseYaml(text ?? "", "sample"), "spec") as JsonValue | undefined;
  } catch {
    return undefined;
  }
}
