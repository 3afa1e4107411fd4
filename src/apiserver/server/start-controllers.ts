import { ControllerObjects } from "../controllers/controller-objects.js";
import { Definitions } from "../controllers/definitions.js";
import { EventExpiry } from "../controllers/event-expiry.js";
import { GarbageCollector } from "../controllers/garbage-collector.js";
import { NamespaceContents } from "../controllers/namespace-contents.js";
import { NamespaceDefaults } from "../controllers/namespace-defaults.js";
import { QuotaUsage } from "../controllers/quota-usage.js";
import { RoleAggregation } from "../controllers/role-aggregation.js";
import { SimulatedWorkloads } from "../controllers/simulated-workloads.js";
import { VolumeProtection } from "../controllers/volume-protection.js";
import type { CustomResourceHost } from "../custom-resources/custom-resources.js";
import type { Registry } from "../objects/registry.js";
import type { ObjectParts } from "../objects/write.js";

export interface ControllerParts {
  readonly objects: ObjectParts;
  readonly registry: Registry;
  readonly host: CustomResourceHost;
  readonly simulatesWorkloads: boolean;
  /** PEM. */
  readonly caCertificate: string;
}

/** What runs beside the requests: each by its account of kube-controller-manager's, where that has one. */
export function startControllers(parts: ControllerParts): { stop(): void }[] {
  const { objects, registry, host, caCertificate, simulatesWorkloads } = parts;
  const as = (account: string): ControllerObjects => new ControllerObjects(objects, registry, account);
  return [
    new Definitions(as("customresourcedefinition-controller"), registry, host),
    new GarbageCollector(as("generic-garbage-collector")),
    new NamespaceContents(as("namespace-controller")),
    new NamespaceDefaults(as("service-account-controller"), caCertificate),
    new QuotaUsage(as("resourcequota-controller"), registry),
    new RoleAggregation(as("clusterrole-aggregation-controller")),
    new VolumeProtection(as("pvc-protection-controller")),
    new EventExpiry(as("event-expiry")),
    ...(simulatesWorkloads ? [new SimulatedWorkloads(as("simulated-workloads"))] : []),
  ];
}
