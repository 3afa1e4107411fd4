/** Modes of an operator, where pods run: one namespace, every node, several replicas, no metrics, any user. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeNode } from "../support/node/node-cluster.js";
import { createOperatorProject, type OperatorProject, succeeded } from "../support/node/operator-project.js";
import { eventually } from "../support/eventually.js";

/** The changes that OpenShift makes to a pod: a user of the namespace's range, and a group for files that the pod does not name. */
const openShift = `resources:
- ../default
patches:
- target:
    kind: Deployment|DaemonSet
  patch: |-
    - op: add
      path: /spec/template/spec/securityContext/runAsUser
      value: 1000650000
    - op: add
      path: /spec/template/spec/securityContext/fsGroup
      value: 1000650000
`;

describeNode("an operator", (cluster) => {
  const { kubectl } = cluster;
  let project: OperatorProject;
  let elsewhere: string;
  let image: string;

  beforeAll(async () => {
    project = await createOperatorProject(cluster, "modes");
    elsewhere = `${project.name}-data`;
    await kubectl(["create", "namespace", elsewhere]);
    image = await project.pushVersion("v1");
  });
  afterAll(async () => {
    await project.remove();
    // What the Bars left in the operator's own namespace keeps it there.
    await kubectl(["delete", "namespace", elsewhere, project.namespace, "--ignore-not-found", "--wait=false"]);
  });

  const edit = async (...flags: string[]): Promise<string> => succeeded(await project.tsop(["edit", ...flags]));
  const inNamespace = (...args: string[]): Promise<string> => kubectl([...args, "-n", project.namespace]);
  const pods = async (): Promise<Pod[]> => {
    const text = await inNamespace("get", "pods", "-l", "control-plane=controller-manager", "-o", "json");
    const { items } = JSON.parse(text) as { items: Pod[] };
    return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  };

  test("of one namespace, on every node, reconciles there with the generated rights, and nowhere else", async () => {
    await edit("--namespaced", "--workload", "daemonset");
    const deployed = await project.deploy("--img", image);
    expect(deployed).toContain(`DaemonSet ${project.namespace}/${project.name}-controller-manager created`);
    const nodes = JSON.parse(await kubectl(["get", "nodes", "-o", "json"])) as { items: unknown[] };
    expect(await pods()).toHaveLength(nodes.items.length);

    await project.applyBars(elsewhere, { far: "not seen" });
    await project.applyBars(project.namespace, { near: "seen" });
    await eventually(async () =>
      expect((await project.bars(project.namespace)).get("near")?.status?.text).toBe("seen"),
    );
    expect((await project.bars(elsewhere)).get("far")?.status).toBeUndefined();
    const account = `system:serviceaccount:${project.namespace}:${project.name}-controller-manager`;
    const may = (...what: string[]): Promise<string> =>
      kubectl(["auth", "can-i", ...what, "--as", account]).catch((error: unknown) => String(error));
    expect((await may("patch", "configmaps", "-n", project.namespace)).trim()).toBe("yes");
    expect((await may("patch", "configmaps", "-n", elsewhere)).trim()).not.toBe("yes");
    expect((await may("list", `bars.${project.group}`, "--all-namespaces")).trim()).not.toBe("yes");
    expect(await project.log()).not.toContain("forbidden");
  });

  test("runs as whatever user, without a file system to write to, and listens for nothing but probes without metrics", async () => {
    await edit("--metrics=false", "--namespaced=false");
    project.write("config/openshift/kustomization.yaml", openShift);
    const deployed = await project.deploy("config/openshift", "--img", image);
    expect(deployed).toMatch(/Service \S+-metrics-service pruned/);
    const script = `
      const read = (name) => require("fs").readFileSync("/proc/net/" + name, "utf8");
      const tcp = read("tcp") + read("tcp6");
      console.log(JSON.stringify({ user: process.getuid(), group: process.getgid(), tcp }));
    `;
    const [pod] = await pods();
    const said = await kubectl(["exec", "-n", project.namespace, pod!.metadata.name, "--", "node", "-e", script]);
    const { user, group, tcp } = JSON.parse(said) as { user: number; group: number; tcp: string };
    expect([user, group]).toEqual([1000650000, 0]);
    // A line of a socket that listens: number, address:port in hexadecimal digits, peer, 0A.
    const ports = [...tcp.matchAll(/^ *\d+: [0-9A-F]+:([0-9A-F]{4}) \S+ 0A /gm)].map(([, port]) =>
      Number(`0x${port!}`),
    );
    expect([...new Set(ports)]).toEqual([8081]);
    await eventually(async () => expect((await project.bars(elsewhere)).get("far")?.status?.text).toBe("not seen"));
  });

  test("of two replicas loses one at a time to evictions", async () => {
    await edit("--workload", "deployment", "--replicas", "2", "--network-policy");
    const deployed = await project.deploy("--img", image);
    expect(deployed).toMatch(/DaemonSet \S+ pruned/);
    expect(deployed).toMatch(/PodDisruptionBudget \S+ created/);
    await eventually(async () => {
      const path = "jsonpath={.status.disruptionsAllowed}";
      expect(await inNamespace("get", "pdb", `${project.name}-controller-manager`, "-o", path)).toBe("1");
      expect(await pods()).toHaveLength(2);
    });
    const evictions = await Promise.allSettled(
      (await pods()).map(({ metadata: { name } }) => {
        const eviction = {
          apiVersion: "policy/v1",
          kind: "Eviction",
          metadata: { name, namespace: project.namespace },
        };
        const path = `/api/v1/namespaces/${project.namespace}/pods/${name}/eviction`;
        return kubectl(["create", "--raw", path, "-f", "-"], JSON.stringify(eviction));
      }),
    );
    const refused = evictions.flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []));
    expect(refused).toHaveLength(1);
    expect(refused[0]).toContain("disruption budget");
    // The one that is left goes on, or takes over.
    await project.applyBars(elsewhere, { after: "the eviction" });
    await eventually(async () =>
      expect((await project.bars(elsewhere)).get("after")?.status?.text).toBe("the eviction"),
    );
  });

  test("of one replica again has no budget", async () => {
    await edit("--replicas", "1");
    const deployed = await project.deploy();
    expect(deployed).toMatch(/PodDisruptionBudget \S+ pruned/);
    await eventually(async () => expect(await pods()).toHaveLength(1));
  });
});

interface Pod {
  readonly metadata: { readonly name: string; readonly deletionTimestamp?: string };
}
