/** The operator's chart in a cluster: installed, upgraded with values kept, uninstalled with and without its CRDs. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { helm } from "../support/helm.js";
import { describeNode } from "../support/node/node-cluster.js";
import { createOperatorProject, type OperatorProject, succeeded } from "../support/node/operator-project.js";
import { eventually } from "../support/eventually.js";

describeNode("the helm chart of an operator", (cluster) => {
  const { kubectl } = cluster;
  let project: OperatorProject;
  let place: string;
  const run = async (...args: readonly string[]): Promise<string> => {
    const { exitCode, all } = await helm(args, { cwd: project.folder, kubeconfig: cluster.kubeconfig });
    if (exitCode !== 0) throw new Error(`helm ${args.join(" ")}: ${all}`);
    return all;
  };
  beforeAll(async () => {
    project = await createOperatorProject(cluster, "helm");
    place = `${project.name}-data`;
    await kubectl(["create", "namespace", place]);
  });
  afterAll(async () => {
    await helm(["uninstall", "op", "-n", place], { cwd: project.folder, kubeconfig: cluster.kubeconfig });
    await kubectl(["delete", "crd", `bars.${project.group}`, "--ignore-not-found", "--wait=false"]);
    await project.remove();
    await kubectl(["delete", "namespace", place, "--wait=false"]);
  });

  test("install, upgrade and uninstall", async () => {
    const chart = `charts/${project.name}`;
    succeeded(await project.tsop(["helm", "chart", "--img", await project.pushVersion("v1")]));
    expect(await run("lint", "--strict", chart)).toContain("0 chart(s) failed");
    await run("install", "op", chart, "-n", place, "--set", "podLabels.kept=yes-it-is", "--wait", "--timeout", "300s");
    expect(await run("test", "op", "-n", place, "--timeout", "300s")).toMatch(/Phase: +Succeeded/);
    await project.applyBars(place, { one: "by helm" });
    await eventually(async () => expect((await project.bars(place)).get("one")?.status?.text).toBe("by helm"));

    succeeded(await project.tsop(["helm", "chart", "--img", await project.pushVersion("v2")]));
    await run("upgrade", "op", chart, "-n", place, "--reset-then-reuse-values", "--wait", "--timeout", "300s");
    await eventually(async () =>
      expect(await kubectl(["get", "configmap", "one", "-n", place, "-o", "jsonpath={.data.madeBy}"])).toBe("v2"),
    );
    expect(await kubectl(["get", "pods", "-n", place, "-l", "kept=yes-it-is", "-o", "name"])).toContain("pod/op-");
    const refused = await helm(["upgrade", "op", chart, "-n", place, "--set", "replica=2"], {
      cwd: project.folder,
      kubeconfig: cluster.kubeconfig,
    });
    expect(refused.all).toContain("replica");
    expect(refused.exitCode).not.toBe(0);

    await kubectl(["delete", `bars.${project.group}`, "--all", "-n", place, "--timeout=300s"]);
    await run("uninstall", "op", "-n", place, "--wait");
    expect(await kubectl(["get", "crd", `bars.${project.group}`, "-o", "name"])).toContain("bars");
    await run("install", "op", chart, "-n", place, "--set", "crds.keep=false", "--wait", "--timeout", "300s");
    await run("uninstall", "op", "-n", place, "--wait");
    await eventually(async () =>
      expect(await kubectl(["get", "crd", `bars.${project.group}`, "--ignore-not-found", "-o", "name"])).toBe(""),
    );
  });
});
