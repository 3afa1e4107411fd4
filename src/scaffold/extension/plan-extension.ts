import path from "node:path";
import { withExtensionResource } from "../../project/extension.js";
import { parseProject } from "../../project/parse.js";
import { findVersions, type Project, projectFileName } from "../../project/project.js";
import { type ApiRequest, planRoles, renderSample, viewOf } from "../api.js";
import { initView } from "../init.js";
import { findOlderVersion, placeTypes, planStorageVersion, type VersionRequest } from "../kind-versions.js";
import { moduleFrom } from "../naming.js";
import { type Placement, type PlanInput, planOf, type ScaffoldPlan } from "../placement.js";
import type { ApiView } from "../views.js";
import { planExtensionConfiguration } from "./configuration.js";
import { apiserverFile, type ExtensionNames, extensionNamesOf, resourceWire } from "./extension-names.js";
import type { ExtensionView } from "./views.js";

/** A kind that `create apiserver` adds; all values are validated. */
export type ExtensionRequest = VersionRequest & Pick<ApiRequest, "shortName">;

/** Plans a kind that the extension API server serves, and the server with its first kind. The change of PROJECT comes last. */
export function planExtension(input: PlanInput, before: Project, request: ExtensionRequest): Promise<ScaffoldPlan> {
  return planOf(input, (placement) => placeExtension(placement, before, request));
}

async function placeExtension(placement: Placement, before: Project, request: ExtensionRequest): Promise<void> {
  const { resource } = request;
  const names = extensionNamesOf(resource, before);
  const projectText = withExtensionResource(placement.tree.read(projectFileName) ?? "", resource);
  const project = parseProject(projectText);
  const api = viewOf(placement, before, request, names);
  const view = extensionView(api, request, names);
  const { templates } = placement;
  const older = await findOlderVersion(placement.tree, before, resource, names.typesPath);
  const renderFirst = (kindTags: readonly string[]): string =>
    templates.render("apiserver/types.ts.hbs", { ...view, kindTags });
  await placeTypes(placement, before, { request, names, view: api, older, renderFirst });
  if (!view.isVirtual && placement.tree.read(names.sampleFile) === undefined) {
    const spec = older?.sampleSpec ?? { size: 1 };
    placement.put(names.sampleFile, renderSample(before.projectName, names, resource.kind, spec), "keep");
  }
  planRoles(placement, api, names);
  await planStorageVersion(placement, before, request);
  placement.next.push(`edit ${names.typesFile}, then: npm run manifests`);
  // All versions of a kind share the code that serves it.
  if (!findVersions(before, resource).some(({ version }) => version !== resource.version)) {
    placement.put(names.resourceFile, templates.render("apiserver/resource.ts.hbs", view), "collide");
    placement.put(names.resourceTestFile, templates.render("apiserver/resource.test.ts.hbs", view), "collide");
    await planEntry(placement, before, names);
    placement.next.push(`edit ${names.resourceFile}`);
    if (resource.extension?.storage === "sqlite") placement.next.push(sqliteNeeds);
  }
  planExtensionConfiguration({ placement, before, project });
  placement.change(projectFileName, projectText);
}

const sqliteNeeds =
  "sqliteStorage needs Node 22.13 or newer: the scaffolded image has Node 24, and tests and tsop dev run on yours";

export function extensionView(
  api: ApiView,
  { resource }: Pick<ExtensionRequest, "resource">,
  names: ExtensionNames,
): ExtensionView {
  const folder = path.posix.dirname(names.resourceFile);
  const { header, kind, apiVersion, plural, kindTags, namespaced } = api;
  const storage = resource.extension?.storage ?? "memory";
  return {
    group: names.group,
    isMemory: storage === "memory",
    isCluster: storage === "cluster",
    fileEnding: storage === "file" ? "jsonl" : storage === "sqlite" ? "db" : "",
    storageFunction: `${storage}Storage`,
    ...{ header, kind, apiVersion, plural, kindTags, namespaced },
    typesModule: moduleFrom(folder, names.typesFile),
    isVirtual: storage === "virtual",
    kindLower: names.kindLower,
    variable: names.variable,
    resourceFunction: names.resourceFunction,
    definition: names.definition,
    definitionFile: names.definitionFile,
    definitionModule: moduleFrom(folder, names.definitionFile),
    sampleFile: names.sampleFile,
  };
}

/** Creates the entry point with its first kind, or adds a kind to it. */
async function planEntry(placement: Placement, project: Project, names: ExtensionNames): Promise<void> {
  const wire = resourceWire(names);
  const text = placement.tree.read(apiserverFile);
  if (text === undefined) placement.put(apiserverFile, renderEntry(placement, project, wire), "collide");
  else {
    const { addResource } = await import("../edits/apiserver-file.js");
    addResource(placement, text, wire);
  }
}

/** Returns the entry point with a single kind. */
export function renderEntry(
  { templates, header }: Placement,
  project: Project,
  { exported, module }: Pick<ReturnType<typeof resourceWire>, "exported" | "module">,
): string {
  const view = { ...initView(project, header), resourceFunction: exported, resourceModule: module };
  return templates.render("apiserver/apiserver.ts.hbs", view);
}
