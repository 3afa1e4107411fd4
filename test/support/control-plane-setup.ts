import type { TestProject } from "vitest/node";
import { assetsFolder, startControlPlane } from "./control-plane.js";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the shared control plane is, or undefined when KUBEBUILDER_ASSETS is not set. */
    cluster: { kubeconfig: string; nobodyKubeconfig: string; server: string; assets: string } | undefined;
  }
}

/** Starts one control plane for all files of a test project, and stops it after the last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (assetsFolder === undefined) {
    project.provide("cluster", undefined);
    return () => Promise.resolve();
  }
  const running = process.env["TSOP_CONTRACT_KUBECONFIG"];
  if (running !== undefined) {
    // Only the contract suite is run like this.
    project.provide("cluster", { kubeconfig: running, nobodyKubeconfig: "", server: "", assets: assetsFolder });
    return () => Promise.resolve();
  }
  const controlPlane = await startControlPlane();
  const { kubeconfig, nobodyKubeconfig, server, assets } = controlPlane;
  project.provide("cluster", { kubeconfig, nobodyKubeconfig, server, assets });
  return () => controlPlane.stop();
}
