import { TsopError } from "../../core/errors.js";

/** Which versions are meant: one, or the newest of several. */
export type VersionWish =
  | { readonly kind: "exact"; readonly version: string }
  /** `major` and `minor` are absent where any will do. */
  | { readonly kind: "newest"; readonly major?: number; readonly minor?: number };

/** @throws TsopError `usage/invalid-argument` */
export function parseVersionWish(text: string | undefined): VersionWish {
  if (text === undefined || text === "latest") return { kind: "newest" };
  const exact = /^v?(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)$/.exec(text)?.[1];
  if (exact !== undefined) return { kind: "exact", version: exact };
  const [, major, minor] = /^v?(\d+)(?:\.(?:(\d+)(?:\.[x*])?|[x*]))?$/.exec(text) ?? [];
  if (major === undefined) {
    throw new TsopError("usage/invalid-argument", `${JSON.stringify(text)} is no version`, {
      hint: "Write it as 1.35.0, as 1.35.x for the newest of these, or leave it out for the newest of all.",
    });
  }
  return { kind: "newest", major: Number(major), ...(minor === undefined ? {} : { minor: Number(minor) }) };
}

/** The version that is meant; undefined when there is none. Among many, one that is no release is never meant. */
export function findVersion(wish: VersionWish, versions: readonly string[]): string | undefined {
  if (wish.kind === "exact") return versions.find((version) => version === wish.version);
  const fits = (version: string): boolean => {
    const [major, minor] = numbersOf(version);
    return (wish.major ?? major) === major && (wish.minor ?? minor) === minor && !version.includes("-");
  };
  return newestFirst(versions.filter(fits))[0];
}

export function newestFirst(versions: readonly string[]): string[] {
  return versions.toSorted((a, b) => {
    const [left, right] = [numbersOf(a), numbersOf(b)];
    const at = left.findIndex((number, index) => number !== right[index]);
    if (at !== -1) return (right[at] ?? 0) - (left[at] ?? 0);
    // A pre-release comes before its release.
    return Number(a.includes("-")) - Number(b.includes("-")) || (a < b ? 1 : -1);
  });
}

function numbersOf(version: string): number[] {
  return (version.split("-")[0] ?? "").split(".").map(Number);
}
