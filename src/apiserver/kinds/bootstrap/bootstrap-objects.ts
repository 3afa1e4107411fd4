import type { ApiObject } from "../../api-object.js";
import { type ExtensionTrust, extensionTrustConfigMap } from "./extension-trust.js";
import type { KubernetesVersion } from "../../../schema/kubernetes-versions.js";
import { readRecordedObjects } from "../../recorded-objects.js";
import { aggregateRules } from "../rbac/aggregate-rules.js";
import { kubernetesEndpoints, kubernetesService } from "./kubernetes-service.js";
import {
  defaultServiceAccount,
  namespaceObject,
  rootCertificateConfigMap,
  systemNamespaces,
} from "./namespace-objects.js";

export interface BootstrapOptions {
  /** The port that the server listens on. */
  readonly port: number;
  /** The address at which other machines reach the server; undefined if they do not. */
  readonly address?: string | undefined;
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
  address,
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
    ...(address === undefined ? [] : kubernetesEndpoints(address, port)),
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
