/** The files that belong to the kinds of a project: those that `create` creates, and those that `manifests` generates. */
import type { Snapshot } from "../../machinery/snapshot.js";
import { controllersOf, findResource, type Project, qualifiedGroup, type Resource } from "../../project/project.js";
import { apiserverFile, extensionNamesOf } from "../extension/extension-names.js";
import { type Names, namesOf } from "../naming.js";
import { conversionFileOf } from "../webhook/conversion-file.js";
import { testFileOf } from "../webhook/test-file.js";

/**
 * How to know that the user has not edited a file: `create` would create it again, its first line has a checksum, or
 * `manifests` overwrites it anyway.
 */
export type Origin = "created" | "stamped" | "generated";

/** Returns the existing files of all kinds, with their origins. */
export function ownedFiles(files: Snapshot, project: Project): Map<string, Origin> {
  const owned = new Map<string, Origin>();
  const add = (file: string, origin: Origin): void => {
    if (files.exists(file)) owned.set(file, origin);
  };
  for (const resource of project.resources) {
    if (resource.api !== undefined && !resource.core) addApi(files, project, resource, add);
    for (const controller of controllersOf(resource)) {
      for (const file of controllerFiles(files, project, resource, controller)) add(file, "created");
    }
    for (const file of webhookFiles(project, resource)) add(file, "created");
  }
  return owned;
}

function addApi(
  files: Snapshot,
  project: Project,
  resource: Resource,
  add: (file: string, origin: Origin) => void,
): void {
  const names = namesOf(resource, project);
  add(names.typesFile, "created");
  for (const file of roleFiles(files, project, resource)) add(file, "created");
  if (resource.extension === undefined) add(`config/crd/${names.crdFile}`, "generated");
  else addExtension(project, resource, add);
  for (const sample of sampleNames(project, resource, names)) {
    add(`config/samples/${sample}.yaml`, "stamped");
    add(`config/schemas/${sample}.json`, "generated");
    const variants = "config/samples/variants";
    for (const name of files.list(variants)) if (name.startsWith(`${sample}_`)) add(`${variants}/${name}`, "stamped");
  }
}

/** Adds the files of a kind of the extension API server, and its entry point. */
function addExtension(project: Project, resource: Resource, add: (file: string, origin: Origin) => void): void {
  const { resourceFile, resourceTestFile, definitionFile } = extensionNamesOf(resource, project);
  add(resourceFile, "created");
  add(resourceTestFile, "created");
  add(definitionFile, "generated");
  add(apiserverFile, "created");
}

/** Returns the names of samples: the scaffolded name, and the name that `manifests` gives kinds of other projects. */
function sampleNames(project: Project, resource: Resource, { sampleFile, kindLower }: Names): Set<string> {
  const scaffolded = sampleFile.replace(/^.*\//, "").replace(/\.yaml$/, "");
  if (resource.domain === project.domain) return new Set([scaffolded]);
  return new Set([scaffolded, `${qualifiedGroup(resource)}_${resource.version}_${kindLower}`]);
}

/** Returns the file of a controller and its test. */
export function controllerFiles(files: Snapshot, project: Project, resource: Resource, controller: string): string[] {
  const { controllerPath, controllerFile } = controllerNames(files, project, resource, controller);
  const file = `${controllerPath}/${controllerFile}`;
  return [`${file}.ts`, `${file}.test.ts`];
}

/** Returns the names of a controller. One from before the project became a multi-group project has kept its folder. */
export function controllerNames(files: Snapshot, project: Project, resource: Resource, controller: string): Names {
  const isOwn = (text: string, names: Names): boolean => text.includes(names.typesModule);
  const fileOf = ({ controllerPath, controllerFile }: Names): string => `${controllerPath}/${controllerFile}.ts`;
  return existing(files, namesIn(project, resource, controller), fileOf, isOwn);
}

/** Returns the files with the roles for users. */
export function roleFiles(files: Snapshot, project: Project, resource: Resource): string[] {
  const isOwn = (text: string): boolean => text.includes(qualifiedGroup(resource));
  const { roleFile } = existing(
    files,
    namesIn(project, resource),
    (names) => `${names.roleFile}_admin_role.yaml`,
    isOwn,
  );
  return ["admin", "editor", "viewer"].map((role) => `${roleFile}_${role}_role.yaml`);
}

/** Returns the names that a resource may have: those of the project, and those of a project without multigroup. */
function namesIn(project: Project, resource: Resource, controller?: string): readonly [Names, Names] {
  const names = namesOf(resource, project, controller);
  const plain = namesOf(resource, { multigroup: false }, controller);
  const isOlder = resource.path === namesOf({ ...resource, path: undefined }, { multigroup: false }).typesPath;
  return isOlder ? [plain, names] : [names, plain];
}

/** Returns the first names under which a file of the resource exists. */
function existing(
  files: Snapshot,
  names: readonly [Names, Names],
  fileOf: (names: Names) => string,
  isOwn: (text: string, names: Names) => boolean,
): Names {
  const found = names.find((each) => isOwn(files.read(fileOf(each)) ?? "", each));
  return found ?? names[0];
}

/** Returns the handlers of a version, their test, and the conversions of its spokes. */
export function webhookFiles(project: Project, resource: Resource): string[] {
  if (resource.webhooks === undefined) return [];
  const { defaulting, validation, spokes } = resource.webhooks;
  const names = extensionNamesOf(resource, project);
  const hasRules = defaulting || validation;
  return [
    ...(resource.extension === undefined
      ? [names.webhookFile, ...(hasRules ? [testFileOf(names)] : [])]
      : hasRules
        ? [names.rulesFile, names.rulesTestFile]
        : []),
    ...spokes.flatMap((version) => {
      const spoke = findResource(project, { ...resource, version }) ?? { ...resource, version };
      const file = conversionFileOf(extensionNamesOf(spoke, project));
      return [file, file.replace(/\.ts$/, ".test.ts")];
    }),
  ];
}
