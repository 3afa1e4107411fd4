/**
 * Ranges of versions, in the notation of catalogs: `>=1.0.0 <1.2.0 || 2.x`. It is not the notation of npm: `^` and `~` are
 * unknown. Source: github.com/blang/semver/v4, range.go.
 */
import { compareSemvers, parseSemver, type Semver } from "../../cel/semver.js";

type Comparison = (order: number) => boolean;

const comparisons = new Map<string, Comparison>([
  ["", (order) => order === 0],
  ["=", (order) => order === 0],
  ["==", (order) => order === 0],
  [">", (order) => order > 0],
  [">=", (order) => order >= 0],
  ["<", (order) => order < 0],
  ["<=", (order) => order <= 0],
  ["!", (order) => order !== 0],
  ["!=", (order) => order !== 0],
]);

interface Bound {
  readonly compare: Comparison;
  readonly version: Semver;
}

/** Alternatives, each of several bounds that all have to hold. */
export type VersionRange = readonly (readonly Bound[])[];

/** Parses a range; a text describes its fault. */
export function parseVersionRange(text: string): VersionRange | string {
  const alternatives: Bound[][] = [[]];
  const parts = splitParts(text);
  if (parts.length === 0) return "the range is empty";
  for (const [index, part] of parts.entries()) {
    if (part === "||") {
      if (index === 0 || index === parts.length - 1) return "|| needs a version on both sides";
      alternatives.push([]);
      continue;
    }
    for (const simple of withoutWildcard(part)) {
      const bound = parseBound(simple);
      if (typeof bound === "string") return bound;
      alternatives.at(-1)?.push(bound);
    }
  }
  return alternatives;
}

export function isInRange(version: Semver, range: VersionRange): boolean {
  return range.some((bounds) => bounds.every((bound) => bound.compare(compareSemvers(version, bound.version))));
}

/** Splits at spaces, except between an operator and its version. The library drops parts of one character. */
function splitParts(text: string): string[] {
  return text
    .replaceAll(/([<>=]) +/g, "$1")
    .split(" ")
    .filter((part) => part.length > 1);
}

function parseBound(part: string): Bound | string {
  const [, operator = "", version] = /^(\D*)(\d.*)$/s.exec(part) ?? [];
  if (version === undefined) return `${JSON.stringify(part)} has no version`;
  const compare = comparisons.get(operator);
  if (compare === undefined) return `the operator ${JSON.stringify(operator)} is unknown`;
  const parsed = parseSemver(version);
  if (typeof parsed !== "string") return { compare, version: parsed };
  return `${JSON.stringify(version)} is not a version such as 1.2.3`;
}

/** Replaces `1.x` and `1.2.x` by bounds without wildcards. */
function withoutWildcard(part: string): string[] {
  const [, operator = "", version] = /^(\D*)(\d.*)$/s.exec(part) ?? [];
  if (!part.includes("x") || version === undefined) return [part];
  const flat = flatVersion(version);
  const next = nextVersion(version, flat);
  switch (operator) {
    case ">":
      return [`>=${next}`];
    case ">=":
      return [`>=${flat}`];
    case "<":
      return [`<${flat}`];
    case "<=":
      return [`<${next}`];
    case "":
    case "=":
    case "==":
      return [`>=${flat}`, `<${next}`];
    case "!":
    case "!=":
      return [`<${flat}`, `>=${next}`];
    default:
      // The library drops an operator that it does not know.
      return [flat];
  }
}

function flatVersion(version: string): string {
  const flat = version.replace(".x.x", ".x").replace(".x", ".0");
  return flat.split(".").length === 2 ? `${flat}.0` : flat;
}

/** Returns the first version after those of the wildcard; empty if the last part is not a wildcard. */
function nextVersion(version: string, flat: string): string {
  const parts = version.split(".");
  const raised = parts.length === 3 ? 1 : parts.length === 2 ? 0 : undefined;
  if (parts.at(-1) !== "x" || raised === undefined) return "";
  const numbers = flat.split(".");
  if (!/^\d{1,15}$/.test(numbers[raised] ?? "")) return "";
  numbers[raised] = String(Number(numbers[raised]) + 1);
  return numbers.join(".");
}
