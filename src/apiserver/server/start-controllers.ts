import { isSince } from "../../schema/kubernetes-versions.js";
import { type ControllerHost, ControllerObjects, type Stoppable } from "../controllers/controller-objects.js";
import { signCertificates } from "../controllers/certificate-signer.js";
import type { ServingCertificate } from "../../core/serving-certificate.js";
import { serveDefinitions } from "../controllers/definitions.js";
import { keepExtensionTrust } from "../controllers/extension-trust.js";
import { expireEvents } from "../controllers/event-expiry.js";
import { expireVersions } from "../controllers/version-expiry.js";
import { checkFlowSchemas } from "../controllers/flow-schema-status.js";
import { GarbageCollector } from "../controllers/garbage-collector.js";
import { emptyNamespaces } from "../controllers/namespace-contents.js";
import type { SigningKey } from "../authentication/signed-tokens.js";
import { fillNamespaces } from "../controllers/namespace-defaults.js";
import { keepQuotaUsage, type QuotaUsage } from "../controllers/quota-usage.js";
import { aggregateRoles } from "../controllers/role-aggregation.js";
import { fillSecretTokens } from "../controllers/secret-tokens.js";
import { keepServiceAddresses } from "../controllers/service-addresses.js";
import { migrateStorageVersions } from "../controllers/storage-migration/migration-controller.js";
import { checkPolicies } from "../controllers/policy-status/policy-status.js";
import { releaseVolumes } from "../controllers/volume-protection.js";
import type { OptionalController } from "../controllers/optional-controllers.js";
import type { ExtensionTrust } from "../kinds/bootstrap/extension-trust.js";
import { builtIns } from "./built-ins.js";
import type { CustomResourceHost } from "../custom-resources/custom-resources.js";

export interface FollowerOptions {
  readonly host: CustomResourceHost;
  /** Whether an owner that never existed counts as existing. */
  readonly assumesOwners?: boolean;
}

/** Starts the controllers that only react to writes, each with its account in kube-controller-manager if it has one there. */
export function startFollowers(
  parts: ControllerHost,
  { host, assumesOwners }: FollowerOptions,
): { readonly quotas: QuotaUsage; readonly all: readonly Stoppable[] } {
  const as = (account: string): ControllerObjects => new ControllerObjects(parts, account);
  const quotas = keepQuotaUsage(as("resourcequota-controller"), parts.registry);
  const all = [
    serveDefinitions(as("customresourcedefinition-controller"), parts.registry, host),
    new GarbageCollector(as("generic-garbage-collector"), assumesOwners),
    emptyNamespaces(as("namespace-controller")),
    quotas,
    aggregateRoles(as("clusterrole-aggregation-controller")),
    releaseVolumes(as("pvc-protection-controller")),
  ];
  return { quotas, all };
}

/** `as`: the objects of an account. `controllers`: those that the user has named. */
export type StartWorkloads = (
  as: (account: string) => ControllerObjects,
  controllers: readonly OptionalController[],
) => readonly Stoppable[];

export interface ControllerOptions extends FollowerOptions {
  /** Starts the controllers of workloads. Absent: they do not run. */
  readonly startWorkloads?: StartWorkloads;
  /** Those that the user has named. */
  readonly controllers: readonly OptionalController[];
  readonly extensionTrust: ExtensionTrust;
  /** PEM. */
  readonly caCertificate: string;
  /** Signs the certificates of users. */
  readonly clientAuthority: ServingCertificate;
  /** Returns the key that signs tokens of service accounts. */
  readonly signingKey: () => SigningKey;
}

const quotaResyncMs = 5 * 60_000;

/** Starts all controllers: also those that fill namespaces, and those that act after a time. */
export function startControllers(parts: ControllerHost, options: ControllerOptions): readonly Stoppable[] {
  const { caCertificate, signingKey, clientAuthority, startWorkloads, controllers } = options;
  const as = (account: string): ControllerObjects => new ControllerObjects(parts, account);
  const { quotas, all } = startFollowers(parts, options);
  const resync = setInterval(() => quotas.syncAll(), quotaResyncMs).unref();
  return [
    ...all,
    { stop: () => clearInterval(resync) },
    fillNamespaces(as("service-account-controller"), caCertificate),
    fillSecretTokens(as("token-controller"), { key: signingKey, caCertificate }),
    signCertificates(as("certificate-controller"), clientAuthority),
    keepServiceAddresses(as("service-ip-allocator")),
    keepExtensionTrust(as("cluster-authentication-trust-controller"), options.extensionTrust),
    expireEvents(as("event-expiry")),
    expireVersions(as("version-expiry")),
    checkFlowSchemas(as("flow-schema-status")),
    checkPolicies(
      as("validatingadmissionpolicy-status-controller"),
      parts.registry,
      builtIns(parts.objects.version).openApi,
    ),
    ...(isSince(parts.objects.version, "1.37")
      ? [migrateStorageVersions(as("storage-version-migrator-controller"))]
      : []),
    ...(startWorkloads?.(as, controllers) ?? []),
  ];
}
