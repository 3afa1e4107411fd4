/** The manifests of a catalog, judged by the CRDs of OLM, and the permissions of an installer, judged by the API server. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CustomResourceDefinition } from "../../../src/cluster/crd.js";
import { waitUntilServed } from "../../../src/cluster/wait-until-served.js";
import { catalogAdd } from "../../../src/commands/olm/catalog-add.js";
import { catalogManifests } from "../../../src/commands/olm/catalog-manifests.js";
import type { CatalogManifestsOptions } from "../../../src/commands/declared/catalog.js";
import { installObjects } from "../../../src/olm/install/install-objects.js";
import { dryRunClient } from "../../../src/kube/client-wrappers.js";
import { createLiveClient, type HttpClient } from "../../../src/kube/http-client.js";
import { loadKubeConfig } from "../../../src/kube/kubeconfig.js";
import { type KubeObject, unstructured } from "../../../src/kube/objects.js";
import { describeCluster } from "../../support/cluster.js";
import { recordingContext } from "../../support/recording-context.js";
import { onlyAllNamespaces, requestOf, runnableBundle, webhookDefinitions } from "../../support/olm/runnable-bundle.js";
import { toFiles } from "../../support/olm/valid-bundle.js";
import { tempFolder } from "../../support/temp-folder.js";

const folder = fileURLToPath(new URL("../../fixtures/olm-crds/", import.meta.url));

const group = "catalog.example.com";
const documents = runnableBundle({
  group,
  spec: { webhookdefinitions: webhookDefinitions(group), installModes: onlyAllNamespaces },
  more: {
    "manifests/role.yaml": {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name: "demo-viewer" },
      rules: [{ apiGroups: [group], resources: ["bars"], verbs: ["get", "watch"] }],
    },
    "manifests/priority.yaml": {
      apiVersion: "scheduling.k8s.io/v1",
      kind: "PriorityClass",
      metadata: { name: "demo-priority" },
      value: 7,
    },
    "manifests/policy.yaml": {
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name: "demo-policy" },
      spec: { podSelector: {} },
    },
  },
});

describeCluster("catalog manifests", (cluster) => {
  let client: HttpClient;
  let cwd: string;
  const warnings: string[] = [];
  const crds = readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => JSON.parse(readFileSync(path.join(folder, file), "utf8")) as CustomResourceDefinition);

  const connect = async (user?: string): Promise<HttpClient> => {
    const config = await loadKubeConfig({ kubeconfig: cluster().kubeconfig, env: {}, home: "" });
    const groups = ["system:serviceaccounts", "system:authenticated"];
    const impersonate = { user: user ?? "", groups, extra: {} };
    return createLiveClient(user === undefined ? config : { ...config, impersonate }, {
      onWarning: (text) => void warnings.push(text),
    });
  };

  beforeAll(async () => {
    client = await connect();
    for (const crd of crds) await client.apply(crd, {});
    const signal = AbortSignal.timeout(30_000);
    for (const crd of crds) await waitUntilServed(client, crd, { timeoutMs: 30_000, signal });
    const files = [...toFiles(documents)].map(([file, text]) => [`bundle/${file}`, text]);
    cwd = tempFolder(Object.fromEntries(files) as Record<string, string>);
    const img = "r.example/demo-bundle:v0.1.0";
    await catalogAdd({ img, channels: ["stable"], format: "csv-metadata" }, recordingContext({ cwd }));
  });
  afterAll(async () => {
    for (const { metadata } of crds) await client.delete(CustomResourceDefinition, { name: metadata.name });
    client.close();
  });

  const print = async (options: Partial<CatalogManifestsOptions>): Promise<KubeObject[]> => {
    const img = "r.example/catalog:v1";
    const { json } = await catalogManifests({ img, olm: "v0", ...options }, recordingContext({ cwd }));
    return json["objects"] as KubeObject[];
  };

  test.each<[string, Partial<CatalogManifestsOptions>]>([
    ["v0", { namespace: "cm-a", catalogNamespace: "cm-a" }],
    ["v0, by digest", { namespace: "cm-b", catalogNamespace: "cm-b", img: `r.example/c@sha256:${"a".repeat(64)}` }],
    ["v1", { olm: "v1", namespace: "cm-c" }],
    ["v1, by digest", { olm: "v1", namespace: "cm-d", img: `r.example/c@sha256:${"a".repeat(64)}` }],
    ["v1, with an installer", { olm: "v1", namespace: "cm-e", serviceAccount: "installer", bundle: "bundle" }],
  ])("OLM %s accepts all objects, without a warning", async (_, options) => {
    const objects = await print(options);
    const isNamespace = ({ kind }: KubeObject): boolean => kind === "Namespace";
    for (const object of objects.filter(isNamespace)) await client.apply(object, {});
    warnings.length = 0;
    for (const object of objects.filter((each) => !isNamespace(each))) await dryRunClient(client).apply(object, {});
    expect(warnings).toEqual([]);
  });

  describe("the installer", () => {
    const namespace = "cm-installer";
    let installer: HttpClient;
    beforeAll(async () => {
      const objects = await print({ olm: "v1", namespace, serviceAccount: "installer", bundle: "bundle" });
      for (const object of objects.filter(({ apiVersion }) => !apiVersion.startsWith("olm."))) {
        await client.apply(object, {});
      }
      installer = await connect(`system:serviceaccount:${namespace}:installer`);
    });
    afterAll(() => installer.close());

    test("may create, read and delete every object of the bundle", async () => {
      const objects = installObjects({ ...requestOf(documents), namespace }) as unknown as KubeObject[];
      expect(objects.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["Deployment", "ClusterRole", "Service"]));
      const created: KubeObject[] = [];
      for (const object of objects.filter(({ kind }) => kind !== "Secret")) {
        const metadata = { ...object.metadata, ...nameOfOlm(object) };
        const isLocal = !clusterKinds.has(object.kind);
        created.push(
          await installer.apply({ ...object, metadata: isLocal ? { ...metadata, namespace } : metadata }, {}),
        );
      }
      for (const { apiVersion, kind, metadata } of created.toReversed()) {
        expect(await installer.get(unstructured(apiVersion, kind), metadata), kind).toBeDefined();
        await installer.delete(unstructured(apiVersion, kind), metadata);
      }
    });

    test("may do nothing else", async () => {
      const secret: KubeObject = { apiVersion: "v1", kind: "Secret", metadata: { name: "other", namespace } };
      await expect(dryRunClient(installer).apply(secret, {})).rejects.toMatchObject({ statusCode: 403 });
      const settings = { name: "settings", namespace: "default" };
      const elsewhere: KubeObject = { apiVersion: "v1", kind: "ConfigMap", metadata: settings };
      await expect(dryRunClient(installer).apply(elsewhere, {})).rejects.toMatchObject({ statusCode: 403 });
      const role = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", metadata: { name: "more" } };
      const rules = [{ apiGroups: [""], resources: ["secrets"], verbs: ["get"] }];
      await expect(dryRunClient(installer).apply({ ...role, rules }, {})).rejects.toMatchObject({ statusCode: 403 });
    });
  });
});

const clusterKinds: ReadonlySet<string> = new Set([
  ...["CustomResourceDefinition", "ClusterRole", "ClusterRoleBinding", "PriorityClass"],
  ...["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"],
]);

/** OLM v1 names the configurations of webhooks without the namespace. */
function nameOfOlm({ kind, metadata }: KubeObject): { readonly name?: string } {
  return kind.endsWith("WebhookConfiguration")
    ? { name: metadata.name.replace("-demo-system", "").replace("-cm-installer", "") }
    : {};
}
