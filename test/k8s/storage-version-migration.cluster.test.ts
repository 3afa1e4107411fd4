/**
 * The migration by the cluster itself: kube-controller-manager rewrites the objects. Kubernetes 1.35 and 1.36 have it behind a
 * feature gate, later versions by default.
 */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { CustomResourceDefinition } from "../../src/cluster/crd.js";
import { installCrds } from "../../src/commands/install-crds.js";
import { migrateStorage } from "../../src/commands/migrate-storage.js";
import type { HttpClient } from "../../src/kube/http-client.js";
import { unstructured } from "../../src/kube/objects.js";
import { type ControlPlane, hasControllerManager, startControlPlane } from "../support/control-plane.js";
import { contextOfCrds, denyUpdates, oldObject, versionedCrd } from "../support/versioned-crds.js";
import { clientOf } from "../support/workload-status.js";

const gate = "--feature-gates=StorageVersionMigrator=true";
const isJudged = hasControllerManager();
const group = "stored.example.com";
const names = ["bad", "good", "worse"];

describe.skipIf(!isJudged)("a migration by the cluster (needs kube-controller-manager)", () => {
  let plane: ControlPlane | undefined;
  let client: HttpClient;
  const options = () => ({ kubeconfig: plane?.kubeconfig ?? "" });

  beforeAll(async () => {
    plane = await startControlPlane(undefined, [], {
      apiServerFlags: [gate, "--runtime-config=storagemigration.k8s.io/v1beta1=true"],
      controllers: ["garbage-collector-controller", "serviceaccount-controller", "storage-version-migrator-controller"],
      controllerFlags: [gate],
      beforeControllers: async (kubeconfig) => {
        client = await clientOf(kubeconfig);
        const crds = (versions: string[], stored: string) =>
          contextOfCrds(
            versionedCrd("olds", "Old", versions, stored),
            versionedCrd("stucks", "Stuck", versions, stored),
          );
        await installCrds({ kubeconfig }, crds(["v1"], "v1"));
        for (const name of names) {
          await client.create(oldObject("Old", name));
          await client.create(oldObject("Stuck", name));
        }
        await installCrds({ kubeconfig }, crds(["v1", "v2"], "v2"));
      },
    });
  });
  afterAll(async () => {
    client.close();
    await plane?.stop();
  });

  const storedVersions = async (plural: string) =>
    (await client.getOrThrow(CustomResourceDefinition, { name: `${plural}.${group}` })).status?.storedVersions;
  const migrations = async () => {
    const found = await Promise.allSettled(
      ["v1", "v1beta1"].map((version) =>
        client.list(unstructured(`storagemigration.k8s.io/${version}`, "StorageVersionMigration")),
      ),
    );
    return found.flatMap((each) => (each.status === "fulfilled" ? each.value.items : []));
  };

  /**
   * The controller waits until its cache is newer than the migration. In a cluster where nothing else happens, that takes minutes:
   * other objects of the kind shorten it.
   */
  async function whileOthersWrite<T>(kind: string, run: () => Promise<T>): Promise<T> {
    let count = 0;
    const timer = setInterval(() => {
      client.create(oldObject(kind, `other-${count++}`)).catch(() => undefined);
    }, 500);
    return run().finally(() => clearInterval(timer));
  }

  test("rewrites the objects, and leaves no migration behind", async () => {
    const context = contextOfCrds(versionedCrd("olds", "Old", ["v1", "v2"], "v2"));
    const Old = unstructured(`${group}/v2`, "Old");
    const versions = async () =>
      (await client.list(Old)).items
        .filter(({ metadata }) => names.includes(metadata.name))
        .map(({ metadata }) => metadata.resourceVersion);
    const before = await versions();
    const { text, json } = await whileOthersWrite("Old", () => migrateStorage(options(), context));
    expect(text).toBe(`olds.${group}: the cluster rewrote the objects as v2; storedVersions changed from v1, v2 to v2`);
    expect(json).toMatchObject({ crds: [{ inCluster: true, before: ["v1", "v2"], after: ["v2"] }] });
    expect((await versions()).filter((version) => before.includes(version))).toEqual([]);
    expect(await storedVersions("olds")).toEqual(["v2"]);
    expect(await migrations()).toEqual([]);
    expect((await migrateStorage(options(), context)).text).toBe(`olds.${group}: all objects are stored as v2`);
  });

  test("that fails ends with the rejected objects, and an unchanged CRD", async () => {
    const context = contextOfCrds(versionedCrd("stucks", "Stuck", ["v1", "v2"], "v2"));
    const allow = await denyUpdates(client, "stucks", "Stuck");
    onTestFinished(allow);
    const rejected = (name: string) => {
      const message = expect.stringMatching(`^Stuck default/${name} cannot be rewritten: .*it is bad`) as string;
      return expect.objectContaining({ message }) as unknown;
    };
    await expect(whileOthersWrite("Stuck", () => migrateStorage(options(), context))).rejects.toMatchObject({
      diagnostics: expect.arrayContaining([rejected("bad"), rejected("worse")]) as unknown[],
    });
    expect(context.recording.notes.join("\n")).toMatch(
      /Migration failed: .*it is bad.*; tsop rewrites the objects itself/,
    );
    expect(await storedVersions("stucks")).toEqual(["v1", "v2"]);
    expect(await migrations()).toEqual([]);
  });
});
