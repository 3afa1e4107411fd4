import { generalControllers, startControlPlane } from "../../support/control-plane.js";
import { readServerUnderTest, type ServerUnderTest } from "./server-under-test.js";

export interface RealServer {
  readonly underTest: ServerUnderTest;
  /** It goes on when the suite has ended. */
  readonly isShared: boolean;
  stop(): Promise<void>;
}

/** A control plane of the suite's own, or the one that TSOP_CONTRACT_KUBECONFIG names, which stays as it is. */
export async function startRealServer(): Promise<RealServer> {
  const kubeconfig = process.env["TSOP_CONTRACT_KUBECONFIG"];
  if (kubeconfig !== undefined) {
    return { underTest: readServerUnderTest(kubeconfig), isShared: true, stop: () => Promise.resolve() };
  }
  const plane = await startControlPlane(undefined, [], {
    controllers: generalControllers,
    // As in a cluster.
    apiServerFlags: ["--allow-privileged"],
  });
  return { underTest: readServerUnderTest(plane.kubeconfig), isShared: false, stop: () => plane.stop() };
}
