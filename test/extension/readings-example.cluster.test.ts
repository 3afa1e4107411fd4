/** The example readings through kubectl: behind the embedded API server, it prints the same as behind the real one. */
import { execFile, spawn } from "node:child_process";
import { cpSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Pod, ServiceAccount } from "../../src/k8s/core/v1.js";
import { defineKind, type KubeObject } from "../../src/kube/objects.js";
import { describeCluster } from "../support/cluster.js";
import { exampleFolder } from "../support/examples/example-folders.js";
import { tempFolder } from "../support/temp-folder.js";
import { type MainServer, startEmbeddedServer, startRealServer } from "./main-server.js";
import { buildProject, type SpawnedServer, spawnServer } from "./spawned-server.js";

const kinds = ["Reading", "Measurement"].map((kind) => defineKind<KubeObject>("metrics.abc.com/v1", kind));

interface Side {
  readonly main: MainServer;
  readonly server: SpawnedServer;
}

describeCluster("the example readings", (cluster) => {
  let real: Side;
  let embedded: Side;
  beforeAll(async () => {
    const sides = [startRealServer(), startEmbeddedServer()].map((started) => started.then(openSide));
    [real, embedded] = (await Promise.all(sides)) as [Side, Side];
  });
  afterAll(async () => {
    for (const { main, server } of [real, embedded]) {
      await server.stop();
      await main.stop();
    }
  });

  const kubectlOf = ({ main }: Side, args: readonly string[]): [string, string[]] => [
    path.join(cluster().assets, "kubectl"),
    ["--kubeconfig", main.kubeconfig, ...args],
  ];

  /** Returns the output of kubectl, also of one that fails. */
  async function run(side: Side, args: readonly string[], input = ""): Promise<string> {
    const running = promisify(execFile)(...kubectlOf(side, args));
    running.child.stdin?.end(input);
    const { stdout, stderr } = await running.catch((error: unknown) => error as { stdout: string; stderr: string });
    return `${stdout}${stderr}`.replaceAll(/\b\d+s\b/g, "AGE");
  }

  /** Returns the output behind the real API server, which that behind the embedded one equals. */
  async function both(command: string, input?: string): Promise<string> {
    const args = command.split(" ");
    const [expected, got] = await Promise.all([run(real, args, input), run(embedded, args, input)]);
    expect(got, command).toBe(expected);
    return expected;
  }

  test("get prints tables like kubectl top, in the order and the selection that the flags name", async () => {
    expect(await both("apply -f examples/readings/config/samples/metrics_v1_measurement.yaml")).toContain("created");
    expect(trimmed(await both("get readings"))).toBe(`NAME   CPU    CPU%   MEMORY   MEMORY%
db
web    120m   48     48Mi     75
`);
    expect(trimmed(await both("get rd -o wide")))
      .toBe(`NAME   CPU    CPU%   MEMORY   MEMORY%   CPU REQUEST   MEMORY REQUEST   NODE
db                                      1000m                          node-1
web    120m   48     48Mi     75        250m          64Mi
`);
    expect(await both("get measurements")).toBe("NAME   CPU    MEMORY   AGE\nweb    120m   48Mi     AGE\n");
    expect(await both("get readings -l app=web -o name")).toBe("reading.metrics.abc.com/web\n");
    expect(await both("get readings --field-selector status.node=node-1 -o name")).toBe("reading.metrics.abc.com/db\n");
    expect(await both("get readings -A --sort-by=.metadata.name --no-headers")).toContain("default   web");
    expect(await both("get reading web -o jsonpath={.status}{.metadata.uid}")).toContain('"percent":48');
    expect(await both("get readings -n empty")).toBe("No resources found in empty namespace.\n");
    expect(await both("get reading absent")).toContain('readings.metrics.abc.com "absent" not found');
    expect(await both("get readings --field-selector status.cpu=1")).toContain("field label not supported");
  });

  test("explain prints the comments of the types", async () => {
    // kube-apiserver fetches the OpenAPI of other servers now and then.
    await expect.poll(() => run(real, ["explain", "readings"])).toContain("DESCRIPTION");
    expect(await both("explain readings")).toContain("Reading compares what a Pod uses with what it requests.");
    expect(await both("explain readings --recursive")).toMatch(/percent\s+<integer>/);
    expect(await both("explain rd.status.cpu.percent")).toContain("in percent of its request");
    expect(await both("explain measurement.spec")).toContain("cpu\t<Object> -required-");
    expect(await both("explain readings.status.disk")).toContain("does not exist");
    expect(await both("api-resources --api-group metrics.abc.com -o wide")).toContain("get,list,watch");
  });

  test("refuses what the kinds, the rules and RBAC do not allow", async () => {
    expect(await both("delete reading web")).toContain("MethodNotAllowed");
    const odd = { apiVersion: "metrics.abc.com/v1", kind: "Measurement", metadata: { name: "odd" } };
    const apply = (spec: object): Promise<string> => both("apply -f -", JSON.stringify({ ...odd, spec }));
    expect(await apply({ cpu: "-1", memory: "1e1.5" })).toContain('* spec.cpu: Invalid value: "-1"');
    expect(await apply({ cpu: "much" })).toContain("spec.memory: Required value");
    expect(await both("get readings --as jane")).toContain('User "jane" cannot list resource "readings"');
    await both("create clusterrole viewer --verb=get,list,watch --resource=readings.metrics.abc.com");
    await both("create rolebinding viewer --clusterrole=viewer --user=jane");
    await expect.poll(() => both("auth can-i list readings --as jane")).toBe("yes\n");
    // The server keeps a refusal for ten seconds.
    await expect.poll(() => run(real, ["get", "rd", "web", "--as", "jane"])).toContain("120m");
    expect(await both("get rd web --as jane")).toContain("120m");
    expect(await both("get readings -A --as jane")).toContain("at the cluster scope");
  });

  test("a watch prints each change", async () => {
    const changes = ["apply -f -", "delete pod db --force --grace-period=0"];
    const input = JSON.stringify({
      ...{ apiVersion: "metrics.abc.com/v1", kind: "Measurement", metadata: { name: "db" } },
      spec: { cpu: "1.5", memory: "2Gi" },
    });
    const follow = async (side: Side): Promise<string[]> => {
      const args = ["get", "readings", "--watch", "--output-watch-events", "--field-selector", "metadata.name=db"];
      const watching = spawn(...kubectlOf(side, args), { stdio: ["ignore", "pipe", "inherit"] });
      try {
        const lines = createInterface(watching.stdout)[Symbol.asyncIterator]();
        const next = async (): Promise<string> => String((await lines.next()).value).trimEnd();
        const seen = [await next(), await next()];
        for (const change of changes) {
          await run(side, change.split(" "), input);
          seen.push(await next());
        }
        return seen;
      } finally {
        watching.kill();
      }
    };
    const [expected, got] = await Promise.all([follow(real), follow(embedded)]);
    expect(expected.slice(2).map((line) => line.split(/\s+/))).toEqual([
      ["MODIFIED", "db", "1500m", "150", "2048Mi"],
      ["DELETED", "db", "1500m", "150", "2048Mi"],
    ]);
    expect(got).toEqual(expected);
  });
});

/** Returns a table without the spaces that end its lines. */
function trimmed(table: string): string {
  return table.replaceAll(/ +$/gm, "");
}

async function openSide(main: MainServer): Promise<Side> {
  const root = tempFolder();
  const isSource = (file: string): boolean => !/\/(?:node_modules|dist|\.tsop)$/.test(file);
  cpSync(exampleFolder("readings"), root, { recursive: true, filter: isSource });
  await buildProject(root);
  const server = await spawnServer(root, main.kubeconfig, kinds);
  const { client } = server;
  await client.apply<ServiceAccount>({
    ...{ apiVersion: "v1", kind: "ServiceAccount", metadata: { namespace: "default", name: "default" } },
  });
  const pod = (name: string, spec: object, requests: Record<string, string>): Pod => ({
    ...{ apiVersion: "v1", kind: "Pod", metadata: { namespace: "default", name, labels: { app: name } } },
    spec: {
      ...spec,
      automountServiceAccountToken: false,
      containers: [{ name: "main", image: name, resources: { requests } }],
    },
  });
  await client.create(pod("web", {}, { cpu: "250m", memory: "64Mi" }));
  await client.create(pod("db", { nodeName: "node-1" }, { cpu: "1" }));
  return { main, server };
}
