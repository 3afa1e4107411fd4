/**
 * The upgrade that OLM chooses in a channel. Source: operator-lifecycle-manager, pkg/controller/registry/resolver/predicates
 * (ReplacesPredicate, SkipRangeIncludesPredicate) and resolver.go (the candidates of a channel, the newest first).
 */
import { compareSemvers, parseSemver, type Semver } from "../../cel/semver.js";
import type { ChannelEntry } from "./read/shapes.js";
import { isInRange, parseVersionRange } from "./version-range.js";

export interface InstalledVersion {
  /** The name of the ClusterServiceVersion, such as `demo.v0.1.0`. */
  readonly name: string;
  readonly version: string;
}

/**
 * Returns the newest entry of a channel with an edge from the installed version; undefined if there is none.
 *
 * @param versionOf - the version of a bundle of the channel
 */
export function upgradeTarget(
  entries: readonly ChannelEntry[],
  installed: InstalledVersion,
  versionOf: (name: string) => string,
): string | undefined {
  const [newest] = entries
    .filter((entry) => hasEdge(entry, installed))
    .map(({ name = "" }) => name)
    .toSorted((left, right) => compareVersions(versionOf(right), versionOf(left)));
  return newest;
}

/** Returns whether an entry, or a ClusterServiceVersion with the same fields, upgrades the installed version. */
export function hasEdge(
  { name, replaces, skips = [], skipRange = "" }: Pick<ChannelEntry, "name" | "replaces" | "skips" | "skipRange">,
  installed: InstalledVersion,
): boolean {
  if (name === installed.name) return false;
  if (replaces === installed.name || skips.includes(installed.name)) return true;
  const [version, range] = [parseSemver(installed.version), skipRange === "" ? "" : parseVersionRange(skipRange)];
  return typeof version !== "string" && typeof range !== "string" && isInRange(version, range);
}

/** A text that is no version comes first. */
function compareVersions(left: string, right: string): number {
  const [a, b] = [parseSemver(left), parseSemver(right)];
  const isVersion = (value: Semver | string): value is Semver => typeof value !== "string";
  if (isVersion(a) && isVersion(b)) return compareSemvers(a, b);
  return Number(isVersion(a)) - Number(isVersion(b));
}
