/** Removes the manifests of the extension API server, as far as no kind of the project needs them. */
import { serverRoleFile } from "../../project/definition-module.js";
import { extensionResources } from "../../project/project.js";
import {
  configFiles,
  type ExtensionScene,
  nameIn,
  needsFiles,
  render,
  renderApiService,
  renderStorageFile,
  replacements,
  setCertificateRows,
  setStorageRows,
  storageFiles,
} from "../extension/configuration.js";
import { extensionNamesOf, isSameGroupVersion } from "../extension/extension-names.js";
import { apiserverConfigFile, defaultFile, rows, setRow } from "../modes/default-kustomization.js";
import { withEndingsOf } from "../placement.js";
import { placeAgain } from "../webhook/configuration.js";

/**
 * Removes lines and files of the configuration.
 *
 * @returns the deleted files that the user has edited
 */
export function removeExtensionConfiguration(scene: ExtensionScene): string[] {
  const { placement, before, project } = scene;
  const { tree } = placement;
  const present = extensionResources(before);
  const rest = extensionResources(project);
  if (present.length === rest.length) return [];
  const edited: string[] = [];
  const remove = (file: string, scaffolded: string): void => {
    const text = tree.read(file);
    if (text === undefined) return;
    if (text !== withEndingsOf(text, scaffolded) && file !== serverRoleFile) edited.push(file);
    tree.delete(file);
  };
  for (const resource of present.filter((each) => !rest.some((other) => isSameGroupVersion(each, other)))) {
    const { apiServiceFile } = extensionNamesOf(resource, before);
    setRow(placement, apiserverConfigFile, "resources", nameIn(apiServiceFile), false);
    remove(apiServiceFile, renderApiService(placement, resource, before));
  }
  for (const files of storageFiles.filter((each) => needsFiles(each, before) && !needsFiles(each, project))) {
    setStorageRows(placement, files, false);
    for (const name of [...files.resources, ...files.patches]) {
      remove(`config/apiserver/${name}`, renderStorageFile(placement, name, before));
    }
  }
  if (rest.length === 0) {
    setRow(placement, defaultFile, "resources", rows.apiserver, false);
    setRow(placement, defaultFile, "replacements", replacements, false);
    setCertificateRows(placement, false);
  }
  for (const file of configFiles(placement)) {
    if (rest.length === 0) remove(file, render(placement, file, before));
    else
      placeAgain(placement, file, { before: render(placement, file, before), after: render(placement, file, project) });
  }
  return edited;
}
