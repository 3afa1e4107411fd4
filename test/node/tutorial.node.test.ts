/** The second half of the first tutorial: image, registry, deploy, a Bar that is reconciled, undeploy. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeNode } from "../support/node/node-cluster.js";
import { createOperatorProject, type OperatorProject, succeeded } from "../support/node/operator-project.js";
import { eventually } from "../support/shell.js";

describeNode("the first tutorial, in a cluster", (cluster) => {
  let project: OperatorProject;
  beforeAll(async () => {
    project = await createOperatorProject(cluster, "tut");
  });
  afterAll(async () => {
    await project.tsop(["undeploy", "--yes", "--delete-data"]);
    project.remove();
  });

  test("deploy waits until the operator is ready", async () => {
    const image = await project.pushVersion("v1");
    const deployed = await project.tsop(["deploy", "--yes", "--img", image]);
    expect(succeeded(deployed)).toContain(`Deployment ${project.namespace}/${project.name}-controller-manager created`);
  });

  test("bar-sample is reconciled", async () => {
    const name = "bar-sample";
    await cluster.kubectl(
      ["apply", "-n", project.namespace, "-f", "-"],
      project.read("config/samples/foo_v1_bar.yaml"),
    );
    await eventually(async () => {
      const text = await cluster.kubectl(["get", "-n", project.namespace, `bars.${project.group}`, name, "-o", "json"]);
      expect(JSON.parse(text)).toMatchObject({ status: { conditions: [{ type: "Ready", status: "True" }] } });
    });
  });
});
