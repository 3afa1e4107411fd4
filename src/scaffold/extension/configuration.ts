/** Makes the extension API server reachable in a cluster: its manifests, and the lines in kustomizations that include them. */
import { isMap } from "yaml";
import { listItems } from "../../core/yaml-list.js";
import {
  extensionResources,
  type ExtensionStorage,
  type Project,
  qualifiedGroup,
  type Resource,
} from "../../project/project.js";
import { yamlText } from "../init.js";
import {
  apiserverCertificateRoles,
  apiserverConfigFile,
  defaultFile,
  operatorPatch,
  rows,
  setRow,
} from "../modes/default-kustomization.js";
import type { Placement } from "../placement.js";
import { placeAgain } from "../webhook/configuration.js";
import { apiServiceName, extensionNamesOf } from "./extension-names.js";

/** The common input of the functions that plan the configuration. */
export interface ExtensionScene {
  readonly placement: Placement;
  readonly before: Project;
  readonly project: Project;
}

/** Plans all manifests of the server, and includes them in config/default. */
export function planExtensionConfiguration(scene: ExtensionScene): void {
  const { placement, before, project } = scene;
  for (const file of configFiles(placement)) {
    placeAgain(placement, file, { before: render(placement, file, before), after: render(placement, file, project) });
  }
  for (const resource of extensionResources(project)) {
    const { apiServiceFile } = extensionNamesOf(resource, project);
    const text = renderApiService(placement, resource, project);
    placeAgain(placement, apiServiceFile, { before: text, after: text });
    setRow(placement, apiserverConfigFile, "resources", nameIn(apiServiceFile), true);
  }
  setCertificateRows(placement, true);
  planStorageFiles(scene);
  nameOperator(placement);
  setRow(placement, defaultFile, "resources", rows.apiserver, true);
  setRow(placement, defaultFile, "replacements", replacements, true);
}

export const replacements = { id: rows.apiserverReplacements, text: `path: ${rows.apiserverReplacements}` };

/** Adds or removes the lines with which the server creates its certificate. */
export function setCertificateRows(placement: Placement, isWanted: boolean): void {
  const { apiserverCertificatesPatch: patch, certificateSecret } = rows;
  const resources = [...apiserverCertificateRoles, certificateSecret];
  for (const each of resources) setRow(placement, apiserverConfigFile, "resources", each, isWanted);
  setRow(placement, apiserverConfigFile, "patches", { id: patch, text: `path: ${patch}` }, isWanted);
}

/** The files that some storages need, and how the kustomization includes them. */
export interface StorageFiles {
  readonly storages: readonly ExtensionStorage[];
  readonly resources: readonly StorageFile[];
  readonly patches: readonly StorageFile[];
}

type StorageFile = (typeof rows)[
  | "apiserverDataClaim"
  | "apiserverDataPatch"
  | "apiserverStorageRole"
  | "apiserverStorageRoleBinding"];

export const storageFiles: readonly StorageFiles[] = [
  { storages: ["file", "sqlite"], resources: [rows.apiserverDataClaim], patches: [rows.apiserverDataPatch] },
  {
    storages: ["cluster"],
    resources: [rows.apiserverStorageRole, rows.apiserverStorageRoleBinding],
    patches: [],
  },
];

/** Returns whether a kind of the project needs the files. */
export function needsFiles({ storages }: StorageFiles, project: Project): boolean {
  return extensionResources(project).some(({ extension }) => extension && storages.includes(extension.storage));
}

function planStorageFiles({ placement, before, project }: ExtensionScene): void {
  for (const files of storageFiles.filter((each) => needsFiles(each, project))) {
    for (const name of [...files.resources, ...files.patches]) {
      const text = renderStorageFile(placement, name, before);
      placeAgain(placement, `config/apiserver/${name}`, { before: text, after: text });
    }
    setStorageRows(placement, files, true);
  }
}

export function renderStorageFile({ templates }: Placement, name: StorageFile, { projectName }: Project): string {
  return templates.render(`apiserver/${name}.hbs`, { projectNameYaml: yamlText(projectName) });
}

/** Adds or removes the lines of the files. */
export function setStorageRows(placement: Placement, { resources, patches }: StorageFiles, isWanted: boolean): void {
  for (const name of resources) setRow(placement, apiserverConfigFile, "resources", name, isWanted);
  for (const name of patches) {
    setRow(placement, apiserverConfigFile, "patches", { id: name, text: `path: ${name}` }, isWanted);
  }
}

/** Returns the files of the server that do not depend on a group version. */
export function configFiles({ templates }: Pick<Placement, "templates">): string[] {
  return templates
    .list("apiserver/config/")
    .map((name) => name.slice("apiserver/".length).replace(/\.hbs$/, ""))
    .toSorted();
}

/** Renders a file of the configuration for a state of the project. */
export function render({ templates }: Placement, file: string, project: Project): string {
  const apiServices = [...new Set(extensionResources(project).map(apiServiceName))].toSorted();
  const view = { projectNameYaml: yamlText(project.projectName), apiServices };
  return templates.render(`apiserver/config/${file.replace(/^config\//, "")}.hbs`, view);
}

export function renderApiService({ templates }: Placement, resource: Resource, { projectName }: Project): string {
  const { version } = resource;
  const view = { projectNameYaml: yamlText(projectName), group: qualifiedGroup(resource), version };
  return templates.render("apiserver/apiservice.yaml.hbs", view);
}

export function nameIn(file: string): string {
  return file.replace(/^.*\//, "");
}

const operatorPatches = [
  rows.metricsPatch,
  rows.metricsCertificatePatch,
  rows.foreignMetricsCertificatePatch,
  rows.webhookPatch,
  rows.ownCertificatesPatch,
  rows.certManagerPatch,
];

/** Gives the patches of the operator its name, which those of earlier scaffolds lack: they would also patch the server. */
function nameOperator(placement: Placement): void {
  const items = listItems(placement.tree.read(defaultFile) ?? "", defaultFile, "patches");
  for (const file of operatorPatches) {
    const item = items.get(file);
    const target = isMap(item) ? item.get("target") : undefined;
    if (!isMap(target) || target.has("name") || target.has("labelSelector")) continue;
    setRow(placement, defaultFile, "patches", file, false);
    setRow(placement, defaultFile, "patches", operatorPatch(file), true);
  }
}
