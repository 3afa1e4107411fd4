import { describe, expect, onTestFinished, test } from "vitest";
import { installCrds } from "../../src/commands/install-crds.js";
import { migrateStorage } from "../../src/commands/migrate-storage.js";
import { uninstallCrds } from "../../src/commands/uninstall-crds.js";
import { unstructured } from "../../src/kube/objects.js";
import { describeClusterOf } from "../support/cluster.js";
import { contextOfCrds, denyUpdates, oldObject, versionedCrd } from "../support/versioned-crds.js";
import { clientOf } from "../support/workload-status.js";

// The embedded server of 1.37 rewrites the objects itself.
describeClusterOf("1.35", "migrate-storage", (cluster) => {
  const options = () => ({ kubeconfig: cluster().kubeconfig });
  const connect = async () => {
    const client = await clientOf(cluster().kubeconfig);
    onTestFinished(() => client.close());
    return client;
  };

  test("rewrites objects of an older storage version, so that users can remove this version", async () => {
    const client = await connect();
    const v1 = versionedCrd("olds", "Old", ["v1"], "v1");
    const both = versionedCrd("olds", "Old", ["v1", "v2"], "v2");
    const v2 = versionedCrd("olds", "Old", ["v2"], "v2");
    await installCrds(options(), contextOfCrds(v1));
    const Old = unstructured("stored.example.com/v1", "Old");
    const names = Array.from({ length: 23 }, (_, index) => `old-${index}`);
    await Promise.all(names.map((name) => client.create(oldObject("Old", name))));
    expect((await migrateStorage(options(), contextOfCrds(v1))).text).toBe(
      "olds.stored.example.com: all objects are stored as v1",
    );

    await expect(migrateStorage(options(), contextOfCrds(both))).rejects.toMatchObject({
      code: "cluster/not-migrated",
      message: "the cluster stores olds.stored.example.com as v1, but the project stores it as v2",
    });
    await installCrds(options(), contextOfCrds(both));
    await expect(installCrds(options(), contextOfCrds(v2))).rejects.toMatchObject({
      diagnostics: [{ message: expect.stringContaining("storedVersions") as string }],
    });

    const versionsOf = async () =>
      new Map((await client.list(Old)).items.map(({ metadata }) => [metadata.name, metadata.resourceVersion]));
    const before = await versionsOf();
    const preview = await migrateStorage({ ...options(), dryRun: "server" }, contextOfCrds(both));
    expect(preview.text).toBe(
      "olds.stored.example.com: 23 objects would be rewritten as v2; storedVersions would change from v1, v2 to v2 (dry run)",
    );
    expect(await versionsOf()).toEqual(before);

    const context = contextOfCrds(both);
    const { text, json } = await migrateStorage({ ...options(), crds: ["Old"] }, context);
    expect(text).toBe("olds.stored.example.com: 23 objects rewritten as v2; storedVersions changed from v1, v2 to v2");
    expect(json).toMatchObject({
      crds: [{ before: ["v1", "v2"], after: ["v2"], written: 23 }],
    });
    expect(context.recording.notes).toContain("olds.stored.example.com: 23 objects rewritten");
    const after = await versionsOf();
    for (const name of names) expect(after.get(name), name).not.toBe(before.get(name));
    expect((await client.list(Old)).items[0]).toHaveProperty("spec.name");

    expect((await installCrds(options(), contextOfCrds(v2))).text).toBe("olds.stored.example.com configured");
    expect((await client.list(unstructured("stored.example.com/v2", "Old"))).items).toHaveLength(23);
    await uninstallCrds({ ...options(), deleteData: true }, contextOfCrds(v2));
  });

  test("names each object that is refused, and leaves the CRD as it is", async () => {
    const client = await connect();
    const both = versionedCrd("stucks", "Stuck", ["v1", "v2"], "v2");
    await installCrds(options(), contextOfCrds(versionedCrd("stucks", "Stuck", ["v1"], "v1")));
    for (const name of ["good", "bad", "worse"]) await client.create(oldObject("Stuck", name));
    await installCrds(options(), contextOfCrds(both));
    const allow = await denyUpdates(client, "stucks", "Stuck");
    onTestFinished(async () => {
      await allow();
      await uninstallCrds({ ...options(), deleteData: true }, contextOfCrds(both));
    });

    const failing = migrateStorage(options(), contextOfCrds(both)).catch((error: unknown) => error);
    expect(await failing).toMatchObject({
      code: "cluster/not-migrated",
      diagnostics: [
        {
          message: expect.stringMatching(/^Stuck default\/bad cannot be rewritten: .*it is bad/) as string,
        },
        {
          message: expect.stringMatching(/^Stuck default\/worse cannot be rewritten: .*it is bad/) as string,
        },
      ],
    });
    await expect(migrateStorage({ ...options(), timeout: 1 }, contextOfCrds(both))).rejects.toMatchObject({
      code: "cluster/not-migrated",
    });
    const preview = await migrateStorage({ ...options(), dryRun: "client" }, contextOfCrds(both));
    expect(preview.json).toEqual({
      crds: ["stucks.stored.example.com"],
      dryRun: "client",
    });
  });

  describe("refuses", () => {
    const crd = versionedCrd("olds", "Old", ["v1"], "v1");

    test("a name that the project does not have, and knows what was meant", async () => {
      await expect(migrateStorage({ crds: ["ols"], dryRun: "client" }, contextOfCrds(crd))).rejects.toMatchObject({
        code: "usage/invalid-argument",
        message: "the project has no CRD ols",
        hint: "Did you mean olds?",
      });
    });

    test("who may not write the objects, with the right that is missing", async () => {
      const call = migrateStorage({ kubeconfig: cluster().nobodyKubeconfig }, contextOfCrds(crd));
      await expect(call).rejects.toMatchObject({ code: "cluster/forbidden" });
    });
  });

  test("has nothing to do for CRDs that are not there", async () => {
    const crd = versionedCrd("nowheres", "Nowhere", ["v1"], "v1");
    expect((await migrateStorage(options(), contextOfCrds(crd))).text).toBe("none of the CRDs is in the cluster");
  });
});
