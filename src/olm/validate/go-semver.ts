/** Versions as OLM reads them. Source: github.com/blang/semver/v4 (ParseTolerant). */
import { compareSemvers, parseLooseSemver, type Semver } from "../../cel/semver.js";

/** Reads `1.25`, `v1.25.0` or ` 1.25 `, too. Returns undefined if the text is no version. */
export function readTolerantVersion(text: string): Semver | undefined {
  const version = parseLooseSemver(text.trim());
  return typeof version === "string" ? undefined : version;
}

/** Returns whether a version is at least another one. A text that is no version is not. */
export function isAtLeast(text: string, lowest: string): boolean {
  const [version, limit] = [readTolerantVersion(text), readTolerantVersion(lowest)];
  return version !== undefined && limit !== undefined && compareSemvers(version, limit) >= 0;
}
