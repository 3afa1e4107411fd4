import path from "node:path";
import { installedVersion, isThere } from "../../project/files.js";
import { packageManagerOf } from "../../project/package-manager.js";
import { readPackageJson } from "./project-facts.js";

/**
 * Returns the packages in package.json that are not installed, in the project or in a folder above it. If npm was
 * interrupted, its own record is missing even if every folder exists.
 */
export function missingPackages(root: string): string[] {
  if (isThere(root, ".pnp.cjs")) return []; // yarn stores packages elsewhere
  const names = [...(readPackageJson(root)?.dependencies.keys() ?? [])];
  const missing = names.filter(
    (name) => !foldersAbove(root).some((folder) => installedVersion(folder, name) !== undefined),
  );
  const isByNpm = packageManagerOf(root) === "npm";
  const isHalf = isByNpm && isThere(root, "node_modules") && !isThere(root, "node_modules/.package-lock.json");
  return missing.length === 0 && isHalf ? ["node_modules/.package-lock.json"] : missing;
}

function foldersAbove(root: string): string[] {
  const above = path.dirname(root);
  return above === root ? [root] : [root, ...foldersAbove(above)];
}
