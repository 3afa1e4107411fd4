import { compareSemvers, parseSemver } from "../../cel/semver.js";

/** Returns whether a version is older than another; false if one of them is not a semantic version. */
export function isOlder(version: string, other: string): boolean {
  const [left, right] = [parseSemver(version), parseSemver(other)];
  return typeof left !== "string" && typeof right !== "string" && compareSemvers(left, right) < 0;
}
