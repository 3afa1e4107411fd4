import { writeFrontProxyFiles } from "../../support/front-proxy-files.js";
import { assetsFolder, generalControllers, startControlPlane } from "../../support/control-plane.js";
import { readServerUnderTest, type ServerUnderTest } from "./server-under-test.js";

export interface RealServer {
  readonly underTest: ServerUnderTest;
  /** Whether the server keeps running after the suite. */
  readonly isShared: boolean;
  stop(): Promise<void>;
}

interface RealServerOptions {
  readonly assets?: string | undefined;
  readonly runsWorkloads?: boolean;
  readonly controllers?: readonly string[];
}

/** It does nothing before 1.37. */
const migrator = "storage-version-migrator-controller";

/** Returns a controller and those that complete its work, which the embedded server always runs. */
function withHelpers(controller: string): readonly string[] {
  if (controller !== "persistentvolume-binder-controller") return [controller];
  return [controller, "persistentvolume-protection-controller", "persistentvolumeclaim-protection-controller"];
}

/**
 * Starts a separate control plane for the suite, or uses the one that TSOP_CONTRACT_KUBECONFIG names, which keeps running.
 *
 * @param options - `runsWorkloads`: whether all controllers of kube-controller-manager run, also those of workloads;
 *   `controllers`: those that run besides the general ones
 */
export async function startRealServer({
  assets = assetsFolder,
  runsWorkloads = false,
  controllers = [],
}: RealServerOptions = {}): Promise<RealServer> {
  const kubeconfig = process.env["TSOP_CONTRACT_KUBECONFIG"];
  if (kubeconfig !== undefined) {
    return { underTest: readServerUnderTest(kubeconfig), isShared: true, stop: () => Promise.resolve() };
  }
  const frontProxy = await writeFrontProxyFiles();
  const plane = await startControlPlane(assets, [], {
    controllers: runsWorkloads ? ["*"] : [...generalControllers, migrator, ...controllers.flatMap(withHelpers)],
    controllerFlags: ["--horizontal-pod-autoscaler-sync-period", "1s", "--pvclaimbinder-sync-period", "2s"],
    // Like in a cluster.
    apiServerFlags: ["--allow-privileged", ...frontProxy.flags],
  });
  const stop = async (): Promise<void> => {
    await plane.stop();
    frontProxy.remove();
  };
  return { underTest: readServerUnderTest(plane.kubeconfig), isShared: false, stop };
}
