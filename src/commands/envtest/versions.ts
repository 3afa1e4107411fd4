import semver from "semver";
import { TsopError } from "../../core/errors.js";

/** The requested version: an exact version, or the newest of a range. */
export type VersionWish =
  | { readonly kind: "exact"; readonly version: string }
  /** A range of semantic versioning: `1.35.x`, or `x` for any version. */
  | { readonly kind: "newest"; readonly range: string };

/** @throws TsopError `usage/invalid-argument` */
export function parseVersionWish(text: string | undefined): VersionWish {
  if (text === undefined || text === "latest") return { kind: "newest", range: "x" };
  const exact = /^v?(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)$/.exec(text)?.[1];
  if (exact !== undefined) return { kind: "exact", version: exact };
  const [, major, minor] = /^v?(\d+)(?:\.(?:(\d+)(?:\.[x*])?|[x*]))?$/.exec(text) ?? [];
  if (major === undefined) {
    throw new TsopError("usage/invalid-argument", `${JSON.stringify(text)} is not a version`, {
      hint: "Write 1.35.0, or 1.35.x for the newest patch version, or omit it for the newest version.",
    });
  }
  return { kind: "newest", range: minor === undefined ? `${major}.x` : `${major}.${minor}.x` };
}

/** Returns the requested version, or undefined if it does not exist. A range never selects a prerelease. */
export function findVersion(wish: VersionWish, versions: readonly string[]): string | undefined {
  if (wish.kind === "exact") return versions.find((version) => version === wish.version);
  return semver.maxSatisfying(versions, wish.range) ?? undefined;
}

/** Returns whether the text is exactly one semantic version. */
export function isVersion(text: string): boolean {
  return semver.valid(text) === text;
}

/** @param versions - each of semantic versioning */
export function newestFirst(versions: readonly string[]): string[] {
  return semver.rsort([...versions]);
}
