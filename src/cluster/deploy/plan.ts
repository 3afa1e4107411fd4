/**
 * In which order objects go into a cluster: what others need comes first. A kind is there before its objects, a namespace
 * before what is in it, and an account, its rights and its settings before the pods that use them. A webhook is the last:
 * from the moment that it is there, requests fail that nobody answers.
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
  /** Objects of kinds that come with the same deployment: whatever judges them is there by then. */
  "custom-resources",
] as const;

export type PhaseName = (typeof phaseNames)[number];

export interface Phase {
  readonly name: PhaseName;
  /** In the order in which they were given, settings by what needs what. */
  readonly objects: readonly KubeObject[];
}

/** The phases that have objects. */
export function planDeploy(objects: readonly KubeObject[]): Phase[] {
  const ownKinds = new Set(objects.filter(isCrd).map(({ spec }) => `${spec.group}/${spec.names.kind}`));
  return phaseNames.flatMap((name) => {
    const members = objects.filter((object) => phaseOf(object, ownKinds) === name);
    return members.length === 0 ? [] : [{ name, objects: name === "settings" ? bySettingRank(members) : members }];
  });
}

/** As {@link planDeploy} has them, one after the other. */
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

/** Whether pods come of it. */
export function isWorkload({ apiVersion, kind }: KubeObject): boolean {
  return workloadKinds[parseApiVersion(apiVersion).group]?.includes(kind) ?? false;
}

function isAdmissionPolicy(group: string, kind: string): boolean {
  return group === "admissionregistration.k8s.io" && kind.includes("AdmissionPolicy");
}

/** A quota is to count what follows, a role is there before its binding; the rest is for the pods alone. */
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

/** The namespace that the operator itself lives in: of its workload, or the one that comes with it. */
export function operatorNamespace(objects: readonly KubeObject[]): string | undefined {
  const workload = objects.find((object) => isWorkload(object) && (object.metadata.namespace ?? "") !== "");
  if (workload !== undefined) return workload.metadata.namespace;
  return objects.find(isNamespace)?.metadata.name;
}

export function isNamespace({ apiVersion, kind }: KubeObject): boolean {
  return apiVersion === "v1" && kind === "Namespace";
}
