import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { createApi } from "../../src/commands/create-api.js";
import { init } from "../../src/commands/init.js";
import { manifests } from "../../src/commands/manifests.js";
import type { InitOptions } from "../../src/commands/declared/scaffold.js";
import { withListItem, withoutListItem } from "../../src/core/yaml-list.js";
import { diskFiles } from "../../src/render/disk-files.js";
import { render } from "../../src/render/render.js";
import { describeCluster } from "../support/cluster.js";
import { recordingContext } from "../support/recording-context.js";

describeCluster("the scaffolded configuration", (cluster) => {
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

    afterAll(() => rmSync(root, { recursive: true }));

    const kustomize = async (folder: string): Promise<string> => {
      const program = path.join(cluster().assets, "kustomize");
      return (await promisify(execFile)(program, ["build", path.join(root, folder)])).stdout;
    };
    const apply = (yaml: string): Promise<string> => cluster().kubectl(["apply", "--server-side", "-f", "-"], yaml);
    const canI = async (...args: string[]): Promise<string> =>
      (
        await cluster()
          .kubectl(["auth", "can-i", ...args, "--as", account])
          .catch(() => "no")
      ).trim();

    test("is accepted as init leaves it", async () => {
      await init({ ...options, projectName: name, domain, tsop: "1", install: false }, context);
      const applied = await apply(await kustomize("config/default"));
      expect(applied).toContain(`namespace/${namespace} serverside-applied`);
      expect(applied).toContain(`deployment.apps/${name}-controller-manager serverside-applied`);
      expect(applied).toContain(`service/${name}-controller-manager-metrics-service serverside-applied`);
    });

    test("is accepted with a kind, and so is the folder of samples", async () => {
      await createApi({ group: "foo", version: "v1", kind: "Bar" }, context);
      await createApi({ group: "foo", version: "v1", kind: "Null", shortName: "nl", plural: "off" }, context);
      await manifests({}, context);
      expect(await apply(await kustomize("config/default"))).toContain(`bars.foo.${domain} serverside-applied`);
      await cluster().kubectl([
        "wait",
        "--for=condition=Established",
        `crd/bars.foo.${domain}`,
        `crd/off.foo.${domain}`,
      ]);
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
      expect(await apply(built)).toContain("networkpolicy.networking.k8s.io");
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
      const get = async (...args: string[]): Promise<string> =>
        (await cluster().kubectl(["get", "-n", namespace, ...args])).trim();
      const labels = await get(
        "deployment",
        `${name}-controller-manager`,
        "-o",
        "jsonpath={.spec.template.metadata.labels}",
      );
      for (const [kind, field] of [
        ["deployment", ".spec.selector.matchLabels"],
        ["service", ".spec.selector"],
        ["networkpolicy", ".spec.podSelector.matchLabels"],
      ] as const) {
        const selector: unknown = JSON.parse(await get(kind, "-o", `jsonpath={.items[0]${field}}`));
        expect(JSON.parse(labels)).toMatchObject(selector as object);
      }
      const ports = await get(
        "deployment",
        "-o",
        "jsonpath={.items[0].spec.template.spec.containers[0].ports[*].containerPort}",
      );
      expect(ports).toBe("8081 8443");
      expect(await get("networkpolicy", "-o", "jsonpath={.items[0].spec.ingress[0].ports[0].port}")).toBe("8443");
    });

    test("gives the operator the rights that it needs, where it needs them", async () => {
      const leases = ["create", "leases.coordination.k8s.io"];
      expect(await canI(...leases, "-n", namespace)).toBe("yes");
      expect(await canI(...leases, "-n", "default")).toBe("no");
      expect(await canI("create", "tokenreviews.authentication.k8s.io")).toBe("yes");
      expect(await canI("update", `bars.foo.${domain}/status`, "-n", namespace)).toBe("yes");
      const elsewhere = options.namespaced === true ? "no" : "yes";
      expect(await canI("watch", `bars.foo.${domain}`, "-n", "default")).toBe(elsewhere);
      expect(await canI("delete", "pods", "-n", namespace)).toBe("no");
    });

    test("admits the pod under the restricted standard", async () => {
      const template = await cluster().kubectl([
        ...["get", "deployment", `${name}-controller-manager`, "-n", namespace],
        ...["-o", "jsonpath={.spec.template}"],
      ]);
      const { metadata, spec } = JSON.parse(template) as { metadata: object; spec: object };
      const pod = { apiVersion: "v1", kind: "Pod", metadata: { ...metadata, name: "p", namespace }, spec };
      await expect(
        cluster().kubectl(["create", "--dry-run=server", "-f", "-"], JSON.stringify(pod)),
      ).resolves.toContain("pod/p");
    });
  });
});
