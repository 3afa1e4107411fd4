/** Rules that are missing in config/rbac/role.yaml: who says it, and where. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeNode } from "../support/node/node-cluster.js";
import { createOperatorProject, type OperatorProject } from "../support/node/operator-project.js";
import { eventually } from "../support/eventually.js";

describeNode("an operator that lacks a right", (cluster) => {
  const { kubectl } = cluster;
  let project: OperatorProject;
  let place: string;
  let role: string;
  beforeAll(async () => {
    project = await createOperatorProject(cluster, "rights");
    // Otherwise deploy regenerates the roles, with all permissions.
    project.write("package.json", project.read("package.json").replace('"tsop manifests"', '"tsop manifests crd"'));
    place = `${project.name}-data`;
    await kubectl(["create", "namespace", place]);
  });
  afterAll(async () => {
    project.write("config/rbac/role.yaml", role);
    await project.tsop(["deploy", "--yes"]); // it has finalizers to remove
    await project.remove();
    await kubectl(["delete", "namespace", place, "--wait=false"]);
  });

  test("deploy names the verb and the resource when the operator does not become ready for want of them", async () => {
    const image = await project.pushVersion("v1");
    role = project.read("config/rbac/role.yaml");
    project.write("config/rbac/role.yaml", role.replace(/(- bars\n {2}verbs:\n(?: {2}- \w+\n)*?) {2}- watch\n/, "$1"));
    const { code, stderr } = await project.tsop(["deploy", "--yes", "--img", image, "--timeout", "25s"]);
    expect(code).toBe(1);
    expect(stderr).toContain("did not become ready within 25 s");
    expect(stderr).toContain("cannot watch resource");
    expect(stderr).toContain(`@rbac groups=${project.group} resources=bars verbs=watch`);
  });

  test("the operator's log names what a reconcile lacks", async () => {
    project.write("config/rbac/role.yaml", role.replace("  - configmaps\n", "  - limitranges\n"));
    await project.deploy();
    await project.applyBars(place, { poor: "nothing comes of it" });
    await eventually(async () => {
      const log = await project.log();
      expect(log).toMatch(/cannot patch resource \\"configmaps\\"/);
      expect(log).toMatch(/@rbac groups=\S* resources=configmaps verbs=patch/);
    });
    // With the rule it goes on by itself.
    project.write("config/rbac/role.yaml", role);
    await project.deploy();
    await eventually(async () => {
      expect((await project.bars(place)).get("poor")?.status?.text).toBe("nothing comes of it");
    });
  });
});
