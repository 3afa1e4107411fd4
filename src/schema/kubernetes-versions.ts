/** The versions of Kubernetes whose kinds the package contains as data: the folders of `data/`. */
export const kubernetesVersions = ["1.35", "1.37"] as const;

export type KubernetesVersion = (typeof kubernetesVersions)[number];

/** Returns whether a version has what `first` introduced. */
export function isSince(version: KubernetesVersion, first: KubernetesVersion): boolean {
  return kubernetesVersions.indexOf(version) >= kubernetesVersions.indexOf(first);
}

/** The version of the types in `tsop/k8s`. */
export const newestVersion: KubernetesVersion = "1.37";

/** The version that the embedded API server speaks by default, and the version of extension API servers. */
export const defaultVersion: KubernetesVersion = "1.37";
