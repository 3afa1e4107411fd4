/** The second half of the first tutorial: image, registry, deploy, a Bar that is reconciled, metrics, undeploy. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeNode } from "../support/node/node-cluster.js";
import { createOperatorProject, type OperatorProject, succeeded } from "../support/node/operator-project.js";
import { report } from "../support/node/report.js";
import { scrape, withForwardedPort } from "../support/node/scrape.js";
import { eventually } from "../support/eventually.js";

describeNode("the first tutorial, in a cluster", (cluster) => {
  const { kubectl } = cluster;
  let project: OperatorProject;
  /** Where the Bars are: nothing of the operator's. */
  let place: string;
  beforeAll(async () => {
    project = await createOperatorProject(cluster, "tut");
    place = `${project.name}-data`;
    await kubectl(["create", "namespace", place]);
  });
  afterAll(async () => {
    await project.remove();
    await kubectl(["delete", "namespace", place, "--wait=false"]);
  });

  test("deploy waits until the operator's pod is ready, under the restricted pod security standard", async () => {
    const image = await project.pushVersion("v1");
    // The tutorial names the image once, when it is built.
    const deployed = await project.deploy();
    expect(deployed).toContain(`Deployment ${project.namespace}/${project.name}-controller-manager created`);
    const pods = JSON.parse(await kubectl(["get", "pods", "-n", project.namespace, "-o", "json"])) as Pods;
    expect(pods.items.map(({ status }) => status.containerStatuses[0]?.ready)).toEqual([true]);
    // The namespace would take no pod of another kind.
    const careless = ["run", "careless", "-n", project.namespace, "--image", image, "--dry-run=server"];
    await expect(kubectl(careless)).rejects.toThrow('violates PodSecurity "restricted');
  });

  test("bar-sample is reconciled, with the generated rights alone", async () => {
    await kubectl(["apply", "-n", place, "-f", "-"], project.read("config/samples/foo_v1_bar.yaml"));
    await eventually(async () => expect((await project.bars(place)).get("bar-sample")?.status).toBeDefined());
    const made = await kubectl(["get", "configmap", "-n", place, "bar-sample", "-o", "jsonpath={.data.madeBy}"]);
    expect(made).toBe("v1");
    const account = `system:serviceaccount:${project.namespace}:${project.name}-controller-manager`;
    const may = (...what: string[]): Promise<string> =>
      kubectl(["auth", "can-i", ...what, "-n", place, "--as", account]).catch((error: unknown) => String(error));
    expect((await may("patch", "configmaps")).trim()).toBe("yes");
    expect(await may("get", "secrets")).not.toBe("yes");
    expect(await may("delete", "namespaces")).not.toBe("yes");
  });

  test("metrics are served to whom RBAC allows it, and tell how much memory the operator takes", async () => {
    const reader = async (name: string): Promise<string> => {
      await kubectl(["create", "serviceaccount", name, "-n", place]);
      return (await kubectl(["create", "token", name, "-n", place])).trim();
    };
    const [allowed, other] = await Promise.all([reader("prometheus"), reader("somebody")]);
    const binding = `${project.name}-prometheus`;
    const subject = `--serviceaccount=${place}:prometheus`;
    await kubectl(["create", "clusterrolebinding", binding, `--clusterrole=${project.name}-metrics-reader`, subject]);
    const service = `service/${project.name}-controller-manager-metrics-service`;
    const target = ["--kubeconfig", cluster.kubeconfig, "-n", project.namespace, service, ":8443"];
    try {
      await withForwardedPort(cluster.kubectlProgram, target, async (port) => {
        expect(await scrape(port)).toMatchObject({ status: 401 });
        expect(await scrape(port, "made-up")).toMatchObject({ status: 401 });
        expect(await scrape(port, other)).toMatchObject({ status: 403 });
        const { status, text } = await scrape(port, allowed);
        expect(status).toBe(200);
        expect(text).toMatch(/^controller_runtime_reconcile_total\{.*controller="bar".*\} [1-9]/m);
        const bytes = Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]);
        report(`the operator's resident memory: ${Math.round(bytes / 1024 ** 2)} MiB`);
        expect(bytes).toBeLessThan(128 * 1024 ** 2);
      });
    } finally {
      await kubectl(["delete", "clusterrolebinding", binding]);
    }
  });

  test("the operator starts within seconds", async () => {
    const lines = (await project.log())
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as { readonly time: string; readonly msg: string });
    const at = (text: string): number => Date.parse(lines.find(({ msg }) => msg === text)?.time ?? "");
    const pods = JSON.parse(await kubectl(["get", "pods", "-n", project.namespace, "-o", "json"])) as Pods;
    // Whole seconds, rounded down.
    const container = Date.parse(pods.items[0]?.status.containerStatuses[0]?.state.running?.startedAt ?? "");
    const first = Date.parse(lines[0]?.time ?? "");
    report(`from its first line to its first worker: ${at("workers started") - first} ms`);
    report(`from the container's start to its first line: less than ${first - container} ms`);
    expect(at("workers started") - container).toBeLessThan(20_000);
  });

  test("undeploy refuses while there are Bars, and says how many; with --delete-data their finalizers run, and nothing is left", async () => {
    await project.applyBars(place, { second: "2", third: "3" });
    await eventually(async () => expect((await project.bars(place)).get("third")?.status?.text).toBe("3"));
    const refused = await project.tsop(["undeploy", "--yes"]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("cluster/objects-exist");
    expect(refused.stderr).toContain(`3 of bars.${project.group}`);
    expect(refused.stderr).toContain("--delete-data");
    expect((await project.bars(place)).size).toBe(3);

    const gone = succeeded(await project.tsop(["undeploy", "--yes", "--delete-data"]));
    expect(gone).toContain("3 objects of the operator's kinds deleted");
    const farewells = await kubectl(["get", "configmaps", "-n", place, "-o", "name"]);
    expect(farewells.match(/farewell-\S+/g)).toEqual(["farewell-bar-sample", "farewell-second", "farewell-third"]);
    const kinds = "crd,namespace,clusterrole,clusterrolebinding,validatingwebhookconfiguration";
    const left = (await kubectl(["get", kinds, "-o", "name"]))
      .split("\n")
      .filter((line) => line.includes(project.name));
    expect(left).toEqual([`namespace/${place}`]);
    expect(succeeded(await project.tsop(["undeploy", "--yes"]))).toBe("the operator is not in the cluster\n");
  });
});

interface Pods {
  readonly items: readonly {
    readonly status: {
      readonly containerStatuses: readonly {
        readonly ready: boolean;
        readonly state: { readonly running?: { readonly startedAt: string } };
      }[];
    };
  }[];
}
