import { describe, expect, onTestFinished, test } from "vitest";
import type { CustomResourceDefinition } from "../../src/cluster/crd.js";
import { installCrds } from "../../src/commands/install-crds.js";
import { migrateStorage } from "../../src/commands/migrate-storage.js";
import { uninstallCrds } from "../../src/commands/uninstall-crds.js";
import { mergePatch } from "../../src/kube/client.js";
import { type KubeObject, unstructured } from "../../src/kube/objects.js";
import { project } from "../support/bar-project.js";
import { describeCluster } from "../support/cluster.js";
import { simpleCrd } from "../support/crds.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";
import { clientOf } from "../support/workload-status.js";

/** The versions of a CRD. One of them is the storage version. */
function crdOf(plural: string, kind: string, versions: readonly string[], stored: string): CustomResourceDefinition {
  const crd = simpleCrd("stored.example.com", plural, kind);
  const [version] = crd.spec.versions;
  if (version === undefined) throw new Error("a CRD has a version");
  return {
    ...crd,
    spec: { ...crd.spec, versions: versions.map((name) => ({ ...version, name, storage: name === stored })) },
  };
}

const contextOf = (...crds: readonly CustomResourceDefinition[]) =>
  recordingContext({
    cwd: tempFolder({
      PROJECT: project,
      ...Object.fromEntries(crds.map((crd, index) => [`config/crd/bases/${index}.yaml`, JSON.stringify(crd)])),
    }),
    env: {},
  });

describeCluster("migrate-storage", (cluster) => {
  const options = () => ({ kubeconfig: cluster().kubeconfig });
  const connect = async () => {
    const client = await clientOf(cluster().kubeconfig);
    onTestFinished(() => client.close());
    return client;
  };

  test("rewrites objects of an older storage version, so that users can remove this version", async () => {
    const client = await connect();
    const v1 = crdOf("olds", "Old", ["v1"], "v1");
    const both = crdOf("olds", "Old", ["v1", "v2"], "v2");
    const v2 = crdOf("olds", "Old", ["v2"], "v2");
    await installCrds(options(), contextOf(v1));
    const Old = unstructured("stored.example.com/v1", "Old");
    const names = Array.from({ length: 23 }, (_, index) => `old-${index}`);
    const make = (name: string) =>
      client.create({
        apiVersion: "stored.example.com/v1",
        kind: "Old",
        metadata: { name, namespace: "default" },
        spec: { name },
      });
    await Promise.all(names.map(make));
    expect((await migrateStorage(options(), contextOf(v1))).text).toBe(
      "olds.stored.example.com: all objects are stored as v1",
    );

    await expect(migrateStorage(options(), contextOf(both))).rejects.toMatchObject({
      code: "cluster/not-migrated",
      message: "the cluster stores olds.stored.example.com as v1, but the project stores it as v2",
    });
    await installCrds(options(), contextOf(both));
    await expect(installCrds(options(), contextOf(v2))).rejects.toMatchObject({
      diagnostics: [{ message: expect.stringContaining("storedVersions") as string }],
    });

    const versionsOf = async () =>
      new Map((await client.list(Old)).items.map(({ metadata }) => [metadata.name, metadata.resourceVersion]));
    const before = await versionsOf();
    const preview = await migrateStorage({ ...options(), dryRun: "server" }, contextOf(both));
    expect(preview.text).toBe(
      "olds.stored.example.com: 23 objects would be rewritten as v2; storedVersions would change from v1, v2 to v2 (dry run)",
    );
    expect(await versionsOf()).toEqual(before);

    const context = contextOf(both);
    const { text, json } = await migrateStorage({ ...options(), crds: ["Old"] }, context);
    expect(text).toBe("olds.stored.example.com: 23 objects rewritten as v2; storedVersions changed from v1, v2 to v2");
    expect(json).toMatchObject({ crds: [{ before: ["v1", "v2"], after: ["v2"], written: 23 }] });
    expect(context.recording.notes).toContain("olds.stored.example.com: 23 objects rewritten");
    const after = await versionsOf();
    for (const name of names) expect(after.get(name), name).not.toBe(before.get(name));
    expect((await client.list(Old)).items[0]).toHaveProperty("spec.name");

    expect((await installCrds(options(), contextOf(v2))).text).toBe("olds.stored.example.com configured");
    expect((await client.list(unstructured("stored.example.com/v2", "Old"))).items).toHaveLength(23);
    await uninstallCrds({ ...options(), deleteData: true }, contextOf(v2));
  });

  test("names each object that is refused, and leaves the CRD as it is", async () => {
    const client = await connect();
    const both = crdOf("stucks", "Stuck", ["v1", "v2"], "v2");
    await installCrds(options(), contextOf(crdOf("stucks", "Stuck", ["v1"], "v1")));
    const Stuck = unstructured("stored.example.com/v1", "Stuck");
    for (const name of ["good", "bad", "worse"])
      await client.create({
        apiVersion: "stored.example.com/v1",
        kind: "Stuck",
        metadata: { name, namespace: "default" },
      });
    await installCrds(options(), contextOf(both));
    const name = "stuck.stored.example.com";
    const policies = "admissionregistration.k8s.io/v1";
    await client.create({
      apiVersion: policies,
      kind: "ValidatingAdmissionPolicy",
      metadata: { name },
      spec: {
        matchConstraints: {
          resourceRules: [
            { apiGroups: ["stored.example.com"], apiVersions: ["*"], operations: ["UPDATE"], resources: ["stucks"] },
          ],
        },
        validations: [{ expression: "object.metadata.name == 'good'", message: "it is bad" }],
      },
    } as KubeObject);
    await client.create({
      apiVersion: policies,
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: { name },
      spec: { policyName: name, validationActions: ["Deny"] },
    } as KubeObject);
    onTestFinished(async () => {
      const mine = await clientOf(cluster().kubeconfig);
      await mine.delete(unstructured(policies, "ValidatingAdmissionPolicyBinding"), { name });
      await mine.delete(unstructured(policies, "ValidatingAdmissionPolicy"), { name });
      await uninstallCrds({ ...options(), deleteData: true }, contextOf(both));
      mine.close();
    });
    const tryOne = () =>
      client
        .patch(Stuck, { namespace: "default", name: "bad" }, mergePatch({ metadata: { labels: { a: "b" } } }), {
          dryRun: true,
        })
        .then(() => "", String);
    await expect.poll(tryOne, { timeout: 20_000 }).toContain("it is bad");

    const failing = migrateStorage(options(), contextOf(both)).catch((error: unknown) => error);
    expect(await failing).toMatchObject({
      code: "cluster/not-migrated",
      diagnostics: [
        { message: expect.stringMatching(/^Stuck default\/bad cannot be rewritten: .*it is bad/) as string },
        { message: expect.stringMatching(/^Stuck default\/worse cannot be rewritten: .*it is bad/) as string },
      ],
    });
    await expect(migrateStorage({ ...options(), timeout: 1 }, contextOf(both))).rejects.toMatchObject({
      code: "cluster/not-migrated",
    });
    const preview = await migrateStorage({ ...options(), dryRun: "client" }, contextOf(both));
    expect(preview.json).toEqual({ crds: ["stucks.stored.example.com"], dryRun: "client" });
  });

  describe("refuses", () => {
    const crd = crdOf("olds", "Old", ["v1"], "v1");

    test("a name that the project does not have, and knows what was meant", async () => {
      await expect(migrateStorage({ crds: ["ols"], dryRun: "client" }, contextOf(crd))).rejects.toMatchObject({
        code: "usage/invalid-argument",
        message: "the project has no CRD ols",
        hint: "Did you mean olds?",
      });
    });

    test("who may not write the objects, with the right that is missing", async () => {
      const call = migrateStorage({ kubeconfig: cluster().nobodyKubeconfig }, contextOf(crd));
      await expect(call).rejects.toMatchObject({ code: "cluster/forbidden" });
    });
  });

  test("has nothing to do for CRDs that are not there", async () => {
    const crd = crdOf("nowheres", "Nowhere", ["v1"], "v1");
    expect((await migrateStorage(options(), contextOf(crd))).text).toBe("none of the CRDs is in the cluster");
  });
});
