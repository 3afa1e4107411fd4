/** An operator whose pods change under it: to another image, to two replicas, and by the death of the one that leads. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { killContainer } from "../support/node/kill-container.js";
import { describeNode } from "../support/node/node-cluster.js";
import { createOperatorProject, type OperatorProject } from "../support/node/operator-project.js";
import { report } from "../support/node/report.js";
import { eventually } from "../support/eventually.js";

describeNode("an operator that is changed while it works", (cluster) => {
  const { kubectl } = cluster;
  let project: OperatorProject;
  let place: string;
  beforeAll(async () => {
    project = await createOperatorProject(cluster, "upg");
    place = `${project.name}-data`;
    await kubectl(["create", "namespace", place]);
    await project.deploy("--img", await project.pushVersion("v1"));
  });
  afterAll(async () => {
    await project.remove();
    await kubectl(["delete", "namespace", place, "--wait=false"]);
  });

  /** Writes a Bar every moment, now a new one and now an old one again, until `work` has ended. */
  async function whileWriting<T>(work: Promise<T>): Promise<T> {
    const state = { isOver: false };
    const ended = work.finally(() => (state.isOver = true));
    for (let count = 0; !state.isOver; count += 1) {
      await project.applyBars(place, {
        [`bar-${count}`]: `new ${count}`,
        [`bar-${Math.floor(count / 2)}`]: `again ${count}`,
      });
    }
    return ended;
  }

  async function expectAllReconciled(): Promise<number> {
    return eventually(async () => {
      const bars = [...(await project.bars(place)).values()];
      expect(bars.filter(({ spec, status }) => status?.text !== spec.text)).toEqual([]);
      const made = JSON.parse(await kubectl(["get", "configmaps", "-n", place, "-o", "json"])) as ConfigMaps;
      const texts = new Map(made.items.map(({ metadata, data }) => [metadata.name, data?.text]));
      expect(bars.filter(({ metadata, spec }) => texts.get(metadata.name) !== spec.text)).toEqual([]);
      return bars.length;
    });
  }

  const leader = async (): Promise<string> => {
    const leases = await kubectl([
      "get",
      "leases",
      "-n",
      project.namespace,
      "-o",
      "jsonpath={.items[*].spec.holderIdentity}",
    ]);
    return leases.split(" ").find((holder) => holder.startsWith(`${project.name}-controller-manager`)) ?? "";
  };

  test("a rollout to another image loses no reconcile of objects that are written meanwhile", async () => {
    const image = await project.pushVersion("v2");
    expect(await whileWriting(project.deploy("--img", image))).toMatch(/Deployment \S+ configured/);
    const count = await expectAllReconciled();
    report(`written during the rollout, and reconciled: ${count} objects`);
    // The new version has reconciled the unchanged objects as well.
    await eventually(async () => {
      const made = JSON.parse(await kubectl(["get", "configmaps", "-n", place, "-o", "json"])) as ConfigMaps;
      const versions = made.items.flatMap(({ data }) => data?.madeBy ?? []);
      expect(versions.length).toBe(count);
      expect(new Set(versions)).toEqual(new Set(["v2"]));
    });
  });

  test("of two replicas, the other goes on when the one that leads is killed", async () => {
    const manager = project.read("config/manager/manager.yaml");
    project.write("config/manager/manager.yaml", manager.replace("replicas: 1", "replicas: 2"));
    expect(await project.deploy()).toMatch(/Deployment \S+ configured/);
    const killed = await leader();
    expect(killed).not.toBe("");
    const how = await killContainer(cluster, project.namespace, killed.replace(/_.*/s, ""));
    const start = performance.now();
    await project.applyBars(place, { "after-death": "still here" });
    await eventually(async () => {
      expect((await project.bars(place)).get("after-death")?.status?.text).toBe("still here");
    });
    report(
      `from the leader's death (${how}) to the next reconcile: ${((performance.now() - start) / 1000).toFixed(1)} s`,
    );
    const next = await leader();
    expect(next).not.toBe(killed);
    await expectAllReconciled();
  });
});

interface ConfigMaps {
  readonly items: readonly {
    readonly metadata: { readonly name: string };
    readonly data?: { readonly text?: string; readonly madeBy?: string };
  }[];
}
