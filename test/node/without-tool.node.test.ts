/** An image that tsop built and pushed without a container tool, in a pod. */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pushBase } from "../support/node/image.js";
import { describeNode } from "../support/node/node-cluster.js";
import { createOperatorProject, type OperatorProject, succeeded } from "../support/node/operator-project.js";
import { eventually } from "../support/eventually.js";

describeNode("an operator whose image no container tool has built", (cluster) => {
  let project: OperatorProject;
  const cache = mkdtempSync(path.join(os.tmpdir(), "tsop-images-"));
  beforeAll(async () => {
    project = await createOperatorProject(cluster, "daemonless");
  });
  afterAll(async () => {
    await project.remove();
    rmSync(cache, { recursive: true, force: true });
  });

  test("runs on the node, and reconciles", async () => {
    const base = await pushBase(cluster);
    const env = { CONTAINER_TOOL: "none", XDG_CACHE_HOME: cache };
    const image = `${cluster.registry}/${project.name}:v1`;
    const build = ["docker-build", "--img", image, "--base-image", base];
    expect(succeeded(await project.tsop(build, env))).toContain(`built ${image} without a container tool`);
    expect(succeeded(await project.tsop(["docker-push"], env))).toContain(`pushed ${image}`);
    const deployed = await project.deploy();
    expect(deployed).toContain(`Deployment ${project.namespace}/${project.name}-controller-manager created`);
    await project.applyBars("default", { one: "first" });
    await eventually(async () => expect((await project.bars("default")).get("one")?.status?.text).toBe("first"));
  });
});
