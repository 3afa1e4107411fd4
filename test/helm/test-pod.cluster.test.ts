/** The test of a chart: a Pod that the API server accepts, whose program finds a kind or an operator that is missing. */
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { execa } from "execa";
import { parse } from "yaml";
import { expect, onTestFinished, test } from "vitest";
import { helmChart } from "../../src/commands/helm-chart.js";
import { createSelfSignedCertificate } from "../../src/core/issue-certificates.js";
import { describeCluster } from "../support/cluster.js";
import { hasHelm, helm, helmReason, parseObjects } from "../support/helm.js";
import { recordingContext } from "../support/recording-context.js";
import { scaffold } from "../support/scaffolds.js";
import { tempFolder, writeFiles } from "../support/temp-folder.js";

interface Pod {
  readonly spec: {
    readonly containers: readonly [
      {
        readonly args: readonly [string, string];
        readonly env: readonly { readonly name: string; readonly value: string }[];
      },
    ];
  };
}

async function testPod(...flags: readonly string[]): Promise<{ readonly text: string; readonly pod: Pod }> {
  const cwd = tempFolder(await scaffold({ apis: [{ group: "foo", version: "v1", kind: "Bar" }], isGenerated: true }));
  await helmChart({ img: "registry.example.com/demo:v1" }, recordingContext({ cwd }));
  const only = ["--show-only", "templates/tests/test.yaml", "--namespace", "default", ...flags];
  const { stdout, all, exitCode } = await helm(["template", "demo", "charts/demo", ...only], { cwd });
  if (exitCode !== 0) throw new Error(all);
  return { text: stdout, pod: parse(stdout) as Pod };
}

/** A server in place of the API server and the operator. */
async function startServer(answer: (path: string) => { readonly status: number; readonly body?: object }) {
  const { cert, key } = await createSelfSignedCertificate(Date.now());
  const paths: string[] = [];
  const server = createServer({ cert, key }, ({ url = "" }, response) => {
    paths.push(url);
    const { status, body = {} } = answer(url);
    response.writeHead(status).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const account = tempFolder();
  writeFiles(account, { token: "t", "ca.crt": cert });
  return { port: String((server.address() as AddressInfo).port), account, paths };
}

/** Runs the program of the pod, as the kubelet starts it, with the server in place of the cluster. */
async function run({ spec }: Pod, { port, account }: { readonly port: string; readonly account: string }) {
  const [{ args, env }] = spec.containers;
  // The certificate of the server is for the name localhost. One attempt is enough here.
  const script = args[1].replace("/var/run/secrets/kubernetes.io/serviceaccount", account).replace("=== 30", "=== 1");
  const { exitCode, stdout, stderr } = await execa(process.execPath, [args[0], script], {
    reject: false,
    env: {
      ...Object.fromEntries(env.map(({ name, value }) => [name, value])),
      ...{ KUBERNETES_SERVICE_HOST: "localhost", KUBERNETES_SERVICE_PORT: port },
      ...{ DEMO_CONTROLLER_MANAGER_METRICS_SERVICE_SERVICE_HOST: "localhost", METRICS_PORT: port },
    },
  });
  return { exitCode, lines: `${stdout}\n${stderr}`.trim().split("\n") };
}

const served = { status: 200, body: { resources: [{ kind: "Bar" }] } };

describeCluster("the test of a chart", (cluster) => {
  test.runIf(hasHelm)(`is a pod that the API server accepts${helmReason}`, async () => {
    const { text } = await testPod("--set", "serviceAccount.create=false", "--set", "serviceAccount.name=default");
    expect(parseObjects(text)).toHaveLength(1);
    const account = "apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: default\n";
    await cluster().kubectl(["apply", "-n", "default", "-f", "-"], account);
    const pod = await cluster().kubectl(["apply", "--dry-run=server", "-o", "name", "-f", "-"], text);
    expect(pod).toContain("pod/demo-test");
  });

  test.runIf(hasHelm)("succeeds if the kinds are served and the operator answers", async () => {
    const { pod } = await testPod();
    const server = await startServer((path) => (path === "/metrics" ? { status: 401 } : served));
    expect(await run(pod, server)).toEqual({
      exitCode: 0,
      lines: [
        "ok: the API server serves Bar at /apis/foo.abc.com/v1",
        "ok: the operator answers at the Service demo-controller-manager-metrics-service",
      ],
    });
    expect(server.paths).toEqual(["/apis/foo.abc.com/v1", "/metrics"]);
  });

  test.runIf(hasHelm)("fails for a kind that is not served, and for an operator that does not answer", async () => {
    const { pod } = await testPod();
    const empty = await startServer(() => ({ status: 200, body: { resources: [] } }));
    expect(await run(pod, empty)).toMatchObject({
      exitCode: 1,
      lines: [expect.stringContaining("not true: the API server serves Bar")],
    });
    const broken = await startServer((path) => (path === "/metrics" ? { status: 503 } : served));
    expect((await run(pod, broken)).lines.at(-1)).toContain("not true: the operator answers");
  });

  test.runIf(hasHelm)("asks for no metrics that are turned off", async () => {
    const { pod } = await testPod("--set", "metrics.enabled=false");
    const server = await startServer(() => served);
    expect((await run(pod, server)).exitCode).toBe(0);
    expect(server.paths).toEqual(["/apis/foo.abc.com/v1"]);
  });
});
