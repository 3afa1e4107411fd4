/** The same upgrade of two kube-apiservers with one etcd, and of two embedded servers with one data file. */
import { rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createLiveClient, type HttpClient } from "../../../src/kube/http-client.js";
import { loadKubeConfig } from "../../../src/kube/kubeconfig.js";
import { eventually } from "../../support/eventually.js";
import { assetsOf, startControlPlane } from "../../support/control-plane.js";
import { tempFolder } from "../../support/temp-folder.js";
import { changeRoles, readRoles } from "./upgraded-roles.js";
import { upgradeEmbedded } from "./upgrade-embedded.js";

const [older, newer] = [assetsOf("1.35"), assetsOf("1.37")];

async function clientOf(kubeconfig: string): Promise<HttpClient> {
  return createLiveClient(await loadKubeConfig({ env: {}, kubeconfig }));
}

/** A folder whose kube-apiserver can be replaced. */
function replaceableAssets(from: string): { readonly folder: string; replace(from: string): void } {
  const folder = tempFolder();
  for (const name of ["etcd", "kubectl"]) symlinkSync(path.join(from, name), path.join(folder, name));
  const server = path.join(folder, "kube-apiserver");
  symlinkSync(path.join(from, "kube-apiserver"), server);
  return {
    folder,
    replace(other) {
      rmSync(server);
      symlinkSync(path.join(other, "kube-apiserver"), server);
    },
  };
}

test.skipIf(older === undefined || newer === undefined)("both servers add the same to roles", async () => {
  const assets = replaceableAssets(older ?? "");
  const plane = await startControlPlane(assets.folder);
  try {
    const client = await clientOf(plane.kubeconfig);
    await changeRoles(client);
    await plane.stopApiServer();
    assets.replace(newer ?? "");
    await plane.startApiServer();
    const embedded = await upgradeEmbedded(tempFolder());
    // The server stores its roles after it is ready.
    await eventually(async () => expect(embedded).toEqual(await readRoles(client)));
    client.close();
  } finally {
    await plane.stop();
  }
});
