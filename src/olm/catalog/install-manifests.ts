/**
 * The objects with which a cluster installs an operator from the image of a catalog: for OLM v0 (CatalogSource, OperatorGroup,
 * Subscription), and for OLM v1 (ClusterCatalog, ClusterExtension).
 */
import { defined } from "../../core/defined.js";
import type { JsonObject } from "../../core/json.js";

export interface CatalogInstall {
  /** The image of the catalog. */
  readonly image: string;
  readonly packageName: string;
  readonly channel: string;
  /** The namespace of the operator. */
  readonly namespace: string;
  /** The namespace of the CatalogSource. OLM v0 only. */
  readonly catalogNamespace: string;
  /** The namespaces that the operator watches; undefined for all. OLM v0 only. */
  readonly targetNamespaces: readonly string[] | undefined;
  /** The ServiceAccount that installs the bundle, and the objects that it needs. OLM v1 only. */
  readonly installer?: { readonly serviceAccount: string; readonly objects: readonly JsonObject[] } | undefined;
}

/** The folder of the catalog in its image. */
export const catalogFolder = "/configs";

export function installV0(install: CatalogInstall): JsonObject[] {
  const { image, packageName, channel, namespace, catalogNamespace, targetNamespaces } = install;
  const source = `${packageName}-catalog`;
  return [
    namespaceOf(namespace),
    {
      apiVersion: "operators.coreos.com/v1alpha1",
      kind: "CatalogSource",
      metadata: { name: source, namespace: catalogNamespace },
      spec: {
        sourceType: "grpc",
        image,
        displayName: packageName,
        // The image contains only files: OLM serves them with its own program.
        grpcPodConfig: {
          securityContextConfig: "restricted",
          extractContent: { catalogDir: catalogFolder },
        },
        ...(image.includes("@") ? {} : { updateStrategy: { registryPoll: { interval: "10m" } } }),
      },
    },
    {
      apiVersion: "operators.coreos.com/v1",
      kind: "OperatorGroup",
      metadata: { name: packageName, namespace },
      spec: defined({ targetNamespaces: targetNamespaces === undefined ? undefined : [...targetNamespaces] }),
    },
    {
      apiVersion: "operators.coreos.com/v1alpha1",
      kind: "Subscription",
      metadata: { name: packageName, namespace },
      spec: { name: packageName, channel, source, sourceNamespace: catalogNamespace, installPlanApproval: "Automatic" },
    },
  ];
}

export function installV1(install: CatalogInstall): JsonObject[] {
  const { image, packageName, channel, namespace, installer } = install;
  const catalog = `${packageName}-catalog`;
  return [
    namespaceOf(namespace),
    ...(installer?.objects ?? []),
    {
      apiVersion: "olm.operatorframework.io/v1",
      kind: "ClusterCatalog",
      metadata: { name: catalog },
      // A digest never refers to another image, so OLM rejects an interval.
      spec: {
        source: {
          type: "Image",
          image: { ref: image, ...(image.includes("@") ? {} : { pollIntervalMinutes: 10 }) },
        },
      },
    },
    {
      apiVersion: "olm.operatorframework.io/v1",
      kind: "ClusterExtension",
      metadata: { name: packageName },
      spec: {
        namespace,
        ...(installer === undefined ? {} : { serviceAccount: { name: installer.serviceAccount } }),
        source: {
          sourceType: "Catalog",
          catalog: {
            packageName,
            channels: [channel],
            selector: { matchLabels: { "olm.operatorframework.io/metadata.name": catalog } },
          },
        },
      },
    },
  ];
}

function namespaceOf(name: string): JsonObject {
  return { apiVersion: "v1", kind: "Namespace", metadata: { name } };
}

/** The namespaces that an operator watches by its install modes, or why they are not known. */
export type Targets =
  | { readonly kind: "targets"; readonly targetNamespaces: readonly string[] | undefined }
  | { readonly kind: "unsupported"; readonly supported: readonly string[] };

/** @param watched - the namespaces that the user names; empty for the first mode that needs no name */
export function targetsOf(supported: readonly string[], namespace: string, watched: readonly string[]): Targets {
  const own = watched.length === 1 && watched[0] === namespace;
  const wanted =
    watched.length === 0
      ? undefined
      : own
        ? "OwnNamespace"
        : watched.length === 1
          ? "SingleNamespace"
          : "MultiNamespace";
  if (wanted !== undefined) {
    return supported.includes(wanted)
      ? { kind: "targets", targetNamespaces: watched }
      : { kind: "unsupported", supported };
  }
  if (supported.includes("AllNamespaces")) return { kind: "targets", targetNamespaces: undefined };
  return supported.includes("OwnNamespace")
    ? { kind: "targets", targetNamespaces: [namespace] }
    : { kind: "unsupported", supported };
}
