import { X509Certificate } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CustomResourceDefinition } from "../../../src/cluster/crd.js";
import type {
  CleanupOptions,
  RunBundleOptions,
  RunBundleUpgradeOptions,
} from "../../../src/commands/declared/olm-run.js";
import { runBundleUpgrade } from "../../../src/commands/olm/run/bundle-upgrade.js";
import { cleanup } from "../../../src/commands/olm/run/cleanup.js";
import { runBundle } from "../../../src/commands/olm/run/run-bundle.js";
import { Deployment } from "../../../src/k8s/apps/v1.js";
import { type ConfigMap, Namespace, Secret } from "../../../src/k8s/core/v1.js";
import { ClusterRole, Role } from "../../../src/k8s/rbac/v1.js";
import type { HttpClient } from "../../../src/kube/http-client.js";
import { type KubeObject, unstructured } from "../../../src/kube/objects.js";
import { describeCluster } from "../../support/cluster.js";
import { simpleCrd } from "../../support/crds.js";
import {
  onlyAllNamespaces,
  runnableBundle,
  type RunnableOptions,
  webhookDefinitions,
} from "../../support/olm/runnable-bundle.js";
import { toFiles } from "../../support/olm/valid-bundle.js";
import { recordingContext } from "../../support/recording-context.js";
import { tempFolder } from "../../support/temp-folder.js";
import { clientOf } from "../../support/workload-status.js";

describeCluster("run bundle", (cluster) => {
  let client: HttpClient;
  beforeAll(async () => {
    client = await clientOf(cluster().kubeconfig);
  });
  afterAll(() => client.close());

  const contextOf = (name: string, options: RunnableOptions = {}) => {
    const files = toFiles(runnableBundle({ group: groupOf(name), ...options }));
    return recordingContext({
      cwd: tempFolder(Object.fromEntries([...files].map(([file, text]) => [`bundle/${file}`, text]))),
    });
  };
  const groupOf = (name: string): string => `${name}.run.example.com`;
  const chosen = (name: string) => ({ kubeconfig: cluster().kubeconfig, namespace: `${name}-run`, wait: false });
  const run = (name: string, options: RunnableOptions = {}, flags: RunBundleOptions = {}) =>
    runBundle({ ...chosen(name), ...flags }, contextOf(name, options));
  const upgrade = (name: string, options: RunnableOptions, flags: RunBundleUpgradeOptions = {}) =>
    runBundleUpgrade({ ...chosen(name), ...flags }, contextOf(name, options));
  const remove = (name: string, flags: CleanupOptions = {}) =>
    cleanup({ ...chosen(name), package: "demo", ...flags }, contextOf(name));

  test("installs what OLM would, the second time changes nothing, and cleanup deletes all of it", async () => {
    const { text } = await run("whole");
    expect(text.split("\n")).toEqual([
      "CustomResourceDefinition bars.whole.run.example.com created",
      "Namespace whole-run created",
      "ServiceAccount whole-run/manager created",
      "ClusterRole whole-run:demo:manager created",
      "ClusterRoleBinding whole-run:demo:manager created",
      "ConfigMap whole-run/settings created",
      "Deployment whole-run/manager created",
      "demo.v0.1.0 is installed in the namespace whole-run",
    ]);
    expect((await run("whole")).json).toMatchObject({
      bundle: "demo.v0.1.0",
      package: "demo",
      objects: Array.from({ length: 7 }, () => ({ change: "unchanged" })),
    });
    expect((await remove("whole")).text).toContain("CustomResourceDefinition bars.whole.run.example.com deleted");
    expect(await client.get(ClusterRole, { name: "whole-run:demo:manager" })).toBeUndefined();
    await expect(remove("whole")).rejects.toMatchObject({ code: "bundle/not-running" });
  });

  test("a dry run stores nothing", async () => {
    const options = {
      spec: { webhookdefinitions: webhookDefinitions(groupOf("dry")), installModes: onlyAllNamespaces },
    };
    expect((await run("dry", options, { dryRun: "client" })).text).toContain(
      "Secret dry-run/manager-service-cert would be",
    );
    expect((await run("dry", options, { dryRun: "server" })).text).toContain("Namespace dry-run created (dry run)");
    const diff = (await run("dry", options, { diff: true })).text;
    expect(diff).not.toContain("PRIVATE KEY");
    expect(await client.get(Namespace, { name: "dry-run" })).toBeUndefined();
  });

  test("the webhooks have one certificate, which the next run keeps", async () => {
    const spec = { webhookdefinitions: webhookDefinitions(groupOf("hooks")), installModes: onlyAllNamespaces };
    await run("hooks", { spec });
    const key = { namespace: "hooks-run", name: "manager-service-cert" };
    const { data = {} } = await client.getOrThrow(Secret, key);
    const served = new X509Certificate(Buffer.from(data["tls.crt"] ?? "", "base64"));
    const authority = new X509Certificate(Buffer.from(data["ca.crt"] ?? "", "base64"));
    expect(served.checkHost("manager-service.hooks-run.svc")).toBeDefined();
    expect(served.verify(authority.publicKey)).toBe(true);
    const crd = await client.getOrThrow(CustomResourceDefinition, { name: `bars.${groupOf("hooks")}` });
    expect(crd.spec.conversion?.webhook?.clientConfig).toMatchObject({
      caBundle: data["ca.crt"],
      service: { name: "manager-service", namespace: "hooks-run" },
    });
    const again = await run("hooks", { spec });
    expect(again.text).toContain("Secret hooks-run/manager-service-cert unchanged");
    expect(again.text).not.toMatch(/configured|created/);
    await remove("hooks");
  });

  test("in one namespace, grants the permissions there, and the namespace must exist", async () => {
    const installMode = "SingleNamespace=single-shop";
    await expect(run("single", {}, { installMode })).rejects.toMatchObject({ code: "deploy/no-namespace" });
    await client.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: "single-shop" } });
    await run("single", {}, { installMode });
    expect(await client.get(Role, { namespace: "single-shop", name: "single-run:demo:manager" })).toBeDefined();
    const { spec } = await client.getOrThrow(Deployment, { namespace: "single-run", name: "manager" });
    expect(spec.template.metadata?.annotations).toMatchObject({ "olm.targetNamespaces": "single-shop" });
    await expect(run("single", {}, { installMode: "MultiNamespace=a,b" })).rejects.toMatchObject({
      code: "bundle/install-modes",
    });
    await remove("single");
    expect(await client.get(Role, { namespace: "single-shop", name: "single-run:demo:manager" })).toBeUndefined();
  });

  describe("an upgrade", () => {
    const older: RunnableOptions = {
      more: { "manifests/old.yaml": { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "only-old" } } },
    };

    test("deletes what the new version lacks, and keeps the CRDs and the objects", async () => {
      await run("up", older);
      await client.create(barOf("up", "v1"));
      const context = contextOf("up", { version: "0.2.0", versions: ["v1", "v2"] });
      const { text } = await runBundle(chosen("up"), context);
      expect(text).toContain("ConfigMap up-run/only-old pruned");
      expect(context.recording.notes).toContain("demo.v0.1.0 is in the cluster, and demo.v0.2.0 replaces it");
      expect(await client.get(unstructured(`${groupOf("up")}/v2`, "Bar"), keyOf("up"))).toBeDefined();
      await expect(run("up", older)).rejects.toMatchObject({ code: "bundle/downgrade" });
    });

    test("is refused if the CRD lacks a version in which objects are stored", async () => {
      await expect(run("up", { version: "0.3.0", versions: ["v3"] })).rejects.toMatchObject({
        diagnostics: [
          {
            code: "bundle/drops-stored-version",
            hint: expect.stringContaining(`tsop migrate-storage bars.${groupOf("up")}`) as string,
          },
        ],
      });
    });

    test("along the graph needs an edge", async () => {
      const next = { version: "0.3.0", versions: ["v1", "v2"] };
      await expect(upgrade("up", next)).rejects.toMatchObject({
        code: "bundle/no-edge",
        hint: expect.stringContaining("replaces: demo.v0.2.0") as string,
      });
      const skipRange = { annotations: { "olm.skipRange": ">=0.2.0 <0.3.0" } };
      expect((await upgrade("up", { ...next, ...skipRange })).text).toContain("demo.v0.3.0 is installed");
      await expect(upgrade("missing", next)).rejects.toMatchObject({ code: "bundle/not-running" });
    });

    test("and the cleanup stops because of the objects, until it may delete them", async () => {
      await expect(remove("up")).rejects.toMatchObject({
        code: "cluster/objects-exist",
        hint: expect.stringContaining("npx tsop cleanup demo --namespace up-run --delete-data") as string,
      });
      expect((await remove("up", { deleteData: true })).text).toContain("1 object of the operator's kinds deleted");
      await expect.poll(() => client.get(CustomResourceDefinition, { name: `bars.${groupOf("up")}` })).toBeUndefined();
    });

    const keyOf = (name: string) => ({ namespace: "default", name: `${name}-bar` });
    const barOf = (name: string, version: string): KubeObject => ({
      apiVersion: `${groupOf(name)}/${version}`,
      kind: "Bar",
      metadata: keyOf(name),
    });
  });

  test("refuses what the cluster lacks, all at once", async () => {
    const crds = { required: [{ name: "others.other.example.com", version: "v1", kind: "Other" }] };
    const options = { spec: { minKubeVersion: "9.1.0", customresourcedefinitions: crds } };
    await expect(run("lack", options)).rejects.toMatchObject({
      diagnostics: [{ code: "bundle/old-kubernetes" }, { code: "bundle/missing-dependency" }],
    });
    expect(await client.get(Namespace, { name: "lack-run" })).toBeUndefined();
  });

  test("installs no packages, and says so; its own kinds are not missing", async () => {
    const own = [{ name: `bars.${groupOf("needs")}`, version: "v1", kind: "Bar" }];
    const context = contextOf("needs", {
      spec: { customresourcedefinitions: { owned: own, required: own } },
      more: {
        "metadata/dependencies.yaml": {
          dependencies: [{ type: "olm.package", value: { packageName: "other", version: ">=1.0.0" } }],
        },
      },
    });
    await runBundle(chosen("needs"), context);
    expect(context.recording.notes).toContain(
      "the bundle depends on the package other >=1.0.0: OLM would install it, and tsop does not",
    );
    await remove("needs");
  });

  test("refuses the CRDs of another deployment", async () => {
    await run("two");
    const error: unknown = await run("two", {}, { namespace: "two-other" }).catch((each: unknown) => each);
    expect(error).toMatchObject({
      diagnostics: [
        { code: "bundle/already-deployed", hint: expect.stringContaining("Pass --namespace two-run") as string },
      ],
    });
    await expect(remove("two", { namespace: "two-other" })).rejects.toMatchObject({
      hint: "It runs in another namespace: pass --namespace two-run.",
    });
    await expect(remove("two", { package: "demmo" })).rejects.toMatchObject({ hint: "Did you mean demo?" });
    await remove("two");
  });

  test("keeps objects of other clients, unless they consent", async () => {
    await client.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: "foreign-run" } });
    const settings = { namespace: "foreign-run", name: "settings" };
    await client.create<ConfigMap>({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: settings,
      data: { level: "mine" },
    });
    await expect(run("foreign")).rejects.toMatchObject({ code: "deploy/conflict" });
    expect((await run("foreign", {}, { forceConflicts: true })).text).toContain(
      "ConfigMap foreign-run/settings configured",
    );
    await remove("foreign");
    // The namespace existed before.
    expect(await client.get(Namespace, { name: "foreign-run" })).toBeDefined();
  });

  test("refuses a cluster with OLM, and names the way there", async () => {
    const crd = simpleCrd("operators.coreos.com", "clusterserviceversions", "ClusterServiceVersion");
    const [version] = crd.spec.versions;
    if (version === undefined) throw new Error("no version");
    await client.create({ ...crd, spec: { ...crd.spec, versions: [{ ...version, name: "v1alpha1" }] } });
    try {
      await expect
        .poll(() => run("olm").catch((error: unknown) => error))
        .toMatchObject({
          code: "bundle/cluster-has-olm",
          hint: expect.stringContaining("tsop catalog manifests") as string,
        });
    } finally {
      await client.delete(CustomResourceDefinition, { name: crd.metadata.name });
    }
  });
});
