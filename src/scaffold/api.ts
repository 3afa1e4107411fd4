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
import { findVersions, type Project, projectFileName, type Resource } from "../project/project.js";
import { yamlText } from "./init.js";
import { controllerWire, planMain } from "./main-file.js";
import { moduleFrom, type Names, namesOf } from "./naming.js";
import { type Placement, type PlanInput, planOf, type ScaffoldPlan } from "./placement.js";
import type { ApiView } from "./views.js";
import { planConversionInControllerTest } from "./webhook/controller-test.js";

/** A kind as `create api` wants it; everything has been checked. */
export interface ApiRequest {
  /** As it will stand in PROJECT. */
  readonly resource: Resource;
  /** Whether to make the types, and all that belongs to a kind of one's own. */
  readonly withResource: boolean;
  readonly withController: boolean;
  /** Of a kind of Kubernetes' own, whose scope PROJECT does not name. */
  readonly isClusterScoped?: boolean;
  readonly shortName: string | undefined;
  /** The version that objects are to be stored in; undefined: the one that they are stored in. */
  readonly storageVersion: string | undefined;
}

/** Plans a kind, its controller, or both; PROJECT comes last. */
export function planApi(input: PlanInput, project: Project, request: ApiRequest): Promise<ScaffoldPlan> {
  return planOf(input, (placement) => placeApi(placement, project, request));
}

/** The same, on top of what has been planned. */
export async function placeApi(placement: Placement, project: Project, request: ApiRequest): Promise<void> {
  const { resource } = request;
  const names = namesOf(resource, project);
  const olderVersions = findVersions(project, resource).filter(({ version }) => version !== resource.version);
  const view = viewOf(placement, project, request, names);
  const projectText = withResource(placement.tree.read(projectFileName) ?? "", resource);
  const after = parseProject(projectText);
  const older = request.withResource
    ? await findOlderVersion(placement.tree, project, olderVersions, names.typesPath)
    : undefined;
  if (request.withResource) {
    placement.put(names.typesFile, renderTypes(placement, view, request, older), "collide");
    if (placement.tree.read(names.sampleFile) === undefined) {
      const spec = older?.sampleSpec ?? { replicas: 1 };
      placement.put(names.sampleFile, renderSample(project.projectName, names, resource.kind, spec), "keep");
    }
    planRoles(placement, view, names);
    planCrd(placement, view, names);
    await planStorageVersion(placement, project, request, olderVersions);
  }
  if (request.withController) {
    const isBare = request.withResource ? older !== undefined : !(await hasConditions(placement, resource, names));
    planController(placement, view, names, isBare);
    await planMain(placement, { before: project, after, wires: [controllerWire(resource, names)] });
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
    // The rights on a kind of one's own are inferred.
    typesModule: names.typesModule,
    controllerFile: names.controllerFile,
    controllerName: names.controllerName,
    roleKind: hasRoles ? "Role" : "ClusterRole",
    roleNamespaced: hasRoles,
    rolePrefix: names.rolePrefix,
  };
}

/** A new version has the fields of the one before, so that they need not be written, nor converted, before they differ. */
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

/** What `tsop manifests` makes of the scaffolded types; test/scaffold/sample.test.ts compares. */
function renderSample(
  projectName: string,
  { apiVersion, kindLower, sampleFile }: Names,
  kind: string,
  spec: JsonValue,
): string {
  const labels = { "app.kubernetes.io/managed-by": "kustomize", "app.kubernetes.io/name": projectName };
  const schema = `../schemas/${sampleFile.replace(/^.*\//, "").replace(/\.yaml$/, "")}.json`;
  const object = { apiVersion, kind, metadata: { labels, name: `${kindLower}-sample` }, spec };
  return stamp(`# yaml-language-server: $schema=${schema}\n${printYaml(object)}`);
}

function planRoles(placement: Placement, view: ApiView, names: Names): void {
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

/** A kustomization that the user has done away with is not brought back. */
function addResource(placement: Placement, file: string, resource: string): void {
  const text = placement.tree.read(file);
  if (text === undefined)
    placement.next.push(`${file} is not there: add ${resource} to the kustomization that takes its place`);
  else placement.change(file, withListItem(text, file, "resources", resource));
}

/** Kubernetes stores a kind in one version: with a second one, somebody has to say in which. */
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
  // Without a stored version, the command that this names would fail.
  sayConversion(placement, newer, own);
}

/** The API server converts nothing by itself but the version's name: fields that differ would be lost. */
function sayConversion({ next }: Placement, newer: Resource, olderVersions: readonly Resource[]): void {
  const { group, kind } = newer;
  const present = olderVersions.find(({ webhooks }) => webhooks?.conversion === true);
  // The newest, as the warning of `tsop manifests` proposes; a version may also be added that is older than those there are.
  const hub =
    present ??
    [...olderVersions, newer].reduce((best, each) => (compareVersions(each.version, best.version) > 0 ? each : best));
  const others = present === undefined ? [...olderVersions, newer].filter((each) => each !== hub) : [newer];
  const spokes = others.map(({ version }) => version);
  const flags = `${group === "" ? "" : `--group ${group} `}--version ${hub.version} --kind ${kind}`;
  next.push(`once fields differ, convert: npx tsop create webhook ${flags} --conversion --spoke ${spokes.join(",")}`);
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

/** Whether the types are such as the scaffolded reconciler writes to; their owner may have changed them. */
async function hasConditions({ tree }: Placement, { api, kind }: Resource, { typesFile }: Names): Promise<boolean> {
  const text = tree.read(typesFile);
  if (api === undefined || text === undefined) return false;
  const types = await import("./edits/read-types.js");
  return types.hasConditions(typesFile, text, `${kind}Status`);
}

/** The version that a new one begins as. */
export interface OlderVersion {
  /** Its name, which the new version's file imports it by. */
  readonly older: string;
  readonly olderModule: string;
  readonly hasStatus: boolean;
  /** What its doc comment says of the version alone, each on one line: columns, scale, selectable fields. */
  readonly versionTags: readonly string[];
  /** Of its sample, where it has one. */
  readonly sampleSpec: JsonValue | undefined;
}

/** The latest of the older versions; undefined where its types are not where and what they were scaffolded as. */
async function findOlderVersion(
  files: Snapshot,
  project: Project,
  olderVersions: readonly Resource[],
  typesPath: string,
): Promise<OlderVersion | undefined> {
  const latest = olderVersions.findLast(({ api }) => api !== undefined);
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

/** People may have written anything into a sample. */
function specOf(text: string | undefined): JsonValue | undefined {
  try {
    // What YAML's core schema gives is JSON.
    return field(parseYaml(text ?? "", "sample"), "spec") as JsonValue | undefined;
  } catch {
    return undefined;
  }
}
