import { stamp } from "../core/generated-stamp.js";
import type { JsonValue } from "../core/json.js";
import { pluralize } from "../core/plural.js";
import { withListItem } from "../core/yaml-list.js";
import { printYaml } from "../core/yaml.js";
import { withResource } from "../project/edit.js";
import { parseProject } from "../project/parse.js";
import { controllersOf, findVersions, type Project, projectFileName, type Resource } from "../project/project.js";
import { yamlText } from "./init.js";
import { controllerWire, planMain } from "./main-file.js";
import {
  findOlderVersion,
  type OlderVersion,
  placeTypes,
  planStorageVersion,
  type VersionRequest,
} from "./kind-versions.js";
import { type Names, namesOf } from "./naming.js";
import { type Placement, type PlanInput, planOf, type ScaffoldPlan } from "./placement.js";
import type { ApiView } from "./views.js";
import { planConversionInControllerTest } from "./webhook/controller-test.js";

/** A kind that `create api` adds; all values are validated. */
export interface ApiRequest extends VersionRequest {
  /** Whether to create the types, and all other files of a kind that the project defines. */
  readonly withResource: boolean;
  readonly withController: boolean;
  /** The name of the controller to create; default: the kind in lower case. */
  readonly controllerName?: string | undefined;
  /** Set for a built-in kind of Kubernetes, whose scope is not in PROJECT. */
  readonly isClusterScoped?: boolean;
  readonly shortName: string | undefined;
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
  const view = viewOf(placement, project, request, names);
  const projectText = withResource(placement.tree.read(projectFileName) ?? "", resource);
  const after = parseProject(projectText);
  const older = request.withResource
    ? await findOlderVersion(placement.tree, project, resource, names.typesPath)
    : undefined;
  if (request.withResource) {
    const renderFirst = (kindTags: readonly string[]): string =>
      placement.templates.render("api/types.ts.hbs", { ...view, kindTags });
    await placeTypes(placement, project, { request, names, view, older, renderFirst });
    if (placement.tree.read(names.sampleFile) === undefined) {
      const spec = older?.sampleSpec ?? { replicas: 1 };
      placement.put(names.sampleFile, renderSample(project.projectName, names, resource.kind, spec), "keep");
    }
    planRoles(placement, view, names);
    planCrd(placement, view, names);
    await planStorageVersion(placement, project, request);
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
