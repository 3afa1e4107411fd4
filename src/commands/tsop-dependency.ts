import path from "node:path";
import { fileURLToPath } from "node:url";
import { field } from "../core/json-fields.js";
import { jsonOf } from "../project/files.js";
import { type PackedSelf, packSelf } from "./pack-self.js";
import { packageVersion } from "./version.js";

/** How a scaffold gets its tsop. */
export type TsopDependency =
  | { readonly kind: "named"; readonly spec: string }
  /** A copy of the running package, to be written to `file` and named in package.json. */
  | { readonly kind: "vendored"; readonly spec: string; readonly packed: PackedSelf };

const self = fileURLToPath(new URL("../..", import.meta.url));

/**
 * The dependency `tsop` of a new project: what `--tsop` says; the version, where this very tsop was installed from a
 * registry; else a copy of the running package, which works before and after publication, and on a teammate's machine.
 */
export async function chooseTsopDependency(spec: string | undefined, folder: string = self): Promise<TsopDependency> {
  if (spec !== undefined) return { kind: "named", spec };
  if (isFromRegistry(folder)) return { kind: "named", spec: `^${packageVersion()}` };
  const packed = await packSelf(folder);
  return { kind: "vendored", spec: `file:${packed.file}`, packed };
}

/**
 * npm notes beside the packages where each came from: a tarball and a link are there by name, a package of a registry by its
 * address, or (where addresses are left out) by its checksum alone. Without a note nothing is known, and a copy is always right.
 */
export function isFromRegistry(folder: string): boolean {
  const modules = path.dirname(folder.replace(/[\\/]$/, ""));
  if (path.basename(modules) !== "node_modules") return false;
  const entry = field(field(jsonOf(modules, ".package-lock.json"), "packages"), "node_modules/tsop");
  if (entry === undefined || field(entry, "link") === true) return false;
  // A registry's address of a package ends in a form of its own; a tarball from elsewhere is of no use by its version.
  const resolved = field(entry, "resolved");
  if (resolved === undefined) return field(entry, "integrity") !== undefined;
  return typeof resolved === "string" && /^https?:.*\/tsop\/-\/tsop-[^/]+\.tgz$/.test(resolved);
}
