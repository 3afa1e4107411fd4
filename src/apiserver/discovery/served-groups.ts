/** The served groups and versions, in the order in which a client prefers them. */
import { compareText } from "../../core/compare-text.js";
import { groupBy } from "../../core/group-by.js";
import { toApiVersion } from "../../core/gvk.js";
import type { JsonObject } from "../../core/json.js";
import { compareVersions } from "../../core/version-order.js";
import type { ServedResource } from "../resource.js";

export interface ServedGroup {
  readonly name: string;
  readonly priority: number;
  /** The preferred one first. */
  readonly versions: readonly ServedVersion[];
}

export interface ServedVersion {
  readonly group: string;
  readonly version: string;
  /** The resources that this server itself serves. */
  readonly resources: readonly ServedResource[];
  /** The version's entry in aggregated discovery, if another server serves it. */
  readonly remote?: JsonObject;
}

/** A group version of an APIService. */
export interface RegisteredVersion {
  readonly group: string;
  readonly version: string;
  readonly groupPriority: number;
  readonly versionPriority: number;
  readonly remote?: JsonObject;
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

/**
 * Returns all groups: of the resources, and of the APIServices, which also set priorities.
 * Source: SortedByGroupAndVersion in k8s.io/kube-aggregator/pkg/apis/apiregistration/v1/helper/helpers.go.
 */
export function servedGroups(
  resources: readonly ServedResource[],
  registered: readonly RegisteredVersion[] = [],
): ServedGroup[] {
  const known = new Map<string, PrioritizedVersion>();
  for (const [apiVersion, own] of groupBy(resources, apiVersionOf)) {
    const [group, version] = [own[0]?.group ?? "", own[0]?.version ?? ""];
    known.set(apiVersion, { group, version, resources: own, ...prioritiesOf(group) });
  }
  for (const each of registered) {
    const { resources: served = [] } = known.get(apiVersionOf(each)) ?? {};
    known.set(apiVersionOf(each), { ...each, resources: each.remote === undefined ? served : [] });
  }
  return [...groupBy(known.values(), ({ group }) => group)]
    .map(([name, versions]) => toGroup(name, versions))
    .toSorted((left, right) => right.priority - left.priority || compareText(firstName(left), firstName(right)));
}

interface PrioritizedVersion extends ServedVersion {
  readonly groupPriority: number;
  readonly versionPriority: number;
}

/** The priorities of CRDs. Source: k8s.io/kubernetes/pkg/controlplane/controller/crdregistration. */
const customPriorities = { groupPriority: 1_000, versionPriority: 100 };
/** Higher than any that an APIService may set. */
const highestPriority = 20_001;

/** Returns the priorities of a group without an APIService. */
function prioritiesOf(group: string): Pick<PrioritizedVersion, "groupPriority" | "versionPriority"> {
  const rank = builtInGroups.indexOf(group);
  return rank === -1 ? customPriorities : { groupPriority: highestPriority - rank, versionPriority: 0 };
}

function toGroup(name: string, versions: readonly PrioritizedVersion[]): ServedGroup {
  // Priorities order only versions that all have an APIService.
  const hasPriorities = versions.every(({ versionPriority }) => versionPriority > 0);
  const ordered = versions.toSorted((left, right) => {
    const byPriority = hasPriorities ? right.versionPriority - left.versionPriority : 0;
    return byPriority || compareVersions(right.version, left.version);
  });
  return { name, priority: Math.max(...versions.map(({ groupPriority }) => groupPriority)), versions: ordered };
}

/** Returns the first name of the APIServices of a group. */
function firstName({ name, versions }: ServedGroup): string {
  return versions.map(({ version }) => `${version}.${name}`).toSorted(compareText)[0] ?? "";
}

/** Returns the versions whose resources this server itself serves. */
export function ownVersions(groups: readonly ServedGroup[]): ServedVersion[] {
  return groups.flatMap(({ versions }) => versions).filter(({ resources }) => resources.length > 0);
}
