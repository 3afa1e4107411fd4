/** The level that the labels of a namespace set. Source: k8s.io/pod-security-admission/api/helpers.go. */
import { type FieldError, invalid } from "../../../core/field-error.js";

export type Level = "privileged" | "baseline" | "restricted";

export interface LevelVersion {
  readonly level: Level;
  /** The minor version of Kubernetes: 34 for v1.34. Undefined: the latest. */
  readonly minor: number | undefined;
}

export interface Policy {
  readonly enforce: LevelVersion;
  readonly audit: LevelVersion;
  readonly warn: LevelVersion;
}

const levels: readonly Level[] = ["privileged", "baseline", "restricted"];
const prefix = "pod-security.kubernetes.io/";

/** Reads the labels. An invalid level counts as the strictest for enforce, and as privileged for the other modes. */
export function readPolicy(labels: Readonly<Record<string, string>> = {}): {
  readonly policy: Policy;
  readonly faults: readonly FieldError[];
} {
  const faults: FieldError[] = [];
  const read = (mode: string, otherwise: Level): Read => {
    const level = labels[`${prefix}${mode}`];
    const version = labels[`${prefix}${mode}-version`];
    const isLevel = level === undefined || (levels as readonly string[]).includes(level);
    if (!isLevel) faults.push(labelFault(mode, level, `must be one of ${levels.join(", ")}`));
    const minor = readVersion(version);
    if (minor === "unknown") faults.push(labelFault(`${mode}-version`, version ?? "", 'must be "latest" or "v1.x"'));
    return {
      hasLevel: level !== undefined,
      isLevel,
      hasVersion: version !== undefined,
      // Validated above.
      level: isLevel ? ((level ?? "privileged") as Level) : otherwise,
      minor: typeof minor === "number" ? minor : undefined,
    };
  };
  const enforce = read("enforce", "restricted");
  const audit = read("audit", "privileged");
  const warn = read("warn", "privileged");
  // An enforced level also applies to warnings, unless the labels set a warn level.
  const isWarned = warn.hasLevel || !enforce.hasLevel || !enforce.isLevel || enforce.level === "privileged";
  const warned = isWarned ? warn : { level: enforce.level, minor: (warn.hasVersion ? warn : enforce).minor };
  return { policy: { enforce, audit, warn: warned }, faults };
}

interface Read extends LevelVersion {
  readonly hasLevel: boolean;
  readonly isLevel: boolean;
  readonly hasVersion: boolean;
}

function readVersion(version: string | undefined): number | "latest" | "unknown" {
  if (version === undefined || version === "latest") return "latest";
  const minor = /^v1\.([0-9]|[1-9][0-9]*)$/.exec(version)?.[1];
  return minor === undefined ? "unknown" : Number(minor);
}

function labelFault(name: string, value: string, detail: string): FieldError {
  return invalid(`metadata.labels[${prefix}${name}]`, value, detail);
}

export function showLevel({ level, minor }: LevelVersion): string {
  return `${level}:${minor === undefined ? "latest" : `v1.${minor}`}`;
}

export function isSameLevel(left: LevelVersion, right: LevelVersion): boolean {
  return left.level === right.level && left.minor === right.minor;
}

export function isStricter(left: Level, right: Level): boolean {
  return levels.indexOf(left) > levels.indexOf(right);
}
