/** The served groups and versions, in the order in which a client prefers them. */
import { compareText } from "../../core/compare-text.js";
import { groupBy } from "../../core/group-by.js";
import { toApiVersion } from "../../core/gvk.js";
import { compareVersions } from "../../core/version-order.js";
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

/** Kubernetes' own groups, in the order of their priorities. Source: k8s.io/kubernetes/pkg/controlplane/apiserver/aggregator.go. */
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
  return [...groupBy(resources, ({ group }) => group)]
    .map(([name, ofGroup]) => ({ name, versions: servedVersions(name, ofGroup) }))
    .toSorted((left, right) => rankOf(left.name) - rankOf(right.name) || compareText(left.name, right.name));
}

function servedVersions(group: string, resources: readonly ServedResource[]): ServedVersion[] {
  return [...groupBy(resources, ({ version }) => version)]
    .map(([version, ofVersion]) => ({ group, version, resources: ofVersion }))
    .toSorted((left, right) => compareVersions(right.version, left.version));
}

function rankOf(group: string): number {
  const rank = builtInGroups.indexOf(group);
  return rank === -1 ? builtInGroups.length : rank;
}
