/** The weight of changes: which part of the version they increase. Follows the deprecation policy of Kubernetes. */
import type { Change } from "./change.js";
import type { Crd } from "./crd.js";

export const impacts = ["none", "patch", "minor", "major"] as const;
export type Impact = (typeof impacts)[number];

/**
 * Returns the weight of a change. `major`: it breaks stored objects or all clients of an API that promises stability.
 * `minor`: it adds to the API, breaks some readers, or breaks an alpha version, which may change in every release.
 */
export function impactOf(change: Change, before: Crd | undefined): Impact {
  const { place, detail, verdicts } = change;
  if (detail.kind === "documentation-changed" || detail.kind === "column-changed") return "patch";
  if (!isBreaking(change)) {
    const isSame = verdicts.clients.level === "compatible" && verdicts.rollback.level === "compatible";
    return isSame && !isAddition(change) ? "patch" : "minor";
  }
  const versions = [place.version, place.versionAfter].filter((version) => version !== undefined);
  if (versions.some(isAlpha)) return "minor";
  // A beta version may be removed in a minor release, if clients were warned.
  const isRemoval = detail.kind === "version-removed" || (detail.kind === "served-changed" && !detail.after);
  const [version] = versions;
  const isWarned =
    before?.versions.find(({ name }) => name === version)?.deprecation !== undefined &&
    verdicts.objects.level !== "breaking";
  return isRemoval && version !== undefined && isBeta(version) && isWarned ? "minor" : "major";
}

/** Returns whether a change breaks stored objects, or clients whatever they do. */
export function isBreaking({ verdicts }: Change): boolean {
  return verdicts.objects.level !== "compatible" || verdicts.clients.level === "breaking";
}

/** The severity of a change in a check: an error fails it. */
export function severityOf(change: Change, before: Crd | undefined): "error" | "warning" | "info" {
  if (impactOf(change, before) === "major") return "error";
  return isBreaking(change) || change.verdicts.clients.level !== "compatible" ? "warning" : "info";
}

function isAddition({ detail }: Change): boolean {
  return ["crd-added", "version-added", "scale-changed", "selectable-added", "names-changed"].includes(detail.kind);
}

function isAlpha(version: string): boolean {
  return /^v\d+alpha\d+$/.test(version);
}

function isBeta(version: string): boolean {
  return /^v\d+beta\d+$/.test(version);
}

export function greatest(all: readonly Impact[]): Impact {
  return impacts[Math.max(0, ...all.map((each) => impacts.indexOf(each)))] ?? "none";
}

/**
 * Returns the next version of a package. Before 1.0.0, a minor version may break users. Undefined for a text that is no
 * version.
 */
export function nextVersion(current: string, impact: Impact): string | undefined {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/.exec(current) ?? [];
  if (major === undefined || minor === undefined || patch === undefined) return undefined;
  const [first, second, third] = [major, minor, patch].map(Number) as [number, number, number];
  if (impact === "none") return current;
  if (impact === "patch") return `${first}.${second}.${third + 1}`;
  if (impact === "minor" || first === 0) return `${first}.${second + 1}.0`;
  return `${first + 1}.0.0`;
}
