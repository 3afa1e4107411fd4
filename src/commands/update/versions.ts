/** Decides which versions an update leads from and to. */
import semver from "semver";
import { TsopError } from "../../core/errors.js";
import { type Project, projectFileName } from "../../project/project.js";
import type { Context } from "../context.js";
import { findVersion } from "./packages.js";

/** The running package. */
export interface RunningTsop {
  readonly version: string;
  /** Whether it was installed from a registry, which can have newer versions. */
  readonly isFromRegistry: boolean;
}

/** Returns the version whose scaffold the project has. @throws TsopError `update/unknown-base` */
export function baseVersion(project: Project, given: string | undefined): string {
  const version = given ?? project.cliVersion;
  if (version === undefined) {
    throw new TsopError("update/unknown-base", `${projectFileName} does not name the tsop that created the project`, {
      at: { file: projectFileName, line: 1 },
      hint: "Pass --from VERSION, or add `cliVersion: VERSION` to PROJECT.",
    });
  }
  const valid = semver.valid(version);
  if (valid !== null) return valid;
  const [what, hint] =
    given === undefined
      ? [`cliVersion in ${projectFileName}`, "Correct it, or pass --from VERSION."]
      : ["--from", "Write a version such as 0.1.0."];
  throw new TsopError(
    given === undefined ? "update/unknown-base" : "usage/invalid-argument",
    `${what} is ${JSON.stringify(version)}, which is not a version`,
    { hint, ...(given === undefined ? { at: { file: projectFileName } } : {}) },
  );
}

/**
 * Returns the version to update to. Without `--to`, it is the latest in the registry, or the running version if that is
 * newer or the registry cannot be reached.
 *
 * @throws TsopError `update/unknown-version`, `update/registry-failed`, only for a version that the user named
 */
export async function targetVersion(
  given: string | undefined,
  running: RunningTsop,
  context: Context,
): Promise<string> {
  if (given !== undefined) {
    const exact = semver.valid(given);
    if (exact === null && !/^[\w.-]+$/.test(given)) {
      throw new TsopError("usage/invalid-argument", `--to ${JSON.stringify(given)} is not a version`, {
        hint: "Write a version such as 0.2.0, or a tag such as latest.",
      });
    }
    return exact ?? (await findVersion(given, context));
  }
  if (!running.isFromRegistry) return running.version;
  try {
    const latest = await findVersion("latest", context);
    return semver.gt(latest, running.version) ? latest : running.version;
  } catch (error) {
    if (!(error instanceof TsopError) || error.code === "interrupted") throw error;
    context.output.warn({
      code: error.code,
      severity: "warning",
      message: `cannot ask the registry for newer versions, so the update leads to this tsop (${running.version}): ${error.message}`,
    });
    return running.version;
  }
}

/** @throws TsopError `update/newer-project` */
export function checkOrder(from: string, to: string): void {
  if (semver.lte(from, to)) return;
  throw new TsopError(
    "update/newer-project",
    `the project has the scaffold of tsop ${from}, which is newer than ${to}`,
    {
      at: { file: projectFileName },
      hint: `Run \`npx tsop@${from} …\`, or update to a newer version: tsop update --to latest`,
    },
  );
}
