import type { TestProject } from "vitest/node";
import { assetsFolder, startControlPlane } from "./control-plane.js";
import { writeFrontProxyFiles } from "./front-proxy-files.js";
import type { SharedCluster } from "./shared-cluster.js";

declare module "vitest" {
  interface ProvidedContext {
    /** One per worker, in the projects that share control planes; empty if KUBEBUILDER_ASSETS is not set. */
    clusters: readonly SharedCluster[] | undefined;
  }
}

/**
 * Starts a control plane for each worker of a test project, and stops them after the last file. Like the API server of a cluster,
 * each identifies itself to extension API servers.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (assetsFolder === undefined) {
    project.provide("clusters", []);
    return () => Promise.resolve();
  }
  const running = process.env["TSOP_CONTRACT_KUBECONFIG"];
  if (running !== undefined) {
    // Only the contract suite runs like this.
    project.provide("clusters", [{ kubeconfig: running, nobodyKubeconfig: "", server: "", assets: assetsFolder }]);
    return () => Promise.resolve();
  }
  const count = project.config.maxWorkers;
  const frontProxy = await writeFrontProxyFiles();
  const start = () => startControlPlane(undefined, [], { apiServerFlags: frontProxy.flags });
  const planes = await Promise.all(Array.from({ length: count }, start));
  const clusters = planes.map(({ kubeconfig, nobodyKubeconfig, server, assets }): SharedCluster =>
    // The remaining members are functions, which cannot be passed to workers.
    ({ kubeconfig, nobodyKubeconfig, server, assets }),
  );
  project.provide("clusters", clusters);
  return async () => {
    await Promise.all(planes.map((plane) => plane.stop()));
    frontProxy.remove();
  };
}
