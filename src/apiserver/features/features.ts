/** The features of the server that a feature gate of kube-apiserver turns on or off. All are on by default, as in Kubernetes. */
export interface Features {
  /** APIResponseCompression */
  readonly compressesResponses: boolean;
  /** AuthorizePodWebsocketUpgradeCreatePermission */
  readonly requiresCreateForStreams: boolean;
  /** RemoteRequestHeaderUID */
  readonly sendsUserUid: boolean;
  /** WatchList */
  readonly sendsInitialEvents: boolean;
}

export const defaultFeatures: Features = {
  compressesResponses: true,
  requiresCreateForStreams: true,
  sendsUserUid: true,
  sendsInitialEvents: true,
};

/** The feature of each gate that has an effect. */
const featuresOfGates: ReadonlyMap<string, keyof Features> = new Map([
  ["APIResponseCompression", "compressesResponses"],
  ["AuthorizePodWebsocketUpgradeCreatePermission", "requiresCreateForStreams"],
  ["RemoteRequestHeaderUID", "sendsUserUid"],
  ["WatchList", "sendsInitialEvents"],
]);

/** The names of the gates that have an effect. */
export const effectiveGates: readonly string[] = [...featuresOfGates.keys()];

/** @param gates - by name; gates without an effect are ignored */
export function featuresOf(gates: Readonly<Record<string, boolean>>): Features {
  const set = Object.entries(gates).flatMap(([name, isOn]) => {
    const feature = featuresOfGates.get(name);
    return feature === undefined ? [] : [[feature, isOn] as const];
  });
  return { ...defaultFeatures, ...Object.fromEntries(set) };
}
