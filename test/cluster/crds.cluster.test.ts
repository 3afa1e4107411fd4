import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CustomResourceDefinition } from "../../src/cluster/crd.js";
import { installCrds } from "../../src/cluster/install-crds.js";
import { uninstallCrds } from "../../src/cluster/uninstall-crds.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { defineKind, type KubeObject } from "../../src/kube/objects.js";
import { mergePatch } from "../../src/kube/client.js";
import { describeCluster } from "../support/cluster.js";
import { simpleCrd } from "../support/crds.js";

describeCluster("CRDs in a cluster", (cluster) => {
  let client: HttpClient;
  const signal = new AbortController().signal;
  const install = { dryRun: false, timeoutMs: 20_000, signal };
  const uninstall = { ...install, deleteData: false };

  beforeAll(async () => {
    client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig }));
  });
  afterAll(() => client.close());

  const exists = async (name: string): Promise<boolean> =>
    (await client.get(CustomResourceDefinition, { name })) !== undefined;

  test("are served when installing has ended, and installing again changes nothing", async () => {
    const crd = simpleCrd("install.example.com", "gadgets", "Gadget");
    expect(await installCrds(client, [crd], install)).toMatchObject([{ name: crd.metadata.name, change: "created" }]);
    const Gadget = defineKind<KubeObject>("install.example.com/v1", "Gadget");
    expect((await client.list(Gadget)).items).toEqual([]);
    expect(await installCrds(client, [crd], install)).toMatchObject([{ name: crd.metadata.name, change: "unchanged" }]);
    const changed = { ...crd, spec: { ...crd.spec, names: { ...crd.spec.names, shortNames: ["gdg"] } } };
    expect(await installCrds(client, [changed], install)).toMatchObject([
      { name: crd.metadata.name, change: "configured" },
    ]);
    await uninstallCrds(client, [crd], uninstall);
    expect(await exists(crd.metadata.name)).toBe(false);
  });

  test("with a dry run are checked by the server and not stored", async () => {
    const crd = simpleCrd("dry.example.com", "drygadgets", "DryGadget");
    await installCrds(client, [crd], { ...install, dryRun: true });
    expect(await exists(crd.metadata.name)).toBe(false);
    const wrong = simpleCrd("dry.example.com", "Wrong", "DryGadget");
    await expect(installCrds(client, [wrong], { ...install, dryRun: true })).rejects.toMatchObject({ statusCode: 422 });
  });

  test("whose names another CRD has taken are reported, with the API server's reason", async () => {
    const first = simpleCrd("taken.example.com", "takens", "Taken");
    const second = simpleCrd("taken.example.com", "others", "Taken");
    await installCrds(client, [first], install);
    await expect(installCrds(client, [second], install)).rejects.toMatchObject({
      code: "cluster/crd-not-established",
      message: expect.stringContaining("already in use") as string,
    });
    await uninstallCrds(client, [first, second], uninstall);
  });

  test("that are not there are no error to uninstall", async () => {
    const crd = simpleCrd("absent.example.com", "absents", "Absent");
    expect(await uninstallCrds(client, [crd], uninstall)).toMatchObject({ crds: [], objects: 0 });
  });

  describe("with objects", () => {
    const crd = simpleCrd("data.example.com", "records", "Record");
    const Record = defineKind<KubeObject>("data.example.com/v1", "Record");
    const create = (name: string, finalizers: string[] = []): Promise<unknown> =>
      client.create({
        apiVersion: Record.apiVersion,
        kind: Record.kind,
        metadata: { name, namespace: "default", finalizers },
      });

    beforeAll(async () => {
      await installCrds(client, [crd], install);
      await create("one");
      await create("two");
    });
    afterAll(() => uninstallCrds(client, [crd], { ...uninstall, deleteData: true }));

    test("are not uninstalled unasked: the refusal counts and names the objects", async () => {
      await expect(uninstallCrds(client, [crd], uninstall)).rejects.toMatchObject({
        code: "cluster/objects-exist",
        message: "this deletes 2 objects: 2 of records.data.example.com (default/one, default/two)",
        hint: expect.stringContaining("--delete-data") as string,
      });
      expect((await client.list(Record)).items).toHaveLength(2);
    });

    test("are uninstalled when told to, but not before the finalizers are gone", async () => {
      await create("held", ["data.example.com/cleanup"]);
      const impatient = { ...uninstall, deleteData: true, timeoutMs: 300 };
      await expect(uninstallCrds(client, [crd], impatient)).rejects.toMatchObject({
        code: "cluster/finalizers-pending",
        hint: expect.stringContaining("data.example.com/cleanup") as string,
      });
      expect(await exists(crd.metadata.name)).toBe(true);
      await client.patch(
        Record,
        { namespace: "default", name: "held" },
        mergePatch({ metadata: { finalizers: null } }),
      );
      expect(await uninstallCrds(client, [crd], { ...impatient, timeoutMs: 20_000 })).toMatchObject({
        crds: ["records.data.example.com"],
      });
      expect(await exists(crd.metadata.name)).toBe(false);
    });
  });
});
