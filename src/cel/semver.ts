/** Parses semantic versions as strictly as the API server does. */
import { cut, quoteText } from "../core/go-text.js";

export interface Semver {
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  readonly prerelease: readonly (bigint | string)[];
}

/** Parses a version; a text describes its fault. */
export function parseSemver(text: string): Semver | string {
  if (text === "") return "Version string empty";
  const [majorText, minorText, ...rest] = text.split(".");
  if (majorText === undefined || minorText === undefined || rest.length === 0) {
    return "No Major.Minor.Patch elements found";
  }
  const [beforeBuild, build] = cut(rest.join("."), "+");
  const [patchText, prereleaseText] = cut(beforeBuild, "-");
  const major = readNumber(majorText, "major", "Major");
  if (typeof major === "string") return major;
  const minor = readNumber(minorText, "minor", "Minor");
  if (typeof minor === "string") return minor;
  const patch = readNumber(patchText, "patch", "Patch");
  if (typeof patch === "string") return patch;
  const prerelease: (bigint | string)[] = [];
  for (const part of prereleaseText?.split(".") ?? []) {
    const fault = prereleaseFault(part);
    if (fault !== undefined) return fault;
    prerelease.push(/^\d+$/.test(part) ? BigInt(part) : part);
  }
  for (const part of build?.split(".") ?? []) {
    if (part === "") return "Build meta data is empty";
    if (!/^[\dA-Za-z-]+$/.test(part)) return `Invalid character(s) found in build meta data ${quoteText(part)}`;
  }
  return { major, minor, patch, prerelease };
}

/** Normalizes texts such as `v1` and `01.2` to three numbers. */
export function parseLooseSemver(text: string): Semver | string {
  const [major = "", minor, ...rest] = text.replace(/^v/, "").split(".");
  const given = [major, ...(minor === undefined ? [] : [minor]), ...(rest.length === 0 ? [] : [rest.join(".")])];
  const parts = given.map((part) => {
    if (part.length < 2) return part;
    const trimmed = part.replace(/^0+/, "");
    return /^\d/.test(trimmed) ? trimmed : `0${trimmed}`;
  });
  if (parts.length < 3 && /[+-]/.test(parts.at(-1) ?? "")) {
    return "short version cannot contain PreRelease/Build meta data";
  }
  while (parts.length < 3) parts.push("0");
  return parseSemver(parts.join("."));
}

export function compareSemvers(left: Semver, right: Semver): -1 | 0 | 1 {
  for (const part of ["major", "minor", "patch"] as const) {
    if (left[part] !== right[part]) return left[part] < right[part] ? -1 : 1;
  }
  const [first, second] = [left.prerelease, right.prerelease];
  if (first.length === 0 || second.length === 0)
    return first.length === second.length ? 0 : first.length === 0 ? 1 : -1;
  for (const [index, part] of first.entries()) {
    const other = second[index];
    if (other === undefined) return 1;
    if (part === other) continue;
    if (typeof part !== typeof other) return typeof part === "bigint" ? -1 : 1;
    return part < other ? -1 : 1;
  }
  return first.length === second.length ? 0 : -1;
}

function readNumber(text: string, name: string, title: string): bigint | string {
  if (!/^\d+$/.test(text)) return `Invalid character(s) found in ${name} number ${quoteText(text)}`;
  if (/^0\d/.test(text)) return `${title} number must not contain leading zeroes ${quoteText(text)}`;
  const value = BigInt(text);
  return BigInt.asUintN(64, value) === value ? value : outOfRange(text);
}

function outOfRange(text: string): string {
  return `strconv.ParseUint: parsing ${quoteText(text)}: value out of range`;
}

function prereleaseFault(part: string): string | undefined {
  if (part === "") return "Prerelease is empty";
  if (!/^[\dA-Za-z-]+$/.test(part)) return `Invalid character(s) found in prerelease ${quoteText(part)}`;
  if (!/^\d+$/.test(part)) return undefined;
  if (/^0\d/.test(part)) return `Numeric PreRelease version must not contain leading zeroes ${quoteText(part)}`;
  return BigInt.asUintN(64, BigInt(part)) === BigInt(part) ? undefined : outOfRange(part);
}
