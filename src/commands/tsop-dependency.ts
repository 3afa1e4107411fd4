import path from "node:path";
import { fileURLToPath } from "node:url";
import { field } from "../core/json-fields.js";
import { jsonOf } from "../project/files.js";
import { type PackedSelf, packSelf } from "./pack-self.js";
import { packageVersion } from "./version.js";

/** The ways in which a scaffold gets tsop. */
export type TsopDependency =
  | { readonly kind: "named"; readonly spec: string }
  /** A copy of the running package, to write to `file` and to name in package.json. */
  | { readonly kind: "vendored"; readonly spec: string; readonly packed: PackedSelf };

/** The folder of the running package. */
export const self = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Returns the dependency `tsop` of a new project: the value of `--tsop`; the version, if this tsop was installed from a
 * registry; otherwise a copy of the running package, which works before and after publication, and on a teammate's
 * machine.
 */
export async function chooseTsopDependency(spec: string | undefined, folder: string = self): Promise<TsopDependency> {
  if (spec !== undefined) return { kind: "named", spec };
  if (isFromRegistry(folder)) return { kind: "named", spec: `^${packageVersion()}` };
  const packed = await packSelf(folder);
  return { kind: "vendored", spec: `file:${packed.file}`, packed };
}

/**
 * Returns whether npm installed the package from a registry. Beside the packages, npm records the origin of each: a
 * tarball and a link by name, a package of a registry by its URL, or (if URLs are omitted) by its checksum only.
 * Without a record, the origin is unknown, and a copy is always correct.
 */
export function isFromRegistry(folder: string): boolean {
  const modules = path.dirname(folder.replace(/[\\/]$/, ""));
  if (path.basename(modules) !== "node_modules") return false;
  const entry = field(field(jsonOf(modules, ".package-lock.json"), "packages"), "node_modules/tsop");
  if (entry === undefined || field(entry, "link") === true) return false;
  // The URL of a package in a registry has a specific ending. A tarball from another source cannot be installed by its
  // version.
  const resolved = field(entry, "resolved");
  if (resolved === undefined) return field(entry, "integrity") !== undefined;
  return typeof resolved === "string" && /^https?:.*\/tsop\/-\/tsop-[^/]+\.tgz$/.test(resolved);
}
