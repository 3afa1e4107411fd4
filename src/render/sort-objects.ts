/** The order of the objects that are printed. Source: api/internal/builtins/SortOrderTransformer.go. */
import { compareText } from "../core/compare-text.js";
import { type Gvk, type ResourceId } from "./gvk.js";
import type { SortOptions } from "./kustomization.js";
import { currentId, type Resource } from "./resource.js";

const first = [
  "Namespace",
  "ResourceQuota",
  "StorageClass",
  "CustomResourceDefinition",
  "ServiceAccount",
  "PodSecurityPolicy",
  "Role",
  "ClusterRole",
  "RoleBinding",
  "ClusterRoleBinding",
  "ConfigMap",
  "Secret",
  "Endpoints",
  "Service",
  "LimitRange",
  "PriorityClass",
  "PersistentVolume",
  "PersistentVolumeClaim",
  "Deployment",
  "StatefulSet",
  "CronJob",
  "PodDisruptionBudget",
];

const last = ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"];

export function sortResources(resources: readonly Resource[], options: SortOptions | undefined): readonly Resource[] {
  if (options?.order === "fifo") return resources;
  const order = options?.legacy ?? { first, last };
  const ranks = new Map<string, number>();
  order.first.forEach((kind, index) => ranks.set(kind, index - order.first.length));
  order.last.forEach((kind, index) => ranks.set(kind, index + 1));
  return resources
    .map((resource) => ({ resource, id: currentId(resource) }))
    .toSorted((left, right) => compareIds(left.id, right.id, ranks))
    .map(({ resource }) => resource);
}

function compareIds(left: ResourceId, right: ResourceId, ranks: ReadonlyMap<string, number>): number {
  const [a, b] = [showGvk(left), showGvk(right)];
  if (a === b) return compareText(showName(left), showName(right));
  const difference = (ranks.get(left.kind) ?? 0) - (ranks.get(right.kind) ?? 0);
  if (difference !== 0) return difference;
  const isTwoNamespaces = left.kind === "Namespace" && right.kind === "Namespace";
  // The Namespace of the core group precedes a Namespace of another group.
  return isTwoNamespaces && (left.group === "" || right.group === "") ? compareText(b, a) : compareText(a, b);
}

function showGvk({ group, version, kind }: Gvk): string {
  return [group || "~G", version || "~V", kind || "~K"].join("_");
}

function showName({ namespace, name }: ResourceId): string {
  return `${namespace || "~X"}|${name || "~N"}`;
}
