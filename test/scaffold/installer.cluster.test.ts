/** What `tsop build-installer` writes, in the hands of kubectl. */
import path from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildInstaller } from "../../src/commands/build-installer.js";
import { createApi } from "../../src/commands/create-api.js";
import { deploy } from "../../src/commands/deploy.js";
import { init } from "../../src/commands/init.js";
import { manifests } from "../../src/commands/manifests.js";
import { undeploy } from "../../src/commands/undeploy.js";
import { CustomResourceDefinition } from "../../src/cluster/crd.js";
import { parseAllYaml } from "../../src/core/yaml.js";
import type { HttpClient } from "../../src/kube/http-client.js";
import { Deployment } from "../../src/k8s/apps/v1.js";
import { ConfigMap, Namespace, ServiceAccount } from "../../src/k8s/core/v1.js";
import { describeCluster } from "../support/cluster.js";
import { deployProject, type DeployProjectOptions, namespaceOf } from "../support/deploy-project.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";
import { clientOf } from "../support/workload-status.js";

const img = "registry.example.com/demo:v1";

describeCluster("an installer", (cluster) => {
  let client: HttpClient;
  beforeAll(async () => {
    client = await clientOf(cluster().kubeconfig);
  });
  afterAll(() => client.close());

  const installerOf = async (name: string, project: DeployProjectOptions = {}) => {
    const context = recordingContext({ cwd: tempFolder(deployProject(name, project)) });
    const { json } = await buildInstaller({ img }, context);
    const [file = "", second = ""] = (json["files"] as string[]).map((each) => path.join(context.cwd, each));
    return { context, file, second };
  };
  const kubectl = (...args: string[]) => cluster().kubectl(args);
  const put = (name: string, project: DeployProjectOptions = {}, forceConflicts = false) =>
    deploy(
      { kubeconfig: cluster().kubeconfig, img, wait: false, forceConflicts },
      recordingContext({ cwd: tempFolder(deployProject(name, project)) }),
    );
  const take = async (name: string) => {
    const context = recordingContext({ cwd: tempFolder(deployProject(name)) });
    const { text } = await undeploy({ kubeconfig: cluster().kubeconfig, wait: false }, context);
    return { text, notes: context.recording.notes };
  };

  test.each([
    ["kubectl apply", "client", []],
    ["kubectl apply --server-side", "server", ["--server-side"]],
  ])("goes into an empty cluster by one %s, and out by one kubectl delete", async (_, name, flags) => {
    const { file } = await installerOf(name);
    const lines = (await kubectl("apply", ...flags, "-f", file)).trim().split("\n");
    expect(lines).toHaveLength(6);
    const key = { namespace: namespaceOf(name), name: "manager" };
    const deployment = await client.getOrThrow(Deployment, key);
    expect(deployment.spec.template.spec?.containers[0]?.image).toBe(img);
    // Of the Secret, whose stringData is never kept, kubectl has always something to say.
    expect(await kubectl("apply", ...flags, "-f", file)).not.toMatch(/^(?!secret).* (created|configured)$/m);

    await kubectl("delete", "--wait=false", "-f", file);
    expect(await client.get(Deployment, key)).toBeUndefined();
    const crd = CustomResourceDefinition;
    await expect.poll(() => client.get(crd, { name: `widgets.${name}.example.com` })).toBeUndefined();
    const namespace = await client.get(Namespace, { name: namespaceOf(name) });
    expect(namespace?.metadata.deletionTimestamp).toBeDefined(); // who empties namespaces does not run here
  });

  test("has objects of its own kinds in a second file, since kubectl refuses them in the same", async () => {
    const widget = {
      apiVersion: "own.example.com/v1",
      kind: "Widget",
      metadata: { name: "w", namespace: "own-system" },
    };
    const { context, file, second } = await installerOf("own", { more: [widget] });
    const { text } = await buildInstaller({ img, stdout: true }, context);
    await expect(cluster().kubectl(["apply", "--dry-run=server", "-f", "-"], text)).rejects.toThrow(
      /no matches for kind "Widget"/,
    );
    await kubectl("apply", "-f", file);
    await expect.poll(() => kubectl("apply", "-f", second).catch(String)).toContain("widget.own.example.com/w created");
  });

  test.each([
    ["just small enough", 0, ""],
    ["one byte larger", 1, "installer/too-large"],
  ])("of an object that is %s for kubectl's copy of it", async (_, more, warning) => {
    const name = more === 0 ? "fits" : "large";
    const config = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "big", namespace: `${name}-system` } };
    const frame = JSON.stringify({ ...config, data: { a: "" }, metadata: { ...config.metadata, annotations: {} } });
    const length = 262_144 - "kubectl.kubernetes.io/last-applied-configuration\n".length - frame.length + more;
    const { context, file } = await installerOf(name, { more: [{ ...config, data: { a: "x".repeat(length) } }] });
    expect(context.recording.warnings.join("\n")).toContain(warning);
    expect(context.recording.warnings).toHaveLength(more);
    const applying = kubectl("apply", "-f", file);
    if (more === 0) await applying;
    else await expect(applying).rejects.toThrow(/Too long/);
    expect(await kubectl("apply", "--server-side", "--force-conflicts", "-f", file)).toContain("configmap/big");
  });

  describe("after kubectl", () => {
    test("deploy takes over fields with the same value, and undeploy then deletes the objects", async () => {
      const { file } = await installerOf("alike");
      await kubectl("apply", "-f", file);
      expect((await put("alike")).text).toContain("Deployment alike-system/manager");
      expect((await take("alike")).text).toContain("Deployment alike-system/manager deleted");
    });

    test("deploy names kubectl where it wants another value, and takes it when told to", async () => {
      const { file } = await installerOf("otherwise");
      await kubectl("apply", "-f", file);
      await expect(put("otherwise", { level: "debug" })).rejects.toMatchObject({
        diagnostics: expect.arrayContaining([
          expect.objectContaining({
            code: "deploy/conflict",
            message: expect.stringContaining("kubectl-client-side-apply") as string,
            hint: expect.stringContaining("--force-conflicts") as string,
          }),
        ]) as unknown,
      });
      await put("otherwise", { level: "debug" }, true);
      const settings = await client.getOrThrow(ConfigMap, { namespace: namespaceOf("otherwise"), name: "settings" });
      expect(settings.data).toEqual({ level: "debug" });
    });

    test("undeploy leaves all of it alone, and says so", async () => {
      const { file } = await installerOf("bykubectl");
      await kubectl("apply", "-f", file);
      const { text, notes } = await take("bykubectl");
      expect(text).toBe("nothing was deleted");
      expect(notes).toContain("Deployment bykubectl-system/manager is kept: another client created it");
      expect(await client.get(ServiceAccount, { namespace: "bykubectl-system", name: "manager" })).toBeDefined();
      expect(await client.get(CustomResourceDefinition, { name: "widgets.bykubectl.example.com" })).toBeDefined();
    });
  });

  test("of a scaffold is what kustomize makes of it with the image set", async () => {
    const context = recordingContext({ cwd: tempFolder() });
    await init({ domain: "abc.com", projectName: "demo", tsop: "1", install: false }, context);
    await createApi({ group: "installer", version: "v1", kind: "Bar" }, context);
    await manifests({}, context);
    const { text } = await buildInstaller({ img, stdout: true }, context);
    const kustomize = path.join(cluster().assets, "kustomize");
    await execa(kustomize, ["edit", "set", "image", `controller=${img}`], {
      cwd: path.join(context.cwd, "config/manager"),
    });
    const { stdout } = await execa(kustomize, ["build", path.join(context.cwd, "config/default")]);
    const documents = (yaml: string): string[] => `${yaml.trimEnd()}\n`.split(/^---\n/m).toSorted();
    expect(documents(text)).toEqual(documents(stdout));
    expect(parseAllYaml(text, "install.yaml")[0]).toMatchObject({ kind: "CustomResourceDefinition" });
  });
});
