/** Identifies kinds and objects, and compares them like kustomize. Sources: kyaml/resid/{gvk,resid}.go. */
import { type GroupVersionKind, toApiVersion } from "../core/gvk.js";

export type Gvk = GroupVersionKind;

/** Selects kinds; an empty field matches any value. */
export type GvkSelector = Partial<Gvk>;

export interface ResourceId extends Gvk {
  readonly name: string;
  readonly namespace: string;
}

export function apiVersionOf({ group, version }: Gvk): string {
  return toApiVersion(group, version);
}

export function isSelected(gvk: Gvk, { group = "", version = "", kind = "" }: GvkSelector): boolean {
  return (
    (group === "" || gvk.group === group) &&
    (version === "" || gvk.version === version) &&
    (kind === "" || gvk.kind === kind)
  );
}

const noNamespace = "_non_namespaceable_";

/** Returns the namespace for comparisons: `default` if it is empty, and a separate value for cluster-scoped objects. */
export function effectiveNamespace(id: ResourceId): string {
  if (isClusterScoped(id)) return noNamespace;
  return id.namespace === "" ? "default" : id.namespace;
}

export function isInSameNamespace(left: ResourceId, right: ResourceId): boolean {
  return effectiveNamespace(left) === effectiveNamespace(right);
}

export function isSameId(left: ResourceId, right: ResourceId): boolean {
  return (
    left.name === right.name &&
    left.kind === right.kind &&
    left.group === right.group &&
    left.version === right.version &&
    isInSameNamespace(left, right)
  );
}

/** Returns the object's identity for messages: `Deployment system/manager (apps/v1)`. */
export function showId(id: ResourceId): string {
  const place = id.namespace === "" ? "" : `${id.namespace}/`;
  return `${id.kind} ${place}${id.name} (${apiVersionOf(id)})`;
}

/**
 * The cluster-scoped kinds that kustomize knows. kustomize treats all other kinds as namespaced.
 * Source: kyaml/openapi/openapi.go, precomputedIsNamespaceScoped.
 */
const clusterScoped: Readonly<Record<string, readonly string[]>> = {
  "admissionregistration.k8s.io/v1": ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"],
  "admissionregistration.k8s.io/v1beta1": ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"],
  "apiextensions.k8s.io/v1": ["CustomResourceDefinition"],
  "apiextensions.k8s.io/v1beta1": ["CustomResourceDefinition"],
  "apiregistration.k8s.io/v1": ["APIService"],
  "apiregistration.k8s.io/v1beta1": ["APIService"],
  "certificates.k8s.io/v1": ["CertificateSigningRequest"],
  "certificates.k8s.io/v1beta1": ["CertificateSigningRequest"],
  "flowcontrol.apiserver.k8s.io/v1beta1": ["FlowSchema", "PriorityLevelConfiguration"],
  "networking.k8s.io/v1": ["IngressClass"],
  "networking.k8s.io/v1beta1": ["IngressClass"],
  "node.k8s.io/v1": ["RuntimeClass"],
  "node.k8s.io/v1beta1": ["RuntimeClass"],
  "policy/v1beta1": ["PodSecurityPolicy"],
  "rbac.authorization.k8s.io/v1": ["ClusterRole", "ClusterRoleBinding"],
  "rbac.authorization.k8s.io/v1beta1": ["ClusterRole", "ClusterRoleBinding"],
  "scheduling.k8s.io/v1": ["PriorityClass"],
  "scheduling.k8s.io/v1beta1": ["PriorityClass"],
  "storage.k8s.io/v1": ["CSIDriver", "CSINode", "StorageClass", "VolumeAttachment"],
  "storage.k8s.io/v1beta1": ["CSIDriver", "CSINode", "StorageClass", "VolumeAttachment"],
  v1: ["ComponentStatus", "Namespace", "Node", "NodeProxyOptions", "PersistentVolume"],
};

export function isClusterScoped(gvk: Gvk): boolean {
  return clusterScoped[apiVersionOf(gvk)]?.includes(gvk.kind) ?? false;
}
