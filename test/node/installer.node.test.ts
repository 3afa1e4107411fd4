/** dist/install.yaml in a cluster where pods run, with nothing but kubectl. */
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeNode } from "../support/node/node-cluster.js";
import { createOperatorProject, type OperatorProject, succeeded } from "../support/node/operator-project.js";
import { eventually } from "../support/eventually.js";

describeNode("an installer, in the hands of kubectl", (cluster) => {
  let project: OperatorProject;
  let file: string;
  beforeAll(async () => {
    project = await createOperatorProject(cluster, "inst");
    const image = await project.pushVersion("v1");
    succeeded(await project.tsop(["build-installer", "--img", image]));
    file = path.join(project.folder, "dist/install.yaml");
  });
  afterAll(async () => {
    await cluster.kubectl(["delete", "--ignore-not-found", "-f", file]);
    await project.remove();
  });

  test("brings the operator up by one command", async () => {
    await cluster.kubectl(["apply", "--server-side", "-f", file]);
    const deployment = `deployment/${project.name}-controller-manager`;
    await cluster.kubectl(["rollout", "status", deployment, "-n", project.namespace, "--timeout=300s"]);
  });

  test("which reconciles a Bar", async () => {
    const sample = project.read("config/samples/foo_v1_bar.yaml");
    await cluster.kubectl(["apply", "-n", project.namespace, "-f", "-"], sample);
    await eventually(async () => {
      const bar = ["get", "-n", project.namespace, `bars.${project.group}`, "bar-sample", "-o", "json"];
      expect(JSON.parse(await cluster.kubectl(bar))).toMatchObject({
        status: { conditions: [{ type: "Ready", status: "True" }] },
      });
    });
  });

  test("and is gone by one command, once its Bars are", async () => {
    await cluster.kubectl(["delete", "-n", project.namespace, `bars.${project.group}`, "--all"]);
    await cluster.kubectl(["delete", "-f", file]);
    const left = await cluster.kubectl(["get", "namespace,crd,clusterrole,clusterrolebinding", "-o", "name"]);
    expect(left.split("\n").filter((name) => name.includes(project.name))).toEqual([]);
  });
});
