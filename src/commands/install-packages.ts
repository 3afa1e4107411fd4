import { existsSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../core/errors.js";
import type { Context } from "./context.js";

const managers = [
  { lockfile: "pnpm-lock.yaml", program: "pnpm" },
  { lockfile: "yarn.lock", program: "yarn" },
  { lockfile: "bun.lock", program: "bun" },
  { lockfile: "bun.lockb", program: "bun" },
] as const;

/**
 * Installs the packages of a project with the package manager whose lockfile is there, or npm.
 *
 * @throws TsopError `scaffold/install-failed` or `exec/not-found`; the scaffold is complete all the same
 */
export async function installPackages(root: string, context: Context): Promise<void> {
  const program = managers.find(({ lockfile }) => existsSync(path.join(root, lockfile)))?.program ?? "npm";
  const progress = context.output.progress(`installing packages with ${program}`);
  const folder = path.relative(context.cwd, root);
  const goOn = `The project is complete. To go on: ${folder === "" ? "" : `cd ${JSON.stringify(folder)} && `}${program} install`;
  let result;
  try {
    const { signal, env } = context;
    result = await context.exec(program, ["install"], { cwd: root, env, signal });
  } catch (error) {
    progress.done();
    if (!(error instanceof TsopError)) throw error;
    throw new TsopError("scaffold/install-failed", error.message, { hint: goOn, cause: error });
  }
  if (result.exitCode === 0) {
    progress.done("packages installed");
    return;
  }
  progress.done();
  const how = result.terminatedBy === undefined ? `ended with ${result.exitCode ?? "?"}` : "was interrupted";
  const last = result.stderr.trim().split("\n").slice(-10).join("\n");
  throw new TsopError("scaffold/install-failed", `${program} install ${how}${last === "" ? "" : `:\n${last}`}`, {
    hint: goOn,
  });
}
