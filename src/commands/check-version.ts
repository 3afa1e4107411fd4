/** Checks that the version of a release is high enough for the changes of the API. */
import { compare, parse } from "semver";
import { type Impact, nextVersion } from "../compatibility/impact.js";
import type { Diagnostic } from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import { readJson, text } from "../core/json-fields.js";
import type { Context } from "./context.js";
import { gitFile } from "./git-files.js";

export interface VersionCheck {
  /** The earlier CRDs: `git:v1.2.0`. */
  readonly source: string;
  readonly impact: Impact;
  /** The version in package.json. */
  readonly version: string | undefined;
}

/**
 * Returns an error if the version is too low for the changes since the commit. A pre-release of a version counts as the
 * version.
 *
 * @throws TsopError `usage/invalid-argument` for another source than a commit, and `api/unreadable`
 */
export async function checkVersion(
  { source, impact, version }: VersionCheck,
  context: Context,
): Promise<Diagnostic | undefined> {
  const at = { file: "package.json" };
  if (!source.startsWith("git:")) {
    throw new TsopError(
      "usage/invalid-argument",
      `--check-version cannot compare with ${source}, which has no version`,
      {
        hint: "Compare with the commit of the last release: --against git:v1.2.0",
      },
    );
  }
  const earlier = text(readJson((await gitFile(source.slice("git:".length), at.file, context)) ?? ""), "version");
  const needed = earlier === undefined ? undefined : nextVersion(earlier, impact);
  if (earlier === undefined || needed === undefined) {
    throw new TsopError("api/unreadable", `package.json of ${source} has no semantic version`, {
      hint: "Compare with the commit of a release.",
    });
  }
  const own = parse(version);
  if (own !== null && compare(`${own.major}.${own.minor}.${own.patch}`, needed) >= 0) return undefined;
  return {
    ...({ code: "api/version-too-low", severity: "error", at } as const),
    message: `the version ${version ?? "of package.json"} is too low: the changes since ${source} (${earlier}) are a ${impact} change`,
    hint: `Set the version to ${needed} or higher: npm version ${needed} --no-git-tag-version`,
  };
}
