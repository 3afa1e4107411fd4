/** What is served, by group and version, in the order in which a client prefers it. */
import { compareText } from "../../core/compare-text.js";
import { toApiVersion } from "../../core/gvk.js";
import type { ServedResource } from "../resource.js";

export interface ServedGroup {
  readonly name: string;
  /** The preferred one first. */
  readonly versions: readonly ServedVersion[];
}

export interface ServedVersion {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly ServedResource[];
}

/** Kubernetes' own, in the order of their priorities. Source: k8s.io/kubernetes/pkg/controlplane/apiserver/aggregator.go. */
const builtInGroups = [
  "",
  "apiregistration.k8s.io",
  "apps",
  "events.k8s.io",
  "authentication.k8s.io",
  "authorization.k8s.io",
  "autoscaling",
  "batch",
  "certificates.k8s.io",
  "networking.k8s.io",
  "policy",
  "rbac.authorization.k8s.io",
  "storage.k8s.io",
  "admissionregistration.k8s.io",
  "apiextensions.k8s.io",
  "scheduling.k8s.io",
  "coordination.k8s.io",
  "node.k8s.io",
  "discovery.k8s.io",
  "resource.k8s.io",
  "flowcontrol.apiserver.k8s.io",
];

export function isBuiltInGroup(group: string): boolean {
  return builtInGroups.includes(group);
}

export function apiVersionOf({ group, version }: { readonly group: string; readonly version: string }): string {
  return toApiVersion(group, version);
}

export function servedGroups(resources: readonly ServedResource[]): ServedGroup[] {
  return groupBy(resources, ({ group }) => group)
    .map(([name, ofGroup]) => ({ name, versions: servedVersions(name, ofGroup) }))
    .toSorted((left, right) => rankOf(left.name) - rankOf(right.name) || compareText(left.name, right.name));
}

function servedVersions(group: string, resources: readonly ServedResource[]): ServedVersion[] {
  return groupBy(resources, ({ version }) => version)
    .map(([version, ofVersion]) => ({ group, version, resources: ofVersion }))
    .toSorted((left, right) => compareVersions(left.version, right.version));
}

function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return [...groups];
}

function rankOf(group: string): number {
  const rank = builtInGroups.indexOf(group);
  return rank === -1 ? builtInGroups.length : rank;
}

/**
 * Stable versions before beta ones before alpha ones, the highest number first; then all others by name.
 * Source: k8s.io/apimachinery/pkg/version/helpers.go.
 */
function compareVersions(left: string, right: string): number {
  const [one, other] = [parseVersion(left), parseVersion(right)];
  if (one === undefined || other === undefined) {
    if (one === other) return compareText(left, right);
    return one === undefined ? 1 : -1;
  }
  return other.stage - one.stage || other.major - one.major || other.minor - one.minor;
}

function parseVersion(version: string): { stage: number; major: number; minor: number } | undefined {
  const match = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version);
  if (match === null) return undefined;
  const stage = match[2] === undefined ? 2 : match[2] === "beta" ? 1 : 0;
  return { stage, major: Number(match[1]), minor: Number(match[3] ?? 0) };
}
