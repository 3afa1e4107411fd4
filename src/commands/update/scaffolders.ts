/** Finds the tsop that created a project: in the project, in the registry, or in the history of this package. */
import path from "node:path";
import { TsopError } from "../../core/errors.js";
import { field } from "../../core/json-fields.js";
import { isThere, jsonOf } from "../../project/files.js";
import type { Context } from "../context.js";
import { readHistory, unpackScaffold } from "./history.js";
import { installPackage, linkDependencies, unpackTarball } from "./packages.js";
import { packageScaffolder, pastScaffolder, type Scaffolder, thisScaffolder } from "./replay.js";

export interface OldTsop {
  readonly version: string;
  /** The tarball in the project that contains the old tsop, relative to the project; undefined if there is none. */
  readonly vendored: string | undefined;
  /** The version of the running tsop. */
  readonly running: string;
}

/** Returns the scaffolder of an older tsop. Its package is in the folder, which must exist until the end. */
export async function oldScaffolder(
  { version, vendored, running }: OldTsop,
  folder: string,
  context: Context,
): Promise<Scaffolder> {
  if (vendored !== undefined) {
    const tarball = path.join(context.cwd, vendored);
    const found =
      (await unpackTarball(tarball, folder)) ??
      (await installPackage(`file:${tarball}`, path.join(folder, "installed"), context));
    if (field(jsonOf(found, "package.json"), "version") === version) return packageScaffolder(version, found);
  }
  if (version === running) return thisScaffolder(version);
  return fromRegistry(version, folder, context);
}

/** Without npm's cache and the registry, the history of this package has the scaffold. @throws the error of npm if it has not */
async function fromRegistry(version: string, folder: string, context: Context): Promise<Scaffolder> {
  try {
    return packageScaffolder(version, await installPackage(version, path.join(folder, "installed"), context));
  } catch (error) {
    if (!(error instanceof TsopError) || error.code === "interrupted") throw error;
    const past = readHistory().find((each) => each.version === version);
    if (past === undefined) throw error;
    const found = unpackScaffold(past, path.join(folder, "past"));
    if (!linkDependencies(found)) throw error;
    return pastScaffolder(version, found);
  }
}

/** Returns how package.json specifies tsop; undefined if it does not. */
export function tsopSpec(root: string): string | undefined {
  const manifest = jsonOf(root, "package.json");
  const found = ["dependencies", "devDependencies"].map((section) => field(field(manifest, section), "tsop"));
  return found.find((spec) => typeof spec === "string");
}

/** Returns the tarball in the project that package.json names. */
export function vendoredTarball(root: string, spec: string | undefined): string | undefined {
  const file = /^file:(?:\.\/)?(vendor\/tsop-[\w.-]+\.tgz)$/.exec(spec ?? "")?.[1];
  return file !== undefined && isThere(root, file) ? file : undefined;
}
