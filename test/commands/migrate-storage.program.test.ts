import path from "node:path";
import { expect, test } from "vitest";
import { installCrds } from "../../src/commands/install-crds.js";
import { migrateStorage } from "../../src/commands/migrate-storage.js";
import { CustomResourceDefinition } from "../../src/cluster/crd.js";
import { startApiServer } from "../../src/apiserver/start-api-server.js";
import { tempFolder } from "../support/temp-folder.js";
import { contextOfCrds, oldObject, versionedCrd } from "../support/versioned-crds.js";
import { clientOf } from "../support/workload-status.js";

test("the embedded API server of 1.37 rewrites the objects itself", async () => {
  const server = await startApiServer({ kubernetesVersion: "1.37" });
  const options = { kubeconfig: path.join(tempFolder({ kubeconfig: server.kubeconfig }), "kubeconfig") };
  const client = await clientOf(options.kubeconfig);
  const both = contextOfCrds(versionedCrd("olds", "Old", ["v1", "v2"], "v2"));
  await installCrds(options, contextOfCrds(versionedCrd("olds", "Old", ["v1"], "v1")));
  await client.create(oldObject("Old", "a"));
  await installCrds(options, both);
  const name = "olds.stored.example.com";
  expect((await migrateStorage(options, both)).text).toBe(
    `${name}: the cluster rewrote the objects as v2; storedVersions changed from v1, v2 to v2`,
  );
  const { status } = await client.getOrThrow(CustomResourceDefinition, { name });
  expect(status?.storedVersions).toEqual(["v2"]);
  client.close();
  await server.stop();
});
