/** Releases of a version of a bundle, such as `1` or `alpha.2`. Source: operator-registry, alpha/model/versionrelease.go. */
import { parseSemver } from "../../cel/semver.js";

const longest = 20;

/** Returns why a text is not a release, or undefined if it is. */
export function releaseFault(release: string): string | undefined {
  if (release.length > longest) return `it has more than ${longest} characters`;
  // A release follows the rules of the part of a version after the hyphen, which contains no plus sign.
  const isPrerelease = !release.includes("+") && typeof parseSemver(`0.0.0-${release}`) !== "string";
  return isPrerelease
    ? undefined
    : "it has letters, digits and hyphens, in parts that dots separate; a number has no leading zero";
}
