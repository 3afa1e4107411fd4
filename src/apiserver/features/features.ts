import { isSince, type KubernetesVersion } from "../../schema/kubernetes-versions.js";

/** The features of the server that a feature gate of kube-apiserver turns on or off. */
export interface Features {
  /** AllowUnsafeMalformedObjectDeletion */
  readonly deletesUndecodable: boolean;
  /** APIResponseCompression */
  readonly compressesResponses: boolean;
  /** AuthorizePodWebsocketUpgradeCreatePermission */
  readonly requiresCreateForStreams: boolean;
  /** RemoteRequestHeaderUID */
  readonly sendsUserUid: boolean;
  /** WatchList */
  readonly sendsInitialEvents: boolean;
  /** ClusterTrustBundleProjection */
  readonly projectsTrustBundles: boolean;
  /** ConstrainedImpersonation */
  readonly constrainsImpersonation: boolean;
  /** PodCertificateRequest */
  readonly projectsPodCertificates: boolean;
}

/** Returns the features of a server without gates. */
export function defaultFeatures(version: KubernetesVersion): Features {
  const isSince137 = isSince(version, "1.37");
  return {
    deletesUndecodable: isSince137,
    compressesResponses: true,
    requiresCreateForStreams: true,
    sendsUserUid: true,
    sendsInitialEvents: true,
    constrainsImpersonation: isSince137,
    projectsTrustBundles: isSince137,
    projectsPodCertificates: isSince137,
  };
}

/** The feature of each gate that has an effect. */
const featuresOfGates: ReadonlyMap<string, keyof Features> = new Map([
  ["AllowUnsafeMalformedObjectDeletion", "deletesUndecodable"],
  ["APIResponseCompression", "compressesResponses"],
  ["AuthorizePodWebsocketUpgradeCreatePermission", "requiresCreateForStreams"],
  ["ClusterTrustBundleProjection", "projectsTrustBundles"],
  ["ConstrainedImpersonation", "constrainsImpersonation"],
  ["PodCertificateRequest", "projectsPodCertificates"],
  ["RemoteRequestHeaderUID", "sendsUserUid"],
  ["WatchList", "sendsInitialEvents"],
]);

/** The names of the gates that have an effect. */
export const effectiveGates: readonly string[] = [...featuresOfGates.keys()];

/** Returns the feature of a gate; undefined for a gate without an effect. */
export function featureOf(gate: string): keyof Features | undefined {
  return featuresOfGates.get(gate);
}

/** @param gates - by name; gates without an effect are ignored */
export function featuresOf(gates: Readonly<Record<string, boolean>>, version: KubernetesVersion): Features {
  const set = Object.entries(gates).flatMap(([name, isOn]) => {
    const feature = featureOf(name);
    return feature === undefined ? [] : [[feature, isOn] as const];
  });
  return { ...defaultFeatures(version), ...Object.fromEntries(set) };
}
