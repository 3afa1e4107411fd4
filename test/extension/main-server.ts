import { inject } from "vitest";
import type { Cluster, OwnServer } from "../support/cluster.js";
import { startControlPlane } from "../support/control-plane.js";
import { writeFrontProxyFiles } from "../support/front-proxy-files.js";

export interface MainServer extends Pick<OwnServer, "kubeconfig" | "nobodyKubeconfig" | "server"> {
  stop(): Promise<void>;
}

/** Starts a real API server that identifies itself to extension API servers. The embedded one always does. */
export async function startMainServer(cluster: () => Cluster): Promise<MainServer> {
  if (inject("embeddedServer") !== undefined) {
    const { kubeconfig, nobodyKubeconfig, server } = cluster();
    return { kubeconfig, nobodyKubeconfig, server, stop: () => Promise.resolve() };
  }
  const files = await writeFrontProxyFiles();
  const plane = await startControlPlane(undefined, [], { apiServerFlags: files.flags });
  return {
    ...plane,
    stop: async () => {
      await plane.stop();
      files.remove();
    },
  };
}
