import { inject } from "vitest";

/** A real control plane that the files of a worker share, one after the other. */
export interface SharedCluster {
  readonly kubeconfig: string;
  readonly nobodyKubeconfig: string;
  readonly server: string;
  /** Folder of kubectl, kustomize and controller-gen. */
  readonly assets: string;
}

/** Returns the control plane of this worker, or undefined if KUBEBUILDER_ASSETS is not set. */
export function sharedCluster(): SharedCluster | undefined {
  const clusters = inject("clusters") ?? [];
  return clusters[Number(process.env["VITEST_POOL_ID"] ?? 1) % Math.max(clusters.length, 1)];
}
