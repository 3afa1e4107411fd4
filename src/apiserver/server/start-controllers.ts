import { type ControllerHost, ControllerObjects } from "../controllers/controller-objects.js";
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

export interface Stoppable {
  stop(): void;
}

export interface FollowerOptions {
  readonly host: CustomResourceHost;
  /** Whether an owner that was never there counts as one that is. */
  readonly assumesOwners?: boolean;
}

/** What follows from writes alone: each by its account of kube-controller-manager's, where that has one. */
export function startFollowers(
  parts: ControllerHost,
  { host, assumesOwners }: FollowerOptions,
): { readonly quotas: QuotaUsage; readonly all: readonly Stoppable[] } {
  const as = (account: string): ControllerObjects => new ControllerObjects(parts, account);
  const quotas = new QuotaUsage(as("resourcequota-controller"), parts.registry);
  const all = [
    new Definitions(as("customresourcedefinition-controller"), parts.registry, host),
    new GarbageCollector(as("generic-garbage-collector"), assumesOwners),
    new NamespaceContents(as("namespace-controller")),
    quotas,
    new RoleAggregation(as("clusterrole-aggregation-controller")),
    new VolumeProtection(as("pvc-protection-controller")),
  ];
  return { quotas, all };
}

export interface ControllerOptions extends FollowerOptions {
  readonly simulatesWorkloads: boolean;
  /** PEM. */
  readonly caCertificate: string;
}

const quotaResyncMs = 5 * 60_000;

/** What runs beside the requests of a server: also what fills namespaces, and what happens after a time. */
export function startControllers(parts: ControllerHost, options: ControllerOptions): readonly Stoppable[] {
  const { caCertificate, simulatesWorkloads } = options;
  const as = (account: string): ControllerObjects => new ControllerObjects(parts, account);
  const { quotas, all } = startFollowers(parts, options);
  const resync = setInterval(() => quotas.syncAll(), quotaResyncMs).unref();
  return [
    ...all,
    { stop: () => clearInterval(resync) },
    new NamespaceDefaults(as("service-account-controller"), caCertificate),
    new EventExpiry(as("event-expiry")),
    ...(simulatesWorkloads ? [new SimulatedWorkloads(as("simulated-workloads"))] : []),
  ];
}
