/** Source: k8s.io/pod-security-admission/policy/registry.go. */
import { baselineChecks } from "./checks/baseline.js";
import type { Check, CheckedPod, CheckVersion, LevelCheck, Violation } from "./checks/check.js";
import { restrictedChecks } from "./checks/restricted.js";
import type { LevelVersion } from "./policy.js";

/** Returns the violations in the order of the checks: baseline checks first. */
export function findViolations({ level, minor }: LevelVersion, pod: CheckedPod): Violation[] {
  if (level === "privileged") return [];
  return checksOf(level, minor ?? Infinity).flatMap((check) => check(pod) ?? []);
}

function checksOf(level: "baseline" | "restricted", minor: number): Check[] {
  const baseline = baselineChecks.flatMap((check) => current(check, minor));
  if (level === "baseline") return baseline.map(({ version }) => version.check);
  const restricted = restrictedChecks.flatMap((check) => current(check, minor));
  const overridden = new Set(restricted.map(({ version }) => version.overrides));
  return [...baseline.filter(({ id }) => !overridden.has(id)), ...restricted].map(({ version }) => version.check);
}

function current({ id, versions }: LevelCheck, minor: number): { id: string; version: CheckVersion }[] {
  const version = versions.findLast(({ since }) => since <= minor);
  return version === undefined ? [] : [{ id, version }];
}

export function showViolations(violations: readonly Violation[]): string {
  return violations.map(({ reason, detail }) => (detail === "" ? reason : `${reason} (${detail})`)).join(", ");
}
