import type { ApiObject } from "../../api-object.js";
import { type ExtensionTrust, extensionTrustConfigMap } from "./extension-trust.js";
import type { KubernetesVersion } from "../../../schema/kubernetes-versions.js";
import { readRecordedObjects } from "../../recorded-objects.js";
import { aggregateRules } from "../rbac/aggregate-rules.js";
import {
  defaultServiceAccount,
  namespaceObject,
  rootCertificateConfigMap,
  systemNamespaces,
} from "./namespace-objects.js";

export interface BootstrapOptions {
  /** The port that the server listens on. */
  readonly port: number;
  /** PEM. */
  readonly caCertificate: string;
  readonly extensionTrust: ExtensionTrust;
  /** The time of conditions: `2026-01-31T12:00:00Z`. */
  readonly now: string;
  readonly version: KubernetesVersion;
}

export interface BootstrapObject {
  /** The storageKey of a ServedResource: `rbac.authorization.k8s.io/clusterroles`, `namespaces`. */
  readonly storageKey: string;
  /** The object without the fields that the store sets: uid, resourceVersion, creationTimestamp. */
  readonly object: ApiObject;
}

/** Returns the objects of a fresh API server in the order in which they can be stored: a namespace before its contents. */
export function bootstrapObjects({
  port,
  caCertificate,
  extensionTrust,
  now,
  version,
}: BootstrapOptions): BootstrapObject[] {
  const recorded = readRecordedObjects(now, version);
  fillAggregatedRoles(recorded["rbac.authorization.k8s.io/clusterroles"] ?? []);
  const all: readonly (readonly [storageKey: string, objects: readonly ApiObject[]])[] = [
    ["namespaces", systemNamespaces.map(namespaceObject)],
    ["serviceaccounts", systemNamespaces.map(defaultServiceAccount)],
    ["configmaps", systemNamespaces.map((namespace) => rootCertificateConfigMap(namespace, caCertificate))],
    ["configmaps", [extensionTrustConfigMap(extensionTrust)]],
    ["services", [kubernetesService(port)]],
    ...Object.entries(recorded),
  ];
  return all.flatMap(([storageKey, objects]) => objects.map((object) => ({ storageKey, object })));
}

/** Fills the roles as a controller does in a cluster. Each role includes the previous one. */
function fillAggregatedRoles(roles: readonly ApiObject[]): void {
  for (const name of ["view", "edit", "admin"]) {
    const role = roles.find(({ metadata }) => metadata.name === name);
    if (role !== undefined) role.rules = aggregateRules(role, roles);
  }
}

/**
 * Returns the Service that clients in the cluster use to reach the server. It has no EndpointSlice, because a loopback
 * address is invalid there.
 * Source: kubernetes/pkg/controlplane/controller/kubernetesservice/controller.go.
 */
function kubernetesService(port: number): ApiObject {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: {
      labels: { component: "apiserver", provider: "kubernetes" },
      name: "kubernetes",
      namespace: "default",
    },
    spec: {
      clusterIP: "10.0.0.1",
      clusterIPs: ["10.0.0.1"],
      internalTrafficPolicy: "Cluster",
      ipFamilies: ["IPv4"],
      ipFamilyPolicy: "SingleStack",
      ports: [{ name: "https", port: 443, protocol: "TCP", targetPort: port }],
      sessionAffinity: "None",
      type: "ClusterIP",
    },
    status: { loadBalancer: {} },
  };
}
