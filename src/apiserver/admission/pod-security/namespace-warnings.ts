/** Warnings about existing pods that violate a stricter level. Source: k8s.io/pod-security-admission/admission/admission.go. */
import { type ApiObject, objectOf } from "../../api-object.js";
import { findViolations } from "./find-violations.js";
import { type LevelVersion, showLevel } from "./policy.js";

const mostPods = 3000;

export function namespaceWarnings(namespace: string, enforce: LevelVersion, pods: readonly ApiObject[]): string[] {
  const checked = oneOfEachFirst(pods).slice(0, mostPods);
  const byWarning = new Map<string, string[]>();
  for (const { metadata, spec } of checked) {
    const violations = findViolations(enforce, { metadata, spec: objectOf({ spec }, "spec") ?? {} });
    if (violations.length === 0) continue;
    const warning = violations.map(({ reason }) => reason).join(", ");
    byWarning.set(warning, [...(byWarning.get(warning) ?? []), metadata.name ?? ""]);
  }
  const shown = [...byWarning].map(([warning, names]) => `${showNames(names.toSorted())}: ${warning}`).toSorted();
  const level = showLevel(enforce);
  return [
    ...(checked.length < pods.length
      ? [
          `new PodSecurity enforce level only checked against the first ${checked.length} of ${pods.length} existing pods`,
        ]
      : []),
    ...(shown.length === 0
      ? []
      : [`existing pods in namespace "${namespace}" violate the new PodSecurity enforce level "${level}"`]),
    ...shown,
  ];
}

/** Keeps one pod for all pods of the same controller. */
function oneOfEachFirst(pods: readonly ApiObject[]): ApiObject[] {
  const seen = new Set<string>();
  const [first, others]: [ApiObject[], ApiObject[]] = [[], []];
  for (const pod of pods) {
    const owner = pod.metadata.ownerReferences?.find(({ controller }) => controller === true)?.uid;
    if (owner !== undefined && seen.has(owner)) others.push(pod);
    else first.push(pod);
    if (owner !== undefined) seen.add(owner);
  }
  return [...first, ...others];
}

function showNames(names: readonly string[]): string {
  const [first = ""] = names;
  const others = names.length - 1;
  if (others === 0) return first;
  return others === 1 ? `${first} (and 1 other pod)` : `${first} (and ${others} other pods)`;
}
