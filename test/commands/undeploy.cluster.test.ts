import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deploy } from "../../src/commands/deploy.js";
import { undeploy } from "../../src/commands/undeploy.js";
import type { UndeployOptions } from "../../src/commands/declared/cluster.js";
import { CustomResourceDefinition } from "../../src/cluster/crd.js";
import { mergePatch } from "../../src/kube/client.js";
import type { HttpClient } from "../../src/kube/http-client.js";
import { unstructured } from "../../src/kube/objects.js";
import { Deployment } from "../../src/k8s/apps/v1.js";
import { ConfigMap, Namespace, PersistentVolumeClaim, Secret, ServiceAccount } from "../../src/k8s/core/v1.js";
import { describeCluster } from "../support/cluster.js";
import { deployProject, type DeployProjectOptions, namespaceOf } from "../support/deploy-project.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";
import { clientOf } from "../support/workload-status.js";

describeCluster("what was deployed", (cluster) => {
  let client: HttpClient;
  beforeAll(async () => {
    client = await clientOf(cluster().kubeconfig);
  });
  afterAll(() => client.close());

  const contextOf = (name: string, project: DeployProjectOptions = {}) =>
    recordingContext({ cwd: tempFolder(deployProject(name, project)) });
  const put = (name: string, project: DeployProjectOptions = {}, dryRun?: "server") =>
    deploy(
      { kubeconfig: cluster().kubeconfig, img: "demo:v1", wait: false, ...(dryRun && { dryRun }) },
      contextOf(name, project),
    );
  const take = (context: ReturnType<typeof contextOf>, options: UndeployOptions = {}) =>
    undeploy({ kubeconfig: cluster().kubeconfig, wait: false, ...options }, context);
  const inventoryOf = async (name: string): Promise<string> => {
    const key = { namespace: namespaceOf(name), name: "demo-tsop-inventory" };
    return (await client.getOrThrow(ConfigMap, key)).data?.["objects"] ?? "";
  };
  const claim = (name: string) => ({
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name: "data", namespace: namespaceOf(name) },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  });
  const widgets = (name: string) => unstructured(`${name}.example.com/v1`, "Widget");
  const addWidget = (name: string, finalizers: string[] = []) =>
    client.create({
      apiVersion: `${name}.example.com/v1`,
      kind: "Widget",
      metadata: { name: "w", namespace: namespaceOf(name), finalizers },
    });

  test("with --diff shows what would be deleted, and deletes nothing", async () => {
    await put("shown");
    const { text, json } = await take(contextOf("shown"), { diff: true });
    expect(text).toMatch(/^-kind: Deployment$/m);
    expect(json).toMatchObject({ dryRun: "server" });
    expect(await client.get(Deployment, { namespace: namespaceOf("shown"), name: "manager" })).toBeDefined();
    expect(await inventoryOf("shown")).toContain('"manager"');
  });

  describe("and is no more", () => {
    test("is deleted by the next deploy, except objects with data", async () => {
      const namespace = namespaceOf("prune");
      await put("prune", { more: [claim("prune")] });
      const secret = await client.getOrThrow(Secret, { namespace, name: "token" });
      expect(await inventoryOf("prune")).toContain(secret.metadata.uid);

      const without = ["token", "data", "widgets.prune.example.com"];
      expect((await put("prune", { without }, "server")).text).toContain("Secret prune-system/token pruned (dry run)");
      expect(await client.get(Secret, { namespace, name: "token" })).toBeDefined();

      expect((await put("prune", { without })).text.split("\n").at(-1)).toBe("Secret prune-system/token pruned");
      expect(await client.get(Secret, { namespace, name: "token" })).toBeUndefined();
      expect(await client.get(PersistentVolumeClaim, { namespace, name: "data" })).toBeDefined();
      expect(await client.get(CustomResourceDefinition, { name: "widgets.prune.example.com" })).toBeDefined();
      expect(await inventoryOf("prune")).not.toContain('"token"');
    });

    test("before the Pods are replaced, where it is a webhook that the new ones do not answer", async () => {
      const hook = {
        apiVersion: "admissionregistration.k8s.io/v1",
        kind: "ValidatingWebhookConfiguration",
        metadata: { name: "hook-of-early" },
        webhooks: [],
      };
      await put("early", { more: [hook] });
      const lines = (await put("early", { image: "registry.example.com/early:v2" })).text.split("\n");
      const pruned = lines.indexOf("ValidatingWebhookConfiguration hook-of-early pruned");
      expect(pruned).toBeGreaterThan(-1);
      expect(pruned).toBeLessThan(lines.findIndex((line) => line.startsWith("Deployment early-system/manager ")));
    });

    test("stays if another client has recreated it", async () => {
      const key = { namespace: namespaceOf("anew"), name: "token" };
      await put("anew");
      await client.delete(Secret, key);
      await client.create<Secret>({ apiVersion: "v1", kind: "Secret", metadata: key });
      expect((await put("anew", { without: ["token"] })).text).not.toContain("pruned");
      expect(await client.get(Secret, key)).toBeDefined();
    });

    test("is taken away even where nothing but its name was deployed", async () => {
      const more = [
        { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "bare", namespace: namespaceOf("bare") } },
        { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "bare", namespace: namespaceOf("bare") } },
      ];
      await put("bare", { more });
      const { text } = await put("bare");
      expect(text).toContain("ServiceAccount bare-system/bare pruned");
      expect(text).toContain("ConfigMap bare-system/bare pruned");
    });

    test.each<[string, { readonly fieldManager: string } | undefined]>([
      ["created", undefined],
      ["applied", { fieldManager: "kubectl" }],
    ])(
      "stays if another client has %s it, even if a user added it to the list of deployed objects",
      async (how, applied) => {
        const name = `forged-${how}`;
        await put(name);
        const victim: ConfigMap = {
          apiVersion: "v1",
          kind: "ConfigMap",
          metadata: { namespace: "kube-system", name },
          data: { of: "another" },
        };
        const made = await (applied === undefined ? client.create(victim) : client.apply<ConfigMap>(victim, applied));
        const { uid, resourceVersion } = made.metadata;
        const key = { namespace: namespaceOf(name), name: "demo-tsop-inventory" };
        const entries = JSON.parse(await inventoryOf(name)) as object[];
        const forged = { group: "", version: "v1", kind: "ConfigMap", ...{ namespace: "kube-system", name, uid } };
        const objects = JSON.stringify([...entries, forged]);
        await client.patch(ConfigMap, key, mergePatch({ data: { objects } }));

        expect((await put(name, {}, "server")).text).not.toContain("kube-system");
        const again = contextOf(name);
        const options = { kubeconfig: cluster().kubeconfig, img: "demo:v1", wait: false };
        expect((await deploy(options, again)).text).not.toContain("pruned");
        expect(again.recording.notes).toContain(`ConfigMap kube-system/${name} is kept: another client created it`);
        await client.patch(ConfigMap, key, mergePatch({ data: { objects } }));
        const context = contextOf(name);
        expect((await take(context)).text).not.toContain("kube-system");
        expect(context.recording.notes).toContain(`ConfigMap kube-system/${name} is kept: another client created it`);
        const left = await client.getOrThrow(ConfigMap, { namespace: "kube-system", name });
        expect(left.metadata.resourceVersion).toBe(resourceVersion);
        await client.delete(ConfigMap, { namespace: "kube-system", name });
      },
    );

    test("stays while the list of it is damaged, and says so", async () => {
      await put("damage");
      const key = { namespace: namespaceOf("damage"), name: "demo-tsop-inventory" };
      await client.patch(ConfigMap, key, mergePatch({ data: { objects: "[{}]" } }));
      await expect(put("damage", { without: ["token"] })).rejects.toMatchObject({ code: "deploy/inventory-damaged" });
    });
  });

  describe("undeploy", () => {
    test("takes all of it away, what needs others first, and CRDs last; a second time there is nothing", async () => {
      await put("all");
      const context = contextOf("all");
      expect((await take(context, { dryRun: "server" })).text).toContain(
        "Deployment all-system/manager deleted (dry run)",
      );
      expect((await take(context)).text.split("\n")).toEqual([
        "Deployment all-system/manager deleted",
        "Secret all-system/token deleted",
        "ConfigMap all-system/settings deleted",
        "ServiceAccount all-system/manager deleted",
        "Namespace all-system deleted",
        "CustomResourceDefinition widgets.all.example.com deleted",
      ]);
      const namespace = namespaceOf("all");
      expect(await client.get(Deployment, { namespace, name: "manager" })).toBeUndefined();
      expect(await client.get(ServiceAccount, { namespace, name: "manager" })).toBeUndefined();
      const left = await client.get(Namespace, { name: namespace });
      expect(left === undefined || left.metadata.deletionTimestamp !== undefined).toBe(true);
    });

    test("refuses while there are objects of its kinds, with their numbers, and changes nothing", async () => {
      await put("data");
      await addWidget("data");
      await expect(take(contextOf("data"))).rejects.toMatchObject({
        code: "cluster/objects-exist",
        message: "this deletes 1 object: 1 of widgets.data.example.com (data-system/w)",
        hint: expect.stringContaining("npm run undeploy -- --delete-data") as string,
      });
      expect(await client.get(Deployment, { namespace: namespaceOf("data"), name: "manager" })).toBeDefined();
    });

    test("with --delete-data waits for the finalizers while the operator is there", async () => {
      await put("final");
      await addWidget("final", ["example.com/wait"]);
      const context = contextOf("final");
      const options = { deleteData: true, timeout: 1500 };
      await expect(take(context, options)).rejects.toMatchObject({
        code: "cluster/finalizers-pending",
        hint: expect.stringContaining("example.com/wait") as string,
      });
      const namespace = namespaceOf("final");
      expect(await client.get(Deployment, { namespace, name: "manager" })).toBeDefined();
      await client.patch(widgets("final"), { namespace, name: "w" }, mergePatch({ metadata: { finalizers: null } }));
      const { text } = await take(context, { deleteData: true });
      expect(text).toContain("CustomResourceDefinition widgets.final.example.com deleted");
    });

    test("leaves volume claims, and the namespace that holds them, and says so", async () => {
      const more = [claim("volume")];
      await put("volume", { more });
      const context = contextOf("volume", { more });
      await take(context);
      expect(context.recording.notes).toEqual(
        expect.arrayContaining([
          "PersistentVolumeClaim volume-system/data is kept: it contains data",
          "Namespace volume-system is kept: it contains PersistentVolumeClaim data",
        ]),
      );
      expect(await client.get(PersistentVolumeClaim, { namespace: "volume-system", name: "data" })).toBeDefined();
    });

    test("keeps an object of the same name that another client created", async () => {
      await put("theirs");
      const key = { namespace: namespaceOf("theirs"), name: "settings" };
      await client.delete(ConfigMap, key);
      await client.create<ConfigMap>({ apiVersion: "v1", kind: "ConfigMap", metadata: key });
      const context = contextOf("theirs");
      await take(context);
      expect(context.recording.notes).toContain("ConfigMap theirs-system/settings is kept: another client created it");
      expect(context.recording.notes).toContain("Namespace theirs-system is kept: it contains ConfigMap settings");
    });

    test("where nothing was deployed says so", async () => {
      expect((await take(contextOf("nothing"))).text).toBe("the operator is not in the cluster");
    });
  });
});
