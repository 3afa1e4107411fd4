/**
 * Determines the order in which objects are deployed: dependencies come first. A kind comes before its objects, a
 * namespace before its contents, and an account, its permissions and its settings before the pods that use them.
 * Webhooks come last: as soon as one exists, requests fail unless it is served.
 */
import { parseApiVersion } from "../../core/gvk.js";
import type { KubeObject } from "../../kube/objects.js";
import { isCrd } from "../crd.js";
import { isWebhookConfiguration } from "../point-webhooks.js";

const phaseNames = [
  "crds",
  "namespaces",
  "settings",
  "workloads",
  "webhooks",
  /** Objects of kinds from the same deployment: their webhooks exist by then. */
  "custom-resources",
] as const;

export type PhaseName = (typeof phaseNames)[number];

export interface Phase {
  readonly name: PhaseName;
  /** The objects in their given order; settings are ordered by their dependencies. */
  readonly objects: readonly KubeObject[];
}

/** Returns the phases that have objects. */
export function planDeploy(objects: readonly KubeObject[]): Phase[] {
  const ownKinds = new Set(objects.filter(isCrd).map(({ spec }) => `${spec.group}/${spec.names.kind}`));
  return phaseNames.flatMap((name) => {
    const members = objects.filter((object) => phaseOf(object, ownKinds) === name);
    return members.length === 0 ? [] : [{ name, objects: name === "settings" ? bySettingRank(members) : members }];
  });
}

/** Returns the objects in the order of {@link planDeploy}. */
export function inOrder(objects: readonly KubeObject[]): KubeObject[] {
  return planDeploy(objects).flatMap((phase) => phase.objects);
}

function phaseOf(object: KubeObject, ownKinds: ReadonlySet<string>): PhaseName {
  const { group } = parseApiVersion(object.apiVersion);
  if (isCrd(object)) return "crds";
  if (isNamespace(object)) return "namespaces";
  if (isWorkload(object)) return "workloads";
  if (isWebhookConfiguration(object) || isAdmissionPolicy(group, object.kind) || object.kind === "APIService") {
    return "webhooks";
  }
  return ownKinds.has(`${group}/${object.kind}`) ? "custom-resources" : "settings";
}

const workloadKinds: Readonly<Record<string, readonly string[]>> = {
  "": ["Pod", "ReplicationController"],
  apps: ["Deployment", "StatefulSet", "DaemonSet", "ReplicaSet"],
  batch: ["Job", "CronJob"],
};

/** Returns whether the object creates pods. */
export function isWorkload({ apiVersion, kind }: KubeObject): boolean {
  return workloadKinds[parseApiVersion(apiVersion).group]?.includes(kind) ?? false;
}

function isAdmissionPolicy(group: string, kind: string): boolean {
  return group === "admissionregistration.k8s.io" && kind.includes("AdmissionPolicy");
}

/**
 * A quota must count the objects that follow, and a role comes before its binding; the other settings are only for the
 * pods.
 */
const settingRanks: readonly string[] = [
  "PriorityClass",
  "StorageClass",
  "ResourceQuota",
  "LimitRange",
  "ServiceAccount",
  "ClusterRole",
  "Role",
  "ClusterRoleBinding",
  "RoleBinding",
];

function bySettingRank(objects: readonly KubeObject[]): KubeObject[] {
  const rank = ({ kind }: KubeObject): number => {
    const found = settingRanks.indexOf(kind);
    return found === -1 ? settingRanks.length : found;
  };
  return objects.toSorted((left, right) => rank(left) - rank(right));
}

/** Returns the namespace of the operator: that of its workload, or the namespace in the deployment. */
export function operatorNamespace(objects: readonly KubeObject[]): string | undefined {
  const workload = objects.find((object) => isWorkload(object) && (object.metadata.namespace ?? "") !== "");
  if (workload !== undefined) return workload.metadata.namespace;
  return objects.find(isNamespace)?.metadata.name;
}

export function isNamespace({ apiVersion, kind }: KubeObject): boolean {
  return apiVersion === "v1" && kind === "Namespace";
}
