import { stamp } from "../core/generated-stamp.js";
import { type JsonValue, printYaml } from "../core/yaml.js";
import { compareVersions } from "../core/version-order.js";
import { withListItem } from "../core/yaml-list.js";
import { pluralize } from "../core/plural.js";
import { reduceCode } from "../machinery/code-text.js";
import { escapeRegExp, type Fragment, insertFragments } from "../machinery/insert.js";
import { withResource } from "../project/edit.js";
import { projectFileName } from "../project/file-name.js";
import { findResource, findVersions, type Project, type Resource } from "../project/project.js";
import { boilerplateFile, yamlText } from "./init.js";
import { asComment, headerOf } from "./license.js";
import { type Names, namesOf } from "./naming.js";
import { findOlderVersion, type OlderVersion } from "./older-version.js";
import type { Placement } from "./placement.js";
import { hasStorageVersion, tagStorageVersion, untagStorageVersion } from "./storage-version.js";
import type { Templates } from "./templates.js";
import type { ApiView } from "./views.js";
import { planConversionInControllerTest } from "./webhook/controller-test.js";

/** A kind as `create api` wants it; everything has been checked. */
export interface ApiRequest {
  /** As it will stand in PROJECT. */
  readonly resource: Resource;
  /** Whether to make the types, and all that belongs to a kind of one's own. */
  readonly withResource: boolean;
  readonly withController: boolean;
  readonly shortName: string | undefined;
  /** The version that objects are to be stored in; undefined: the one that they are stored in. */
  readonly storageVersion: string | undefined;
}

/** Plans a kind, its controller, or both; PROJECT comes last. */
export function planApi(placement: Placement, templates: Templates, project: Project, request: ApiRequest): void {
  const { resource } = request;
  const names = namesOf({ ...resource, multigroup: project.multigroup });
  const olderVersions = findVersions(project, resource).filter(({ version }) => version !== resource.version);
  const view = viewOf(placement, project, request, names);
  if (request.withResource) {
    const older = findOlderVersion(placement.tree, project, olderVersions, names.typesPath);
    placement.put(names.typesFile, renderTypes(templates, view, request, older), "collide");
    if (placement.tree.read(names.sampleFile) === undefined) {
      const spec = older?.sampleSpec ?? { replicas: 1 };
      placement.put(names.sampleFile, renderSample(project.projectName, names, resource.kind, spec), "keep");
    }
    planRoles(placement, templates, view, names);
    planCrd(placement, templates, view, names);
    planStorageVersion(placement, project, request, olderVersions);
  }
  if (request.withController) {
    planController(placement, templates, view, names, request);
    const others = project.resources.filter((each) => each !== findResource(project, resource));
    planConversionInControllerTest(placement, { ...project, resources: [...others, resource] }, resource);
  }
  placement.change(projectFileName, withResource(placement.tree.read(projectFileName) ?? "", resource));
  if (request.withResource) {
    placement.next.push(`edit ${names.typesFile}, then: npm run manifests`);
  }
  if (request.withController) placement.next.push(`edit ${names.controllerPath}/${names.controllerFile}.ts`);
}

export function viewOf(placement: Placement, project: Project, request: ApiRequest, names: Names): ApiView {
  const { resource, shortName } = request;
  const namespaced = resource.api?.namespaced ?? true;
  const hasRoles = project.namespaced && namespaced;
  return {
    header: headerOf(asComment(placement.tree.read(boilerplateFile) ?? "")),
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
  templates: Templates,
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

function planRoles(placement: Placement, templates: Templates, view: ApiView, names: Names): void {
  const file = "config/rbac/kustomization.yaml";
  for (const role of ["admin", "editor", "viewer"] as const) {
    const path = `${names.roleFile}_${role}_role.yaml`;
    placement.put(path, templates.render(`api/config/rbac/${role}_role.yaml.hbs`, view), "collide");
    addResource(placement, file, path.replace("config/rbac/", ""));
  }
}

export function planCrd(placement: Placement, templates: Templates, view: ApiView, names: Names): void {
  const file = "config/crd/kustomization.yaml";
  if (placement.tree.read(file) === undefined)
    placement.put(file, templates.render("api/crd-kustomization.yaml.hbs", view), "collide");
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
function planStorageVersion(
  placement: Placement,
  project: Project,
  { resource: newer, storageVersion }: ApiRequest,
  olderVersions: readonly Resource[],
): void {
  const own = olderVersions.filter(({ api }) => api !== undefined);
  const [first] = own;
  if (first === undefined) return;
  const typesFileOf = (each: Resource): string => namesOf({ ...each, multigroup: project.multigroup }).typesFile;
  if (storageVersion !== undefined) {
    moveStorageVersion(placement, [...own, newer], storageVersion, typesFileOf);
  } else if (!own.some((each) => hasStorageVersion(placement.tree.read(typesFileOf(each))))) {
    storeOldest(placement, first, typesFileOf(first));
  }
  // Without a stored version, the command that this names would fail.
  sayConversion(placement, newer, own);
}

function storeOldest(placement: Placement, { kind, version }: Resource, file: string): void {
  const outcome = tagStorageVersion(placement.tree.read(file), kind);
  if (typeof outcome === "object") {
    placement.change(file, outcome.text);
    placement.next.push(
      `objects are stored as ${version}: @storageVersion was put into ${file}; move it to change that`,
    );
  } else
    placement.next.push(
      `put /** @storageVersion */ above the interface of ${kind} in ${file}: objects are stored as ${version}`,
    );
}

/** What stands where is the user's: what cannot be changed without doubt is said. */
function moveStorageVersion(
  placement: Placement,
  versions: readonly Resource[],
  wanted: string,
  typesFileOf: (resource: Resource) => string,
): void {
  for (const resource of versions) {
    const [file, isWanted] = [typesFileOf(resource), resource.version === wanted];
    const text = placement.tree.read(file);
    const outcome = isWanted ? tagStorageVersion(text, resource.kind) : untagStorageVersion(text);
    if (typeof outcome === "object") placement.change(file, outcome.text);
    if (outcome !== "unclear") continue;
    placement.next.push(
      isWanted
        ? `put /** @storageVersion */ above the interface of ${resource.kind} in ${file}`
        : `take @storageVersion out of ${file}`,
    );
  }
  placement.next.push(
    `objects are stored as ${wanted}, once the CRD is in a cluster (npm run install-crds); those that are there already follow by: npx tsop migrate-storage`,
  );
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

function planController(
  placement: Placement,
  templates: Templates,
  view: ApiView,
  names: Names,
  { resource }: ApiRequest,
): void {
  const file = `${names.controllerPath}/${names.controllerFile}`;
  const [controller, test] = hasConditions(placement, resource, names)
    ? (["api/controller.ts.hbs", "api/controller.test.ts.hbs"] as const)
    : (["api/bare-controller.ts.hbs", "api/bare-controller.test.ts.hbs"] as const);
  placement.put(`${file}.ts`, templates.render(controller, view), "collide");
  placement.put(`${file}.test.ts`, templates.render(test, view), "collide");
  wireController(placement, resource.kind, names);
}

/** Whether the types are such as the scaffolded reconciler writes to; their owner may have changed them. */
function hasConditions({ tree }: Placement, { api }: Resource, { typesFile }: Names): boolean {
  return api !== undefined && /\bconditions\?: Condition\[\]/.test(tree.read(typesFile) ?? "");
}

function wireController(placement: Placement, kind: string, names: Names): void {
  const file = "main.ts";
  const text = placement.tree.read(file);
  const module = `./${names.controllerPath}/${names.controllerFile}.js`;
  const className = `${kind}Reconciler`;
  const name = localName(text ?? "", className, module, names);
  const imported = name === className ? className : `${className} as ${name}`;
  const fragments: Fragment[] = [
    {
      marker: "imports",
      code: `import { ${imported} } from "${module}";`,
      evidence: new RegExp(`from"${escapeRegExp(module)}"`),
    },
    {
      marker: "builder",
      code: `new ${name}(manager.client).setupWithManager(manager);`,
      evidence: new RegExp(`new ${name}\\(`),
    },
  ];
  if (text === undefined) {
    placement.problems.push({
      code: "scaffold/marker-missing",
      severity: "error",
      message: "there is no main.ts to wire the controller into",
      at: { file },
      hint: `Put it back, or pass --controller=false and wire it by hand:\n${fragments.map(({ code }) => code).join("\n")}`,
    });
    return;
  }
  const result = insertFragments(text, file, fragments);
  for (const diagnostic of result.diagnostics) placement.problems.push(diagnostic);
  placement.change(file, result.text);
}

/** What main.ts calls the reconciler. Two groups may have a kind of one name: then the group goes in front. */
function localName(text: string, className: string, module: string, { controllerName }: Names): string {
  const reduced = reduceCode(text);
  const present = new RegExp(`\\b${className}(?: as (\\w+))?[^}]*\\}from"${escapeRegExp(module)}"`).exec(reduced);
  if (present !== null) return present[1] ?? className;
  if (!new RegExp(`\\b${className}\\b`).test(reduced)) return className;
  const group = controllerName.slice(0, Math.max(controllerName.lastIndexOf("-"), 0)).split("-");
  return group.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("") + className;
}
