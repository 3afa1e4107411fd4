import path from "node:path";
import { bundledPackages, type Metafile } from "../../images/bundled-packages.js";
import { field, text } from "../../core/json-fields.js";
import type { PackageFacts } from "../../images/package-facts.js";
import { printSbom } from "../../images/sbom.js";
import { sourceDateEpoch } from "../../images/source-date.js";
import { readProject } from "../../project/file.js";
import { jsonOf } from "../../project/files.js";
import type { Context } from "../context.js";
import { packageVersion } from "../version.js";

/** Lists the packages in a bundle, with the metadata from their package.json and from npm's lockfile. */
export function operatorSbom(metafile: Metafile, baseImage: string | undefined, { cwd, env }: Context): string {
  const folderOf = packageFolders(cwd);
  const lockfile = field(jsonOf(cwd, "package-lock.json"), "packages");
  const own = jsonOf(cwd, "package.json");
  const date = env["SOURCE_DATE_EPOCH"] ?? "";
  return printSbom({
    project: { name: readProject(cwd).projectName, version: text(own, "version"), license: text(own, "license") },
    bundled: bundledPackages(metafile, folderOf, (file, folder) => ownPackages(cwd, file, folder)),
    packageIn: (folder) => packageFacts(jsonOf(path.resolve(cwd, folder), "package.json"), field(lockfile, folder)),
    tsopVersion: packageVersion(),
    baseImage,
    created: date === "" ? undefined : sourceDateEpoch(date),
  });
}

/**
 * Finds the nearest folder above a file whose package.json has a name and a version. Some packages contain further
 * package.json files that only configure how to load code.
 */
function packageFolders(root: string): (file: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  const find = (folder: string): string | undefined => {
    const absolute = path.resolve(root, folder);
    if (absolute === root || absolute === path.dirname(absolute)) return undefined;
    if (known.has(folder)) return known.get(folder);
    const manifest = jsonOf(absolute, "package.json");
    const isPackage = text(manifest, "name") !== undefined && text(manifest, "version") !== undefined;
    const found = isPackage ? folder : find(path.posix.join(folder, ".."));
    known.set(folder, found);
    return found;
  };
  return (file) => find(path.posix.dirname(file));
}

/** Returns the packages that tsop's own files bundle. tsop lists them in `dist/packages.json`. */
function ownPackages(cwd: string, file: string, folder: string): readonly PackageFacts[] {
  const packages = jsonOf(path.resolve(cwd, folder), "dist/packages.json");
  const list = field(packages, path.posix.relative(`${folder}/dist`, file));
  return Array.isArray(list) ? list.map((each) => packageFacts(each, undefined)) : [];
}

function packageFacts(manifest: unknown, locked: unknown): PackageFacts {
  const resolved = text(locked, "resolved");
  return {
    name: text(manifest, "name") ?? "",
    version: text(manifest, "version") ?? "",
    license: text(manifest, "license") ?? text(field(manifest, "license"), "type"),
    integrity: text(locked, "integrity"),
    isFromRegistry: (resolved === undefined || /^https?:/.test(resolved)) && field(locked, "link") !== true,
  };
}
