import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { strategicPatch } from "../../src/kube/client.js";
import { createLiveClient, type HttpClient, type ImpersonateOptions } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { type CustomResource, defineKind, type Kind, type KubeObject } from "../../src/kube/objects.js";
import { Deployment } from "../../src/k8s/apps/v1.js";
import { ConfigMap, type Namespace } from "../../src/k8s/core/v1.js";
import { CustomResourceDefinition } from "../../src/k8s/apiextensions/v1.js";
import { ClusterRole } from "../../src/k8s/rbac/v1.js";
import { describeCluster } from "../support/cluster.js";

interface Gauge extends CustomResource<"kube.tsop.dev/v1", "Gauge"> {
  spec?: { serial?: number; size?: string };
  status?: { phase?: string; old?: string };
}
const Gauge = defineKind<Gauge>("kube.tsop.dev/v1", "Gauge");

describeCluster("the client on a real API server", (cluster) => {
  let client: HttpClient;
  const warnings: string[] = [];
  const namespace = "kube-client";

  beforeAll(async () => {
    const config = await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig });
    client = createLiveClient(config, { onWarning: (text) => warnings.push(text), fieldManager: "kube-test" });
    await client.apply<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  });
  afterAll(async () => {
    await client.delete(CustomResourceDefinition, { name: "gauges.kube.tsop.dev" });
    client.close();
  });

  async function connect(kubeconfig: string): Promise<HttpClient> {
    const other = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig }));
    onTestFinished(() => other.close());
    return other;
  }

  test("every kind that tsop/k8s exports is served, except those that the tested version does not have yet", async () => {
    const root = fileURLToPath(new URL("../../src/k8s/", import.meta.url));
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
    const kinds = await Promise.all(
      files.map(async (file) => Object.values((await import(root + file)) as Record<string, Kind>)),
    );
    expect(kinds.flat().length).toBeGreaterThan(60);
    const served = await Promise.all(kinds.flat().map((kind) => client.mapper.find(kind)));
    const unserved = kinds.flat().filter((_, index) => served[index] === undefined);
    const { minor } = JSON.parse(await client.transport.request({ method: "GET", path: "/version" })) as {
      minor: string;
    };
    const addedSince135 = [
      "admissionregistration.k8s.io/v1 MutatingAdmissionPolicy",
      "admissionregistration.k8s.io/v1 MutatingAdmissionPolicyBinding",
      "certificates.k8s.io/v1 ClusterTrustBundle",
      "certificates.k8s.io/v1 PodCertificateRequest",
      "resource.k8s.io/v1 DeviceTaintRule",
      "storagemigration.k8s.io/v1 StorageVersionMigration",
    ];
    const expected = minor === "35" ? addedSince135 : [];
    expect(unserved.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`).toSorted()).toEqual(expected);
  });

  test("writes back what it read, and nothing changes", async () => {
    const data = { text: readFileSync(fileURLToPath(import.meta.url), "utf8"), größe: "" };
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "whole", namespace }, data } as const;
    await expect(client.create<ConfigMap>(object)).rejects.toMatchObject({ reason: "Invalid", statusCode: 422 });
    await client.create<ConfigMap>({ ...object, data: { text: data.text } });
    const read = await client.getOrThrow(ConfigMap, { namespace, name: "whole" });
    expect(read.data).toEqual({ text: data.text });
    expect(await client.update(read)).toEqual(read);
  });

  test("reads a cluster role whose name has capitals and colons", async () => {
    await client.apply<ClusterRole>({
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name: "kube:Test" },
      rules: [],
    });
    expect((await client.get(ClusterRole, { name: "kube:Test" }))?.metadata.name).toBe("kube:Test");
    await client.delete(ClusterRole, { name: "kube:Test" });
    expect(await client.get(ClusterRole, { name: "kube:Test" })).toBeUndefined();
  });

  test("names the rule that is missing", async () => {
    const nobody = await connect(cluster().nobodyKubeconfig);
    await expect(nobody.list(ConfigMap, { namespace })).rejects.toMatchObject({
      code: "cluster/forbidden",
      hint: expect.stringContaining(`@rbac groups=core resources=configmaps verbs=list\n`) as string,
    });
    const key = { namespace, name: "web" };
    const scaled = nobody.subResource("scale").update(Deployment, key, { spec: { replicas: 1 } });
    await expect(scaled).rejects.toMatchObject({
      hint: expect.stringContaining("@rbac groups=apps resources=deployments/scale verbs=update\n") as string,
    });
    await expect(nobody.deleteAllOf(ConfigMap, { namespace })).rejects.toMatchObject({
      hint: expect.stringContaining("@rbac groups=core resources=configmaps verbs=deletecollection\n") as string,
    });
    await expect(nobody.watch(CustomResourceDefinition)[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      hint: expect.stringContaining(
        "@rbac groups=apiextensions.k8s.io resources=customresourcedefinitions verbs=watch\n",
      ) as string,
    });
  });

  test("says that the credentials are wrong", async () => {
    const config = await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig });
    const stranger = createLiveClient({ ...config, auth: { kind: "token", token: "wrong" } });
    onTestFinished(() => stranger.close());
    await expect(stranger.list(ConfigMap)).rejects.toMatchObject({ code: "cluster/unauthorized" });
  });

  test("does not trust a server that the kubeconfig's authority did not sign for", async () => {
    const config = await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig });
    const careful = createLiveClient({ ...config, tls: {} });
    onTestFinished(() => careful.close());
    await expect(careful.list(ConfigMap)).rejects.toMatchObject({ code: "cluster/tls-failed" });
  });

  test("impersonates", async () => {
    const config = await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig });
    const jane = createLiveClient({ ...config, impersonate: { user: "jane", groups: ["devs"], extra: {} } });
    onTestFinished(() => jane.close());
    await expect(jane.list(ConfigMap, { namespace })).rejects.toThrow('User "jane" cannot list resource "configmaps"');
  });

  test("impersonates whom the options name, over whom the configuration names", async () => {
    const config = await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig });
    const whoAmI = async (options: ImpersonateOptions) => {
      const jane = { user: "jane", groups: ["devs"], extra: {} };
      const other = createLiveClient({ ...config, impersonate: jane }, { impersonate: options });
      onTestFinished(() => other.close());
      const review = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
      const text = await other.transport.request({
        method: "POST",
        path: "/apis/authentication.k8s.io/v1/selfsubjectreviews",
        body: JSON.stringify(review),
      });
      return (JSON.parse(text) as { status: { userInfo: unknown } }).status.userInfo;
    };
    const extra = { "example.com/team(x)": ["a", "b"] };
    expect(await whoAmI({ user: "größe", uid: "7", groups: ["系统", "system:masters"], extra })).toEqual({
      username: "größe",
      uid: "7",
      groups: ["系统", "system:masters", "system:authenticated"],
      extra,
    });
    expect(await whoAmI({ user: "system:serviceaccount:a:b" })).toMatchObject({
      username: "system:serviceaccount:a:b",
      groups: expect.arrayContaining(["system:serviceaccounts:a"]) as string[],
    });
  });

  test("merges lists by key with a strategic merge patch", async () => {
    const key = { namespace, name: "strategic" };
    const metadata = { labels: { app: "x" } };
    const containers = ["a", "b"].map((name) => ({ name, image: "one" }));
    const spec = { selector: { matchLabels: { app: "x" } }, template: { metadata, spec: { containers } } };
    await client.create<Deployment>({ apiVersion: "apps/v1", kind: "Deployment", metadata: key, spec });
    const patch = strategicPatch({ spec: { template: { spec: { containers: [{ name: "b", image: "two" }] } } } });
    const patched = await client.patch(Deployment, key, patch);
    const images = patched.spec.template.spec?.containers.map(({ name, image }) => `${name}=${image}`);
    expect(images?.toSorted()).toEqual(["a=one", "b=two"]);
  });

  test("refuses unknown fields, and names them", async () => {
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "strict", namespace }, dta: {} };
    await expect(client.create<KubeObject>(object)).rejects.toMatchObject({
      message: expect.stringContaining('unknown field "dta"') as string,
    });
    await client.create<KubeObject>(object, { fieldValidation: "Warn", dryRun: true });
    await client.create<KubeObject>(object, { fieldValidation: "Warn", dryRun: true });
    expect(warnings).toEqual(['unknown field "dta"']);
  });

  test("is told by the server that a resourceVersion is too old, or a continue token wrong", async () => {
    const watch = client.watch(ConfigMap, { namespace, resourceVersion: "1", timeoutSeconds: 1 });
    const ending = (async () => {
      for await (const event of watch) expect(event.type).toBeDefined();
    })();
    // Whether etcd was compacted yet or not: the watch either ends or is refused as too old.
    await ending.catch((error: unknown) => expect(error).toMatchObject({ statusCode: 410 }));
    await expect(client.list(ConfigMap, { limit: 1, continue: "nonsense" })).rejects.toMatchObject({ statusCode: 400 });
  });

  test("pages through more objects than fit one page", async () => {
    const names = Array.from({ length: 7 }, (_, index) => `page-${index}`);
    await Promise.all(
      names.map((name) =>
        client.create<ConfigMap>({
          apiVersion: "v1",
          kind: "ConfigMap",
          metadata: { name, namespace, labels: { page: "yes" } },
        }),
      ),
    );
    const found: string[] = [];
    let next: string | undefined;
    do {
      const page = await client.list(ConfigMap, {
        namespace,
        labels: { page: "yes" },
        limit: 3,
        ...(next === undefined ? {} : { continue: next }),
      });
      found.push(...page.items.map(({ metadata }) => metadata.name));
      next = page.metadata.continue;
    } while (next !== undefined && next !== "");
    expect(found).toEqual(names);
  });

  // F39
  test("installs a kind and uses it at once, with inexact numbers and a status that has no subresource", async () => {
    const schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true } as const;
    await expect(client.list(Gauge)).rejects.toMatchObject({ code: "cluster/kind-not-served" });
    await client.apply<CustomResourceDefinition>({
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "gauges.kube.tsop.dev" },
      spec: {
        group: "kube.tsop.dev",
        names: { kind: "Gauge", plural: "gauges" },
        scope: "Namespaced",
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { ...schema, properties: { spec: schema, status: schema } } },
          },
        ],
      },
    });
    await expect
      .poll(() => {
        client.mapper.invalidate();
        return client.mapper.find(Gauge);
      })
      .toMatchObject({ plural: "gauges", subresources: [] });
    const key = { namespace, name: "g" };
    const gaugeText = `{"apiVersion":"kube.tsop.dev/v1","kind":"Gauge","metadata":{"name":"g"},"spec":{"serial":9007199254740993},"status":{"old":"x"}}`;
    const path = `/apis/kube.tsop.dev/v1/namespaces/${namespace}/gauges`;
    await expect
      .poll(() => client.transport.request({ method: "POST", path, body: gaugeText }).catch(String))
      .toContain('"uid"');
    const gauge = await client.getOrThrow(Gauge, key);
    await expect(client.update({ ...gauge, spec: { ...gauge.spec, size: "x" } })).rejects.toMatchObject({
      code: "cluster/inexact-number",
    });
    await client.patch(Gauge, key, { type: "merge", body: { spec: { size: "x" } } });
    await client.status.patch(Gauge, key, { type: "merge", body: { spec: { size: "y" }, status: { phase: "Ready" } } });
    await client.status.apply<Gauge>(
      { apiVersion: "kube.tsop.dev/v1", kind: "Gauge", metadata: key, status: { phase: "Applied" } },
      { force: true },
    );
    expect(await client.getOrThrow(Gauge, key)).toMatchObject({
      spec: { size: "x" },
      status: { phase: "Applied", old: "x" },
    });

    const small = await client.create<Gauge>({
      apiVersion: "kube.tsop.dev/v1",
      kind: "Gauge",
      metadata: { namespace, name: "small" },
      spec: { size: "a" },
      status: { old: "x" },
    });
    const written = await client.status.update({ ...small, spec: { size: "b" }, status: { phase: "Ready" } });
    expect(written).toMatchObject({ spec: { size: "a" }, status: { phase: "Ready" } });
    expect(written.status).toEqual({ phase: "Ready" });
    await expect(client.status.update({ ...small, status: { phase: "Late" } })).rejects.toMatchObject({
      reason: "Conflict",
    });
  });

  // F39
  test("keeps an integer that no double holds, whatever else of the object is changed", async () => {
    const path = `/apis/kube.tsop.dev/v1/namespaces/${namespace}/gauges/g`;
    expect(await client.transport.request({ method: "GET", path })).toContain('"serial":9007199254740993');
  });
});
