import type { ApiObject } from "../../api-object.js";
import { bootstrapApiServices } from "./api-services.js";
import { bootstrapFlowSchemas, bootstrapPriorityLevels } from "./flow-objects.js";
import {
  defaultServiceAccount,
  namespaceObject,
  rootCertificateConfigMap,
  systemNamespaces,
} from "./namespace-objects.js";
import {
  bootstrapClusterRoleBindings,
  bootstrapClusterRoles,
  bootstrapRoleBindings,
  bootstrapRoles,
} from "./rbac-objects.js";
import { kubernetesIpAddress, kubernetesService, kubernetesServiceCidr } from "./service-objects.js";

export interface BootstrapOptions {
  /** Where the server listens. */
  readonly port: number;
  /** PEM. */
  readonly caCertificate: string;
  /** The time of conditions: `2026-01-31T12:00:00Z`. */
  readonly now: string;
}

export interface BootstrapObject {
  /** As of ServedResource: `rbac.authorization.k8s.io/clusterroles`, `namespaces`. */
  readonly storageKey: string;
  /** Without what the store gives: uid, resourceVersion, creationTimestamp. */
  readonly object: ApiObject;
}

/** What a fresh API server holds, in the order in which it may be stored: a namespace before what is in it. */
export function bootstrapObjects({ port, caCertificate, now }: BootstrapOptions): BootstrapObject[] {
  const rbac = "rbac.authorization.k8s.io";
  const flowcontrol = "flowcontrol.apiserver.k8s.io";
  const all: readonly (readonly [storageKey: string, objects: readonly ApiObject[]])[] = [
    ["namespaces", systemNamespaces.map(namespaceObject)],
    ["serviceaccounts", systemNamespaces.map(defaultServiceAccount)],
    ["configmaps", systemNamespaces.map((namespace) => rootCertificateConfigMap(namespace, caCertificate))],
    ["services", [kubernetesService(port)]],
    ["networking.k8s.io/servicecidrs", [kubernetesServiceCidr(now)]],
    ["networking.k8s.io/ipaddresses", [kubernetesIpAddress()]],
    [`${rbac}/clusterroles`, bootstrapClusterRoles()],
    [`${rbac}/clusterrolebindings`, bootstrapClusterRoleBindings()],
    [`${rbac}/roles`, bootstrapRoles()],
    [`${rbac}/rolebindings`, bootstrapRoleBindings()],
    ["scheduling.k8s.io/priorityclasses", bootstrapPriorityClasses()],
    [`${flowcontrol}/prioritylevelconfigurations`, bootstrapPriorityLevels()],
    [`${flowcontrol}/flowschemas`, bootstrapFlowSchemas(now)],
    ["apiregistration.k8s.io/apiservices", bootstrapApiServices(now)],
  ];
  return all.flatMap(([storageKey, objects]) => objects.map((object) => ({ storageKey, object })));
}

/** Source: kubernetes/pkg/apis/scheduling/v1/helpers.go. */
function bootstrapPriorityClasses(): ApiObject[] {
  return [
    priorityClass(
      "system-node-critical",
      2_000_001_000,
      "Used for system critical pods that must not be moved from their current node.",
    ),
    priorityClass(
      "system-cluster-critical",
      2_000_000_000,
      "Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.",
    ),
  ];
}

function priorityClass(name: string, value: number, description: string): ApiObject {
  return {
    apiVersion: "scheduling.k8s.io/v1",
    kind: "PriorityClass",
    metadata: { generation: 1, name },
    description,
    preemptionPolicy: "PreemptLowerPriority",
    value,
  };
}
