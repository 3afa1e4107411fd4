/** Gets the package of an external kind, so that tsop can check its exports before it writes anything. */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { TsopError } from "../core/errors.js";
import type { ExternalModule } from "../project/external.js";
import { installedVersion } from "../project/files.js";
import { type ExportedKind, exportedKinds } from "../source/exported-kinds.js";
import type { Context } from "./context.js";
import { installInFolder, npmReason } from "./npm-folder.js";

export interface FetchedPackage {
  readonly version: string | undefined;
  /** The kinds that the module exports; undefined if the package has no such module. */
  readonly kinds: readonly ExportedKind[] | undefined;
}

/**
 * Installs a package in a temporary folder, without its scripts, and reads a module of it.
 *
 * @throws TsopError `scaffold/package-not-found` or `interrupted`
 */
export async function fetchPackage(
  { name, spec }: ExternalModule,
  module: string,
  context: Context,
): Promise<FetchedPackage> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tsop-package-"));
  const progress = context.output.progress(`reading the types of ${name}`);
  try {
    const wanted = spec === undefined ? name : `${name}@${absolute(spec, context.cwd)}`;
    const { exitCode, stderr } = await installInFolder(wanted, folder, context);
    if (context.signal.aborted) throw new TsopError("interrupted", "stopped while npm was working");
    if (exitCode === 0) return { version: installedVersion(folder, name), kinds: exportedKinds(folder, module) };
    throw new TsopError("scaffold/package-not-found", `npm cannot get ${wanted}${npmReason(stderr)}`, {
      hint: "Check the name, the version and `npm config get registry`, then repeat the command. tsop wrote nothing.",
    });
  } finally {
    progress.done();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A tarball of the project has a path relative to the project. */
function absolute(spec: string, cwd: string): string {
  return spec.startsWith("file:") ? `file:${path.resolve(cwd, spec.slice("file:".length))}` : spec;
}
