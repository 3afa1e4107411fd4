/** Gets the packages of other versions of tsop: from the project, and from the registry. */
import { mkdirSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import semver from "semver";
import { TsopError } from "../../core/errors.js";
import { field } from "../../core/json-fields.js";
import { isThere, jsonOf, recordOf } from "../../project/files.js";
import type { Context } from "../context.js";
import { installInFolder, npmReason, patience } from "../npm-folder.js";
import { self } from "../tsop-dependency.js";

/** Returns the version that a tag or a range names in the registry. @throws TsopError `update/unknown-version`, `update/registry-failed` */
export async function findVersion(wanted: string, context: Context): Promise<string> {
  const args = ["view", `tsop@${wanted}`, "version", "--json", ...patience];
  const { cwd, env, signal } = context;
  const { exitCode, stdout, stderr } = await context.exec("npm", args, { cwd, env, signal });
  if (exitCode !== 0) throw failed(wanted, `${stdout}\n${stderr}`, context);
  const found: unknown = parse(stdout);
  const versions = (Array.isArray(found) ? found : [found]).filter((each) => typeof each === "string");
  const latest = semver.rsort(versions.filter((each) => semver.valid(each) !== null))[0];
  if (latest === undefined) throw unknown(wanted);
  return latest;
}

/**
 * Installs a version below a folder, and returns the folder of the package.
 *
 * @param spec - a version, or `file:` with the path of a tarball
 * @throws TsopError `update/unknown-version`, `update/registry-failed`
 */
export async function installPackage(spec: string, folder: string, context: Context): Promise<string> {
  const wanted = spec.startsWith("file:") ? spec : `tsop@${spec}`;
  const { exitCode, stdout, stderr } = await installInFolder(wanted, folder, context);
  if (exitCode !== 0) throw failed(spec, `${stdout}\n${stderr}`, context);
  return path.join(folder, "node_modules/tsop");
}

/** Unpacks a tarball of tsop, and connects it to the dependencies of this tsop. Returns undefined if they do not fit. */
export async function unpackTarball(tarball: string, folder: string): Promise<string | undefined> {
  const { extract } = await import("tar");
  const target = path.join(folder, "node_modules/tsop");
  mkdirSync(target, { recursive: true });
  await extract({ file: tarball, cwd: target, strip: 1 });
  return linkDependencies(target) ? target : undefined;
}

/** Links the dependencies that a package names. Returns false if this tsop does not have them in a version that fits. */
export function linkDependencies(folder: string): boolean {
  const modules = path.dirname(folder);
  const own = createRequire(path.join(self, "package.json"));
  for (const [name, range] of Object.entries(recordOf(jsonOf(folder, "package.json")?.["dependencies"]) ?? {})) {
    const found = own.resolve.paths(name)?.find((each) => isThere(each, `${name}/package.json`));
    const version = found === undefined ? undefined : field(jsonOf(found, `${name}/package.json`), "version");
    if (found === undefined || typeof version !== "string" || !semver.satisfies(version, String(range))) return false;
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true });
    symlinkSync(path.join(found, name), path.join(modules, name), "junction");
  }
  return true;
}

function failed(wanted: string, output: string, { signal }: Context): TsopError {
  if (signal.aborted) return new TsopError("interrupted", "stopped while npm was working");
  if (/\bcode (E404|ETARGET|EINVALIDTAGNAME)\b|"code": "(E404|ETARGET)"/.test(output)) return unknown(wanted);
  return new TsopError("update/registry-failed", `npm cannot get tsop ${wanted}${npmReason(output)}`, {
    hint: "Check `npm config get registry` and the connection, then repeat the command. Nothing was changed.",
  });
}

function unknown(wanted: string): TsopError {
  return new TsopError("update/unknown-version", `the registry has no version ${JSON.stringify(wanted)} of tsop`, {
    hint: "List the versions with `npm view tsop versions`.",
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
