import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CustomResourceDefinition } from "../../src/cluster/crd.js";
import { waitUntilServed } from "../../src/cluster/wait-until-served.js";
import { createApi } from "../../src/commands/create-api.js";
import { init } from "../../src/commands/init.js";
import { manifests } from "../../src/commands/manifests.js";
import type { InitOptions } from "../../src/commands/declared/scaffold.js";
import { parseAllYaml } from "../../src/core/yaml.js";
import { withListItem, withoutListItem } from "../../src/core/yaml-list.js";
import { Deployment } from "../../src/k8s/apps/v1.js";
import type { ResourceAttributes, SubjectAccessReview } from "../../src/k8s/authorization/v1.js";
import { type Pod, Service } from "../../src/k8s/core/v1.js";
import { NetworkPolicy } from "../../src/k8s/networking/v1.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import type { KubeObject } from "../../src/kube/objects.js";
import { diskFiles } from "../../src/render/disk-files.js";
import { render } from "../../src/render/render.js";
import { describeCluster } from "../support/cluster.js";
import { recordingContext } from "../support/recording-context.js";

describeCluster("the scaffolded configuration", (cluster) => {
  let client: HttpClient;
  beforeAll(async () => {
    client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig }));
  });
  afterAll(() => client.close());

  describe.each<{ name: string; options: InitOptions }>([
    { name: "cluster-wide", options: {} },
    { name: "namespaced", options: { namespaced: true } },
    { name: "on", options: { multigroup: true } }, // a name that YAML takes for a boolean
  ])("of the project $name", ({ name, options }) => {
    const root = mkdtempSync(path.join(os.tmpdir(), "tsop-test-"));
    const context = recordingContext({ cwd: root });
    const domain = `${name}.example.com`;
    const namespace = `${name}-system`;
    const account = `system:serviceaccount:${namespace}:${name}-controller-manager`;

    const manager = { namespace, name: `${name}-controller-manager` };

    afterAll(() => rmSync(root, { recursive: true }));

    const kustomize = async (folder: string): Promise<string> => {
      const program = path.join(cluster().assets, "kustomize");
      return (await promisify(execFile)(program, ["build", path.join(root, folder)])).stdout;
    };
    /** Applies the objects, and returns their kinds and names. */
    const apply = async (yaml: string): Promise<string[]> => {
      const objects = parseAllYaml(yaml, "config/default") as unknown as KubeObject[];
      for (const object of objects) await client.apply(object, { fieldValidation: "Strict" });
      return objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    };
    const canI = async (attributes: ResourceAttributes): Promise<boolean> => {
      const { status } = await client.create<SubjectAccessReview>({
        ...{ apiVersion: "authorization.k8s.io/v1", kind: "SubjectAccessReview", metadata: { name: "" } },
        spec: { user: account, groups: ["system:serviceaccounts"], resourceAttributes: attributes },
      });
      return status?.allowed === true;
    };

    test("is accepted as init leaves it", async () => {
      await init({ ...options, projectName: name, domain, tsop: "1", install: false }, context);
      const applied = await apply(await kustomize("config/default"));
      expect(applied).toContain(`Namespace ${namespace}`);
      expect(applied).toContain(`Deployment ${name}-controller-manager`);
      expect(applied).toContain(`Service ${name}-controller-manager-metrics-service`);
    });

    test("is accepted with a kind, and so is the folder of samples", async () => {
      await createApi({ group: "foo", version: "v1", kind: "Bar" }, context);
      await createApi({ group: "foo", version: "v1", kind: "Null", shortName: "nl", plural: "off" }, context);
      await manifests({}, context);
      expect(await apply(await kustomize("config/default"))).toContain(`CustomResourceDefinition bars.foo.${domain}`);
      for (const crd of [`bars.foo.${domain}`, `off.foo.${domain}`]) {
        const definition = await client.getOrThrow(CustomResourceDefinition, { name: crd });
        await waitUntilServed(client, definition, { timeoutMs: 60_000, signal: new AbortController().signal });
      }
      const samples = await cluster().kubectl(["apply", "-f", path.join(root, "config/samples/")]);
      expect(samples.trim().split("\n").toSorted()).toEqual([
        `bar.foo.${domain}/bar-sample created`,
        `null.foo.${domain}/null-sample created`,
      ]);
    });

    test("has every optional part in order", async () => {
      const file = path.join(root, "config/default/kustomization.yaml");
      let text = readFileSync(file, "utf8");
      text = withListItem(text, file, "resources", "../network-policy");
      writeFileSync(file, text);
      const built = await kustomize("config/default");
      expect(await apply(built)).toContainEqual(expect.stringMatching(/^NetworkPolicy /));
    });

    test("lets another tool create the certificate of metrics, as the comment of the patch describes", async () => {
      const file = path.join(root, "config/default/kustomization.yaml");
      const text = withListItem(readFileSync(file, "utf8"), file, "resources", "../prometheus");
      writeFileSync(file, text.replace("- path: metrics_certificate_patch", "- path: cert_metrics_manager_patch"));
      const metrics = path.join(root, "config/metrics/kustomization.yaml");
      writeFileSync(
        metrics,
        withoutListItem(readFileSync(metrics, "utf8"), metrics, "resources", "certificate_secret.yaml"),
      );
      const built = await kustomize("config/default");
      expect(built).not.toContain("METRICS_CERT_SECRET");
      expect(built).toContain("secretName: metrics-server-cert\n");
      const monitor = built.split("---\n").find((each) => each.includes("kind: ServiceMonitor"));
      expect(monitor).toContain("          name: metrics-server-cert\n");
      expect(monitor).toContain(`      serverName: ${name}-controller-manager-metrics-service\n`);
      expect(render(path.join(root, "config/default"), diskFiles, root).yaml).toBe(built);
    });

    test("selects the same pods everywhere, on ports that they have", async () => {
      const deployment = await client.getOrThrow(Deployment, manager);
      const { items: services } = await client.list(Service, { namespace });
      const { items: policies } = await client.list(NetworkPolicy, { namespace });
      const { labels } = deployment.spec.template.metadata ?? {};
      for (const selector of [
        deployment.spec.selector.matchLabels,
        services[0]?.spec?.selector,
        policies[0]?.spec?.podSelector?.matchLabels,
      ]) {
        expect(selector).toBeDefined();
        expect(labels).toMatchObject(selector!);
      }
      const ports = deployment.spec.template.spec?.containers[0]?.ports?.map(({ containerPort }) => containerPort);
      expect(ports).toEqual([8081, 8443]);
      expect(policies[0]?.spec?.ingress?.[0]?.ports?.[0]?.port).toBe(8443);
    });

    test("gives the operator the rights that it needs, where it needs them", async () => {
      const leases = { verb: "create", group: "coordination.k8s.io", resource: "leases" };
      expect(await canI({ ...leases, namespace })).toBe(true);
      expect(await canI({ ...leases, namespace: "default" })).toBe(false);
      expect(await canI({ verb: "create", group: "authentication.k8s.io", resource: "tokenreviews" })).toBe(true);
      const bars = { group: `foo.${domain}`, resource: "bars" };
      expect(await canI({ ...bars, verb: "update", subresource: "status", namespace })).toBe(true);
      const isElsewhere = options.namespaced !== true;
      expect(await canI({ ...bars, verb: "watch", namespace: "default" })).toBe(isElsewhere);
      expect(await canI({ verb: "delete", resource: "pods", namespace })).toBe(false);
    });

    test("admits the pod under the restricted standard", async () => {
      const { metadata, spec } = (await client.getOrThrow(Deployment, manager)).spec.template;
      const pod: Pod = {
        ...{ apiVersion: "v1", kind: "Pod", metadata: { ...metadata, name: "p", namespace } },
        ...(spec === undefined ? {} : { spec }),
      };
      expect((await client.create(pod, { dryRun: true, fieldValidation: "Strict" })).metadata.name).toBe("p");
    });
  });
});
