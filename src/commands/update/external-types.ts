/** The types of external kinds, which a scaffold does not contain: a replay gets them from the project. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { field } from "../../core/json-fields.js";
import { isExternalFile, packageOf, parseExternalModule } from "../../project/external.js";
import { jsonOf, textOf } from "../../project/files.js";
import type { Project, Resource } from "../../project/project.js";

/** Copies the files with types of external kinds from the project to the folder of a replay. */
export function copyExternalTypes(project: Project, root: string, folder: string): void {
  for (const { external, path: file = "" } of project.resources) {
    const text = external === true && isExternalFile(file) ? textOf(root, file) : undefined;
    if (text === undefined) continue;
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}

/** Returns the project with the version of each package that exports an external kind: a replay installs no packages. */
export function withExternalVersions(project: Project, root: string): Project {
  const manifest = jsonOf(root, "package.json");
  return { ...project, resources: project.resources.map((resource) => withVersion(resource, manifest)) };
}

function withVersion(resource: Resource, manifest: unknown): Resource {
  const { external, path: module, module: recorded } = resource;
  if (external !== true || module === undefined || isExternalFile(module)) return resource;
  if (recorded !== undefined && parseExternalModule(recorded)?.spec !== undefined) return resource;
  const name = packageOf(module);
  const specs = ["dependencies", "devDependencies"].map((section) => field(field(manifest, section), name));
  const spec = specs.find((each) => typeof each === "string" && parseExternalModule(`${name}@${each}`) !== undefined);
  return { ...resource, module: `${name}@${typeof spec === "string" ? spec : "*"}` };
}
