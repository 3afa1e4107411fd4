import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Cluster, OwnServer } from "../support/cluster.js";
import { startComparableServer } from "../support/comparable-server.js";
import { startControlPlane } from "../support/control-plane.js";
import { writeFrontProxyFiles } from "../support/front-proxy-files.js";
import { tempFolder } from "../support/temp-folder.js";

export interface MainServer extends Pick<OwnServer, "kubeconfig" | "nobodyKubeconfig" | "server"> {
  stop(): Promise<void>;
}

/** Returns the API server that the files of a worker share, which keeps running. */
export function sharedServer({ kubeconfig, nobodyKubeconfig, server }: Cluster): MainServer {
  return { kubeconfig, nobodyKubeconfig, server, stop: () => Promise.resolve() };
}

/** Starts a real API server, for a test that sees the objects of all namespaces. */
export async function startRealServer(): Promise<MainServer> {
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

/** Starts an embedded API server, for a test that compares it with a real one. */
export async function startEmbeddedServer(): Promise<MainServer> {
  const server = await startComparableServer();
  const kubeconfig = path.join(tempFolder(), "kubeconfig");
  writeFileSync(kubeconfig, server.kubeconfig);
  return { kubeconfig, nobodyKubeconfig: kubeconfig, server: server.url, stop: () => server.stop() };
}
