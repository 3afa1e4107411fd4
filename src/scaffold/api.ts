import { stamp } from "../core/generated-stamp.js";
import { printYaml } from "../core/yaml.js";
import { pluralize } from "../core/plural.js";
import { type Fragment, insertFragments } from "../machinery/insert.js";
import type { Renderer } from "../machinery/render.js";
import { withResource } from "../project/edit.js";
import { projectFileName } from "../project/parse.js";
import { findVersions, type Project, type Resource } from "../project/project.js";
import { boilerplateFile } from "./init.js";
import { withKustomizeResource } from "./kustomization.js";
import { toHeader } from "./license.js";
import { type Names, namesOf } from "./naming.js";
import type { Plan } from "./plan.js";
import { tagStorageVersion } from "./storage-version.js";
import { toYamlScalar } from "./text.js";
import type { ApiView, Views } from "./views.js";

/** A kind as `create api` wants it; everything has been checked. */
export interface ApiRequest {
  /** As it will stand in PROJECT. */
  readonly resource: Resource;
  /** Whether to make the types, and all that belongs to a kind of one's own. */
  readonly withResource: boolean;
  readonly withController: boolean;
  readonly shortName: string | undefined;
}

/** Plans a kind, its controller, or both; PROJECT comes last. */
export function planApi(plan: Plan, templates: Renderer<Views>, project: Project, request: ApiRequest): void {
  const { resource } = request;
  const names = namesOf({ ...resource, multigroup: project.multigroup });
  const olderVersions = findVersions(project, resource).filter(({ version }) => version !== resource.version);
  const view = viewOf(plan, project, request, names);
  if (request.withResource) {
    plan.write(names.typesFile, templates.render("api/types.ts.hbs", view));
    if (plan.read(names.sampleFile) === undefined) {
      plan.write(names.sampleFile, renderSample(project.projectName, names, resource.kind));
    }
    planRoles(plan, templates, view, names);
    planCrd(plan, templates, view, names);
    planStorageVersion(plan, project, olderVersions);
  }
  if (request.withController) planController(plan, templates, view, names, request);
  plan.change(projectFileName, withResource(plan.read(projectFileName) ?? "", resource));
  if (request.withResource) {
    plan.next.push(`edit ${names.typesFile}, then: npm run manifests`);
  }
  if (request.withController) plan.next.push(`edit ${names.controllerPath}/${names.controllerFile}.ts`);
}

function viewOf(plan: Plan, project: Project, request: ApiRequest, names: Names): ApiView {
  const { resource, shortName } = request;
  const namespaced = resource.api?.namespaced ?? true;
  return {
    header: toHeader(plan.read(boilerplateFile) ?? ""),
    projectNameYaml: toYamlScalar(project.projectName),
    group: names.group,
    groupYaml: toYamlScalar(names.group),
    apiVersion: names.apiVersion,
    kind: resource.kind,
    kindYaml: toYamlScalar(resource.kind),
    kindLower: names.kindLower,
    plural: names.plural,
    pluralYaml: toYamlScalar(names.plural),
    variable: names.variable,
    namespaced,
    namespace: namespaced ? "default" : "",
    kindTags: [
      ...(names.plural === pluralize(names.kindLower) ? [] : [`@plural ${names.plural}`]),
      ...(shortName === undefined ? [] : [`@shortName ${shortName}`]),
      ...(namespaced ? [] : ["@scope Cluster"]),
    ],
    rbacTags: [
      `@rbac groups=${names.group === "" ? "core" : names.group} resources=${names.plural} verbs=get;list;watch`,
    ],
    typesModule: names.typesModule,
    controllerFile: names.controllerFile,
    controllerName: names.controllerName,
    roleKind: project.namespaced ? "Role" : "ClusterRole",
    roleNamespaced: project.namespaced,
    rolePrefix: names.rolePrefix,
  };
}

/** What `tsop manifests` makes of the scaffolded types; test/scaffold/api.test.ts compares. */
function renderSample(projectName: string, { apiVersion, kindLower }: Names, kind: string): string {
  const labels = { "app.kubernetes.io/managed-by": "kustomize", "app.kubernetes.io/name": projectName };
  const metadata = { labels, name: `${kindLower}-sample` };
  return stamp(printYaml({ apiVersion, kind, metadata, spec: { replicas: 1 } }));
}

function planRoles(plan: Plan, templates: Renderer<Views>, view: ApiView, names: Names): void {
  const file = "config/rbac/kustomization.yaml";
  for (const role of ["admin", "editor", "viewer"] as const) {
    const path = `${names.roleFile}_${role}_role.yaml`;
    plan.write(path, templates.render(`api/config/rbac/${role}_role.yaml.hbs`, view));
    addResource(plan, file, path.replace("config/rbac/", ""));
  }
}

function planCrd(plan: Plan, templates: Renderer<Views>, view: ApiView, names: Names): void {
  const file = "config/crd/kustomization.yaml";
  if (plan.read(file) === undefined) plan.write(file, templates.render("api/crd-kustomization.yaml.hbs", view));
  else addResource(plan, file, names.crdFile);
  addResource(plan, "config/default/kustomization.yaml", "../crd");
}

/** A kustomization that the user has done away with is not brought back. */
function addResource(plan: Plan, file: string, resource: string): void {
  const text = plan.read(file);
  if (text === undefined)
    plan.next.push(`${file} is not there: add ${resource} to the kustomization that takes its place`);
  else plan.change(file, withKustomizeResource(text, file, resource));
}

/** Kubernetes stores a kind in one version: with a second one, somebody has to say in which. */
function planStorageVersion(plan: Plan, project: Project, olderVersions: readonly Resource[]): void {
  const [first] = olderVersions;
  if (first?.api === undefined) return;
  const { typesFile } = namesOf({ ...first, multigroup: project.multigroup });
  const outcome = olderVersions.length > 1 ? "present" : tagStorageVersion(plan.read(typesFile), first.kind);
  if (outcome === "present") return;
  if (typeof outcome === "object") {
    plan.change(typesFile, outcome.text);
    plan.next.push(
      `objects are stored as ${first.version}: @storageVersion was put into ${typesFile}; move it to change that`,
    );
  } else plan.next.push(`put @storageVersion into the doc comment of ${first.kind} in one of its versions`);
}

function planController(
  plan: Plan,
  templates: Renderer<Views>,
  view: ApiView,
  names: Names,
  { resource }: ApiRequest,
): void {
  const isOwn = resource.api !== undefined;
  const file = `${names.controllerPath}/${names.controllerFile}`;
  const [controller, test] = isOwn
    ? (["api/controller.ts.hbs", "api/controller.test.ts.hbs"] as const)
    : (["api/bare-controller.ts.hbs", "api/bare-controller.test.ts.hbs"] as const);
  plan.write(`${file}.ts`, templates.render(controller, view));
  plan.write(`${file}.test.ts`, templates.render(test, view));
  wireController(plan, resource.kind, names);
}

function wireController(plan: Plan, kind: string, names: Names): void {
  const file = "main.ts";
  const text = plan.read(file);
  const module = `./${names.controllerPath}/${names.controllerFile}.js`;
  const className = `${kind}Reconciler`;
  // Two groups may have a kind of one name.
  const isTaken = text !== undefined && new RegExp(`\\b${className}\\b`).test(text) && !text.includes(module);
  const name = isTaken
    ? `${names.controllerName.replace(/(^|-)(\w)/g, (_match, _dash, letter: string) => letter.toUpperCase())}Reconciler`
    : className;
  const imported = isTaken ? `${className} as ${name}` : className;
  const fragments: Fragment[] = [
    { marker: "imports", code: `import { ${imported} } from "${module}";`, evidence: evidenceOf(module) },
    {
      marker: "builder",
      code: `new ${name}(manager.client).setupWithManager(manager);`,
      evidence: new RegExp(`new ${name}\\(`),
    },
  ];
  if (text === undefined) {
    plan.refuse({
      code: "scaffold/marker-missing",
      severity: "error",
      message: "there is no main.ts to wire the controller into",
      at: { file },
      hint: `Put it back, or pass --controller=false and wire it by hand:\n${fragments.map(({ code }) => code).join("\n")}`,
    });
    return;
  }
  const result = insertFragments(text, file, fragments);
  for (const diagnostic of result.diagnostics) plan.refuse(diagnostic);
  plan.change(file, result.text);
}

/** Whatever is imported from the module, and in whatever quotes. */
function evidenceOf(module: string): RegExp {
  return new RegExp(`from "${module.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}"`);
}
