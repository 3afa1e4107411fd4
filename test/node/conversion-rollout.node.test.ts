/** A kind that gets a second version, and loses it again, while clients read and write both all the time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLiveClient, type HttpClient, loadKubeConfig } from "../../src/index.js";
import { describeNode } from "../support/node/node-cluster.js";
import { createOperatorProject, type OperatorProject } from "../support/node/operator-project.js";
import { report } from "../support/node/report.js";
import { eventually } from "../support/eventually.js";
import { showTallies, type Tally, type VersionedKind, whileUsing } from "../support/node/version-load.js";
import { addSecondVersion, secondController } from "../support/node/versioned-operator.js";

describeNode("an operator whose kind gets a second version with a conversion", (cluster) => {
  const { kubectl } = cluster;
  let project: OperatorProject;
  let client: HttpClient;
  let place: string;
  let kind: VersionedKind;
  let images: { first: string; second: string; third: string };
  let before: OperatorProject["snapshot"] extends () => infer Result ? Result : never;
  beforeAll(async () => {
    project = await createOperatorProject(cluster, "cnv");
    client = createLiveClient(await loadKubeConfig({ kubeconfig: cluster.kubeconfig, env: {}, home: "" }));
    place = `${project.name}-data`;
    kind = {
      ...{ group: project.group, plural: "bars", kind: "Bar", namespace: place },
      specs: { v1: (text) => ({ text }), v2: (message) => ({ message }) },
    };
    await kubectl(["create", "namespace", place]);
    const first = await project.pushVersion("v1");
    before = project.snapshot();
    await project.deploy("--img", first);
    await project.applyBars(place, { "old-1": "one", "old-2": "two", "old-3": "three" });
    await addSecondVersion(project);
    const build = (version: string): Promise<string> =>
      project.pushVersion(version, secondController(project.group, version));
    images = { first, second: await build("v2"), third: await build("v3") };
  });
  afterAll(async () => {
    client.close();
    await project.remove();
    await kubectl(["delete", "namespace", place, "--wait=false"]);
  });

  async function deployUnderLoad(what: string, image: string): Promise<(version: string) => Tally> {
    const { result, tallies } = await whileUsing(client, kind, project.deploy("--img", image));
    report(`${what}: ${showTallies(tallies)}`);
    expect(result).toMatch(/Deployment \S+ configured/);
    const tallyOf = (version: string): Tally => tallies.get(version)!;
    for (const tally of tallies.values()) expect(tally.failed.slice(0, 3)).toEqual([]);
    expect(tallyOf("v1").turns).toEqual([["answered"], ["answered"]]);
    expect(tallyOf("v1").answered).toBeGreaterThan(100);
    return tallyOf;
  }

  test("the upgrade fails no request of either version, and serves the new one when the command ends", async () => {
    const tallyOf = await deployUnderLoad("upgrade", images.second);
    expect(tallyOf("v2").turns).toEqual(Array(2).fill(["unserved", "answered"]));
    expect(tallyOf("v2").answered).toBeGreaterThan(100);
    // Old objects are seen in the new version, and reconciled by it.
    const message = ["get", `bars.v2.${project.group}`, "old-1", "-n", place, "-o", "jsonpath={.spec.message}"];
    expect(await kubectl(message)).toBe("one");
    await eventually(async () => {
      const path = ["-n", place, "-o", "jsonpath={.data.madeBy}"];
      expect(await kubectl(["get", "configmap", "old-1", ...path])).toBe("v2");
    });
  });

  test("another image of the same versions fails no request", async () => {
    const tallyOf = await deployUnderLoad("next image", images.third);
    expect(tallyOf("v2").turns).toEqual([["answered"], ["answered"]]);
    expect(tallyOf("v2").answered).toBeGreaterThan(100);
  });

  test("pods that are all replaced at once can read objects that need a conversion", async () => {
    await kubectl(["delete", "pods", "-n", project.namespace, "-l", "control-plane=controller-manager", "--now"]);
    await eventually(async () => {
      expect(await kubectl(["get", `bars.v2.${project.group}`, "-n", place])).toContain("old-1");
    });
    await project.applyBars(place, { "old-1": "again" });
    await eventually(async () => {
      const text = ["get", "configmap", "old-1", "-n", place, "-o", "jsonpath={.data.text}"];
      expect(await kubectl(text)).toBe("again");
    });
  });

  test("the rollback stops serving the new version, and fails no request of the old one", async () => {
    before.restore();
    const tallyOf = await deployUnderLoad("rollback", images.first);
    expect(tallyOf("v2").turns).toEqual(Array(2).fill(["answered", "unserved"]));
    await project.applyBars(place, { "old-2": "after the rollback" });
    await eventually(async () => {
      const text = ["get", "configmap", "old-2", "-n", place, "-o", "jsonpath={.data}"];
      expect(JSON.parse(await kubectl(text))).toEqual({ text: "after the rollback", madeBy: "v1" });
    });
  });
});
