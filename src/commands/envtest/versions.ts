import semver from "semver";
import { TsopError } from "../../core/errors.js";

/** Which versions are meant: one, or the newest of several. */
export type VersionWish =
  | { readonly kind: "exact"; readonly version: string }
  /** Of semantic versioning: `1.35.x`; `x` where any will do. */
  | { readonly kind: "newest"; readonly range: string };

/** @throws TsopError `usage/invalid-argument` */
export function parseVersionWish(text: string | undefined): VersionWish {
  if (text === undefined || text === "latest") return { kind: "newest", range: "x" };
  const exact = /^v?(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)$/.exec(text)?.[1];
  if (exact !== undefined) return { kind: "exact", version: exact };
  const [, major, minor] = /^v?(\d+)(?:\.(?:(\d+)(?:\.[x*])?|[x*]))?$/.exec(text) ?? [];
  if (major === undefined) {
    throw new TsopError("usage/invalid-argument", `${JSON.stringify(text)} is no version`, {
      hint: "Write it as 1.35.0, as 1.35.x for the newest of these, or leave it out for the newest of all.",
    });
  }
  return { kind: "newest", range: minor === undefined ? `${major}.x` : `${major}.${minor}.x` };
}

/** The version that is meant; undefined when there is none. Among many, one that is no release is never meant. */
export function findVersion(wish: VersionWish, versions: readonly string[]): string | undefined {
  if (wish.kind === "exact") return versions.find((version) => version === wish.version);
  return semver.maxSatisfying(versions, wish.range) ?? undefined;
}

/** Whether a text is a version of semantic versioning, and nothing more. */
export function isVersion(text: string): boolean {
  return semver.valid(text) === text;
}

/** @param versions - each of semantic versioning */
export function newestFirst(versions: readonly string[]): string[] {
  return semver.rsort([...versions]);
}
