/** Gets the packages of other versions of tsop: from the project, and from the registry. */
import { copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import semver from "semver";
import { TsopError } from "../../core/errors.js";
import { field } from "../../core/json-fields.js";
import { isThere, jsonOf, recordOf } from "../../project/files.js";
import type { Context, ExecResult } from "../context.js";
import { self } from "../tsop-dependency.js";

/** npm's limits, so that an unreachable registry is reported within a minute. */
const patience = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-timeout=30000"];

/** Returns the version that a tag or a range names in the registry. @throws TsopError `update/unknown-version`, `update/registry-failed` */
export async function findVersion(wanted: string, context: Context): Promise<string> {
  const args = ["view", `tsop@${wanted}`, "version", "--json", ...patience];
  const { exitCode, stdout, stderr } = await runNpm(args, context.cwd, context);
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
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
  const settings = path.join(context.cwd, ".npmrc");
  if (existsSync(settings)) copyFileSync(settings, path.join(folder, ".npmrc"));
  // No scripts: tsop needs none to create a scaffold.
  const harmless = ["--ignore-scripts", "--no-audit", "--no-fund", "--omit=dev", "--omit=peer", "--prefer-offline"];
  const args = ["install", ...harmless, ...patience, spec.startsWith("file:") ? spec : `tsop@${spec}`];
  const { exitCode, stdout, stderr } = await runNpm(args, folder, context);
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

/** Links the dependencies that a package names, if this tsop has them in a version that fits. */
function linkDependencies(folder: string): boolean {
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

function runNpm(args: readonly string[], cwd: string, { exec, env, signal }: Context): Promise<ExecResult> {
  return exec("npm", args, { cwd, env, signal });
}

function failed(wanted: string, output: string, { signal }: Context): TsopError {
  if (signal.aborted) return new TsopError("interrupted", "stopped while npm was working");
  if (/\bcode (E404|ETARGET|EINVALIDTAGNAME)\b|"code": "(E404|ETARGET)"/.test(output)) return unknown(wanted);
  const lines = output
    .split("\n")
    .filter((line) => /^npm (error|ERR!)/.test(line) && !/complete log|^npm \S+\s*$/.test(line));
  const reason = lines
    .slice(0, 4)
    .join("\n")
    .replaceAll(/\/\/[^/\s]*@/g, "//***@");
  return new TsopError(
    "update/registry-failed",
    `npm cannot get tsop ${wanted}${reason === "" ? "" : `:\n${reason}`}`,
    {
      hint: "Check `npm config get registry` and the connection, then repeat the command. Nothing was changed.",
    },
  );
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
