/** A scaffolded extension API server in a pod, behind the real kube-aggregator. */
import { spawn } from "node:child_process";
import { request } from "node:https";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createLiveClient, defineKind, type HttpClient, type KubeObject, loadKubeConfig } from "../../src/index.js";
import { describeNode } from "../support/node/node-cluster.js";
import { createOperatorProject, type OperatorProject, succeeded } from "../support/node/operator-project.js";
import { report } from "../support/node/report.js";
import { eventually } from "../support/eventually.js";

describeNode("a scaffolded extension API server", (cluster) => {
  const { kubectl } = cluster;
  let project: OperatorProject;
  let client: HttpClient;
  let apiVersion: string;
  let isTrusted = false;
  beforeAll(async () => {
    const trust = await kubectl([
      "get",
      "configmap",
      "extension-apiserver-authentication",
      "-n",
      "kube-system",
      "-o",
      "json",
    ]);
    isTrusted = trust.includes('"requestheader-client-ca-file"');
    if (!isTrusted) return;
    project = await createOperatorProject(cluster, "ext");
    client = createLiveClient(await loadKubeConfig({ kubeconfig: cluster.kubeconfig, env: {}, home: "" }));
    // The CRD of Bars is in another version of the same group.
    apiVersion = `${project.group}/v1beta1`;
    for (const command of [
      ["apiserver", "--version", "v1beta1", "--kind", "Sensor"],
      ["apiserver", "--version", "v1beta1", "--kind", "Load", "--storage", "virtual", "--namespaced=false"],
      ["apiserver", "--version", "v1beta2", "--kind", "Sensor"],
      ["webhook", "--version", "v1beta2", "--kind", "Sensor", "--conversion", "--spoke", "v1beta1"],
    ]) {
      const whole = ["create", ...command, "--group", "foo"];
      succeeded(await project.tsop(whole), whole);
    }
    await project.deploy("--img", await project.pushVersion("v1"));
    await eventually(() => kubectl(["get", sensors()]));
  });
  beforeEach(({ skip }) => skip(!isTrusted, "needs kube-apiserver with --requestheader-client-ca-file"));
  afterAll(async () => {
    if (!isTrusted) return;
    client.close();
    await project.remove();
  });

  const sensors = (): string => `sensors.${project.group}`;
  const loads = (): string => `loads.${project.group}`;
  const sensor = (name: string, size: unknown): string =>
    JSON.stringify({ apiVersion, kind: "Sensor", metadata: { name, namespace: "default" }, spec: { size } });
  const inSecret = async (key: string): Promise<string> => {
    const name = `${project.name}-apiserver-cert`;
    const data = await kubectl(["get", "secret", name, "-n", project.namespace, "-o", `jsonpath={.data.${key}}`]);
    return Buffer.from(data, "base64").toString();
  };
  const bundle = async (): Promise<string> => {
    const name = `v1beta1.${project.group}`;
    const data = await kubectl(["get", "apiservice", name, "-o", "jsonpath={.spec.caBundle}"]);
    return Buffer.from(data, "base64").toString();
  };

  test("serves kubectl: create, apply, get, explain, delete", async () => {
    expect(await kubectl(["create", "-f", "-"], sensor("one", 3))).toContain("created");
    expect(await kubectl(["apply", "-f", "-"], sensor("two", 4))).toContain("created");
    expect(await kubectl(["apply", "-f", "-"], sensor("two", 5))).toContain("configured");
    expect(await kubectl(["apply", "--server-side", "-f", "-"], sensor("three", 6))).toContain("serverside-applied");
    const table = await kubectl(["get", sensors(), "--no-headers"]);
    expect(
      table
        .trim()
        .split("\n")
        .map((line) => line.split(/\s+/)),
    ).toEqual([
      ["one", "3"],
      ["three", "6"],
      ["two", "5"],
    ]);
    await expect(kubectl(["create", "-f", "-"], sensor("big", 11))).rejects.toThrow("spec.size");
    const lost = JSON.stringify({
      ...(JSON.parse(sensor("x", 1)) as object),
      metadata: { name: "x", namespace: "no" },
    });
    await expect(kubectl(["create", "-f", "-"], lost)).rejects.toThrow('namespaces "no" not found');
    const explain = (): Promise<string> => kubectl(["explain", "sensors.spec.size", `--api-version=${apiVersion}`]);
    await eventually(async () => expect(await explain()).toContain("A number, as an example."));
    expect(await kubectl(["delete", sensors(), "three"])).toContain("deleted");
  });

  test("serves the objects of each version in the other one", async () => {
    const newer = `${project.group}/v1beta2`;
    const other = (version: string): string => `sensors.${version}.${project.group}`;
    const seenIn = (version: string, name: string): Promise<string> =>
      kubectl(["get", other(version), name, "-o", "jsonpath={.apiVersion} {.spec.size}"]);
    await kubectl(["create", "-f", "-"], sensor("older", 7));
    expect(await seenIn("v1beta2", "older")).toBe(`${newer} 7`);
    await kubectl(["create", "-f", "-"], sensor("newer", 8).replace(apiVersion, newer));
    expect(await seenIn("v1beta1", "newer")).toBe(`${apiVersion} 8`);
    const tooBig = sensor("big", 11).replace(apiVersion, newer);
    await expect(kubectl(["create", "-f", "-"], tooBig)).rejects.toThrow("spec.size");
    await kubectl(["delete", other("v1beta1"), "older", "newer"]);
  });

  test("computes objects for each read, and a watch follows", async () => {
    expect(await kubectl(["get", loads(), "--no-headers"])).toMatch(/^example\s+\d+\n$/);
    await expect(kubectl(["delete", loads(), "example"])).rejects.toThrow("MethodNotAllowed");
    const args = ["--kubeconfig", cluster.kubeconfig, "get", loads(), "--no-headers", "--watch"];
    const watching = spawn(cluster.kubectlProgram, args, { stdio: ["ignore", "pipe", "inherit"] });
    try {
      const seen = new Set<string>();
      for await (const line of createInterface(watching.stdout)) if (seen.add(line).size === 2) break;
      expect(seen.size).toBe(2);
    } finally {
      watching.kill();
    }
  });

  test("refuses users without rights, and clients without credentials", async () => {
    const nobody = ["--as", "system:serviceaccount:default:default"];
    await expect(kubectl(["get", sensors(), ...nobody])).rejects.toThrow("Forbidden");
    await expect(kubectl(["create", "-f", "-", ...nobody], sensor("four", 1))).rejects.toThrow("Forbidden");
    await kubectl([
      "create",
      "rolebinding",
      project.name,
      `--clusterrole=${project.name}-sensor-viewer-role`,
      "--serviceaccount=default:default",
      "-n",
      "default",
    ]);
    await eventually(() => kubectl(["get", sensors(), ...nobody]));
    await expect(kubectl(["delete", sensors(), "one", ...nobody])).rejects.toThrow("Forbidden");
    await kubectl(["delete", "rolebinding", project.name, "-n", "default"]);

    const path = `/apis/${apiVersion}/sensors`;
    await withForwarded(async (port) => {
      expect(await answer(port, path)).toBe(403);
      expect(await answer(port, path, { authorization: "Bearer wrong" })).toBe(401);
      expect(await answer(port, path, { "x-remote-user": "admin", "x-remote-group": "system:masters" })).toBe(403);
      expect(await answer(port, "/readyz")).toBe(200);
    });
  });

  /** Calls with a local port that leads to the server itself, past kube-apiserver. */
  async function withForwarded(use: (port: number) => Promise<void>): Promise<void> {
    const service = `service/${project.name}-apiserver`;
    const args = ["--kubeconfig", cluster.kubeconfig, "-n", project.namespace, "port-forward", service, ":443"];
    const child = spawn(cluster.kubectlProgram, args, { stdio: ["ignore", "pipe", "inherit"] });
    try {
      for await (const line of createInterface(child.stdout)) {
        const port = /127\.0\.0\.1:(\d+) ->/.exec(line)?.[1];
        if (port === undefined) continue;
        await use(Number(port));
        return;
      }
      throw new Error("kubectl port-forward has ended");
    } finally {
      child.kill();
    }
  }

  test("replaces its certificate, and no request fails meanwhile", async () => {
    const before = { ca: await inSecret("ca\\.crt"), cert: await inSecret("tls\\.crt") };
    expect(await bundle()).toBe(before.ca);
    const Sensor = defineKind<KubeObject>(apiVersion, "Sensor");
    const state = { isOver: false, count: 0 };
    const refused: string[] = [];
    const reads = Array.from({ length: 3 }, async () => {
      while (!state.isOver) {
        await client.list(Sensor).then(
          () => (state.count += 1),
          (error: unknown) => refused.push(String(error)),
        );
      }
    });
    const rotation = async (): Promise<void> => {
      const secret = `${project.name}-apiserver-cert`;
      await kubectl(["patch", "secret", secret, "-n", project.namespace, "--type=merge", "-p", '{"data":null}']);
      await eventually(async () => expect(await inSecret("tls\\.crt")).not.toBe(before.cert));
      const log = (): Promise<string> => kubectl(["logs", "-n", project.namespace, "-l", "control-plane=apiserver"]);
      await eventually(async () => expect(await log()).toContain("using the renewed certificate"));
    };
    await rotation().finally(() => (state.isOver = true));
    await Promise.all(reads);
    report(`lists while the certificate was replaced: ${state.count}, failed: ${refused.length}`);
    expect(refused).toEqual([]);
    const ca = await inSecret("ca\\.crt");
    expect(ca).not.toBe(before.ca);
    expect(await bundle()).toBe(ca);
    expect(await kubectl(["get", sensors(), "one"])).toContain("one");
  });

  test("keeps working when it is deployed again", async () => {
    await project.deploy();
    await eventually(async () => expect(await bundle()).toBe(await inSecret("ca\\.crt")));
    await eventually(() => kubectl(["get", sensors()]));
  });

  test("leaves nothing behind", async () => {
    succeeded(await project.tsop(["undeploy", "--yes", "--delete-data", "--timeout", "300s"]));
    const kinds = "namespace,crd,apiservice,clusterrole,clusterrolebinding";
    const left = await kubectl(["get", kinds, "-o", "name"]);
    const bindings = await kubectl(["get", "rolebinding", "-n", "kube-system", "-o", "name"]);
    expect(`${left}${bindings}`.split("\n").filter((name) => name.includes(project.name))).toEqual([]);
  });
});

/** Returns the status of a response of the server itself, whose certificate is for its Service. */
function answer(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, headers, rejectUnauthorized: false }, (response) => {
      text(response).then(() => resolve(response.statusCode), reject);
    })
      .on("error", reject)
      .end();
  });
}
