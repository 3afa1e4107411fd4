/** A bundle with webhooks in a cluster without OLM: installed, upgraded along the edge of a catalog, and removed. */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLiveClient, dryRunClient, type HttpClient, loadKubeConfig } from "../../src/index.js";
import { pushBase } from "../support/node/image.js";
import { describeNode } from "../support/node/node-cluster.js";
import { createOperatorProject, type OperatorProject, succeeded } from "../support/node/operator-project.js";
import { addOwnWebhooks } from "../support/node/own-webhooks.js";
import { addSecondVersion, secondController } from "../support/node/versioned-operator.js";
import { writeAuthorsPart } from "../support/olm-project.js";
import { eventually } from "../support/eventually.js";

describeNode("a bundle in a cluster without OLM", (cluster) => {
  const { kubectl, registry } = cluster;
  let project: OperatorProject;
  let client: HttpClient;
  let place: string;
  const cache = mkdtempSync(path.join(os.tmpdir(), "tsop-bundles-"));
  beforeAll(async () => {
    project = await createOperatorProject(cluster, "bdl");
    place = `${project.name}-run`;
    client = createLiveClient(await loadKubeConfig({ kubeconfig: cluster.kubeconfig, env: {}, home: "" }));
  });
  afterAll(async () => {
    client.close();
    await project.tsop(["cleanup", project.name, "--namespace", place, "--yes", "--delete-data", "--timeout", "300s"]);
    await project.remove();
    rmSync(cache, { recursive: true, force: true });
  });

  const tsop = async (...args: readonly string[]): Promise<string> =>
    succeeded(await project.tsop(args, { CONTAINER_TOOL: "none", XDG_CACHE_HOME: cache }), args);

  /** Publishes the operator and its bundle without a container tool; returns the image of the bundle. */
  async function publish(version: string, controller?: string): Promise<string> {
    if (controller !== undefined) project.write("controllers/bar_controller.ts", controller);
    await tsop("manifests");
    const img = `${registry}/${project.name}:v${version}`;
    await tsop("docker-build", "--img", img, "--base-image", await pushBase(cluster), "--tls-verify=false");
    await tsop("docker-push", "--tls-verify=false");
    const generate = ["bundle", "--img", img, "--version", version, "--channels", "stable"];
    if (version === "0.1.0") {
      await tsop(...generate);
      writeAuthorsPart(project.folder);
    }
    await tsop(...generate);
    const bundle = `${registry}/${project.name}-bundle:v${version}`;
    await tsop("bundle", "push", "--img", bundle, "--tls-verify=false");
    return bundle;
  }

  const create = (text: string) =>
    dryRunClient(client).create({
      ...{ apiVersion: `${project.group}/v1`, kind: "Bar", spec: { text } },
      metadata: { generateName: "bar-", namespace: "default" },
    } as never);
  const onCluster = (): string[] => ["--namespace", place, "--yes"];

  test("runs with its webhooks, and reconciles", async () => {
    await addOwnWebhooks(project);
    const bundle = await publish("0.1.0");
    await tsop("catalog", "add", bundle, "--channels", "stable");
    const output = await tsop("run", "bundle", bundle, ...onCluster());
    expect(output).toContain(`Deployment ${place}/${project.name}-controller-manager created`);
    expect(output).toContain(`${project.name}.v0.1.0 runs in the namespace ${place}`);
    await project.applyBars("default", { [project.name]: "first" });
    await eventually(async () => expect((await project.bars("default")).get(project.name)?.status?.text).toBe("first"));
    await create("good");
    await expect(create("bad")).rejects.toMatchObject({ statusCode: 422 });
    expect(await tsop("run", "bundle", bundle, ...onCluster())).not.toMatch(/ (?:created|configured|pruned)$/m);
  });

  test("upgrades along the edge of a catalog to a version that converts", async () => {
    await addSecondVersion(project);
    const bundle = await publish("0.2.0", secondController(project.group, "0.2.0"));
    await tsop("catalog", "add", bundle, "--channels", "stable", "--replaces", `${project.name}.v0.1.0`);
    const output = await tsop("run", "bundle-upgrade", "--catalog", "catalog", ...onCluster());
    expect(output).toContain(`${project.name}.v0.2.0 runs in the namespace ${place}`);
    const converted = ["get", `bars.v2.${project.group}`, project.name, "-o", "jsonpath={.spec.message}"];
    expect(await kubectl(converted)).toBe("first");
    await project.applyBars("default", { [project.name]: "second" });
    await eventually(async () =>
      expect((await project.bars("default")).get(project.name)?.status?.text).toBe("second"),
    );
    await expect(create("bad")).rejects.toMatchObject({ statusCode: 422 });
    expect(await tsop("run", "bundle-upgrade", "--catalog", "catalog", ...onCluster())).toContain(
      "is the newest version",
    );
  });

  test("is removed with its objects only if the user consents", async () => {
    const cleanup = ["cleanup", project.name, ...onCluster()];
    const { code, stderr } = await project.tsop(cleanup);
    expect([code, stderr]).toEqual([1, expect.stringContaining("cluster/objects-exist")]);
    expect(await tsop(...cleanup, "--delete-data")).toContain("1 object of the operator's kinds deleted");
    // The finalizer ran while the operator was still there.
    expect(await kubectl(["get", "configmap", `farewell-${project.name}`, "-n", "default", "-o", "name"])).toContain(
      "farewell",
    );
    await kubectl(["delete", "configmap", `farewell-${project.name}`, "-n", "default"]);
    const left = await kubectl(["get", "crds,clusterroles,validatingwebhookconfigurations,namespaces", "-o", "name"]);
    expect(left.split("\n").filter((name) => name.includes(project.name))).toEqual([]);
  });
});
