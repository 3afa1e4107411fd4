import { writeFileSync } from "node:fs";
import path from "node:path";
import type { KubernetesVersion } from "../../../src/schema/kubernetes-versions.js";
import { startApiServer } from "../../../src/apiserver/start-api-server.js";
import { createLiveClient, type HttpClient } from "../../../src/kube/http-client.js";
import { loadKubeConfig } from "../../../src/kube/kubeconfig.js";
import { changeRoles, readRoles } from "./upgraded-roles.js";

/** Changes roles in a server of 1.35, and returns them from a server of 1.37 with the same data file. */
export async function upgradeEmbedded(folder: string): Promise<Readonly<Record<string, object>>> {
  await during(folder, "1.35", changeRoles);
  return during(folder, "1.37", readRoles);
}

async function during<Result>(
  folder: string,
  kubernetesVersion: KubernetesVersion,
  act: (client: HttpClient) => Promise<Result>,
): Promise<Result> {
  const server = await startApiServer({ dataFile: path.join(folder, "data"), kubernetesVersion });
  try {
    const kubeconfig = path.join(folder, "kubeconfig");
    writeFileSync(kubeconfig, server.kubeconfig);
    const client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig }));
    const result = await act(client);
    client.close();
    return result;
  } finally {
    await server.stop();
  }
}
