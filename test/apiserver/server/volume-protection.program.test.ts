/** Deleted claims and volumes disappear when they are no longer used, like with kube-controller-manager. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { startApiServer } from "../../../src/apiserver/start-api-server.js";
import { PersistentVolume, PersistentVolumeClaim, Pod } from "../../../src/k8s/core/v1.js";
import { createLiveClient } from "../../../src/kube/http-client.js";
import { loadKubeConfig } from "../../../src/kube/kubeconfig.js";
import { tempFolder } from "../../support/temp-folder.js";

const key = { namespace: "default", name: "a" };
const capacity = { storage: "1Gi" };
const claim: PersistentVolumeClaim = {
  ...{ apiVersion: "v1", kind: "PersistentVolumeClaim", metadata: key },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: capacity } },
};
const pod = (nodeName?: string): Pod => ({
  ...{ apiVersion: "v1", kind: "Pod", metadata: key },
  spec: {
    ...(nodeName === undefined ? {} : { nodeName }),
    containers: [{ name: "a", image: "a" }],
    volumes: [{ name: "a", persistentVolumeClaim: { claimName: "a" } }],
  },
});

test.each([false, true])("claims and volumes, where workloads are simulated: %s", async (simulateWorkloads) => {
  const server = await startApiServer({ simulateWorkloads });
  const kubeconfig = path.join(tempFolder(), "kubeconfig");
  writeFileSync(kubeconfig, server.kubeconfig);
  const client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig }));
  const hasGone = (): Promise<unknown> =>
    vi.waitUntil(async () => (await client.get(PersistentVolumeClaim, key)) === undefined, { timeout: 60_000 });

  await client.create(claim);
  await client.delete(PersistentVolumeClaim, key);
  await hasGone();

  await client.create(claim);
  await client.create(pod("a-node"));
  await client.delete(PersistentVolumeClaim, key);
  // Once this volume, which follows the claim in the queue, is released, the claim has been processed.
  const volume: PersistentVolume = {
    ...{ apiVersion: "v1", kind: "PersistentVolume", metadata: { name: "a" } },
    spec: { capacity, accessModes: ["ReadWriteOnce"], hostPath: { path: "/a" } },
  };
  await client.create(volume);
  await client.delete(PersistentVolume, { name: "a" });
  await vi.waitUntil(async () => (await client.get(PersistentVolume, { name: "a" })) === undefined, {
    timeout: 60_000,
  });
  expect((await client.getOrThrow(PersistentVolumeClaim, key)).metadata.finalizers).toEqual([
    "kubernetes.io/pvc-protection",
  ]);
  await client.delete(Pod, key, { gracePeriodSeconds: 0 });
  await hasGone();
  client.close();
  await server.stop();
});
