import { existsSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { chooseCluster } from "../../src/commands/choose-cluster.js";
import { type ClusterNode, isNodeHere } from "../../src/commands/local-cluster.js";
import { recordingContext, type RecordingOptions } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";

function kubeconfig(server: string): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "c", cluster: { server } }],
    users: [{ name: "u", user: { token: "t" } }],
    contexts: [{ name: "production", context: { cluster: "c", user: "u" } }],
    "current-context": "production",
  });
}

function contextFor(server: string, options: Omit<RecordingOptions, "cwd"> = {}) {
  const cwd = tempFolder({ kubeconfig: kubeconfig(server) });
  return recordingContext({ ...options, cwd, env: { KUBECONFIG: path.join(cwd, "kubeconfig") } });
}

describe("a cluster of this machine that does not run", () => {
  test.each([
    "https://127.0.0.1:6443",
    "https://localhost:6443",
    "https://[::1]:6443",
    "https://127.8.8.8",
    "https://a.localhost",
  ])("%s is used without a question, and named first", async (server) => {
    const context = contextFor(server);
    expect((await chooseCluster({}, context)).server).toBe(server);
    expect(context.recording.notes).toEqual([`cluster: context production, server ${server}`]);
  });
});

describe("a cluster behind an address of this machine", () => {
  /** An API server that has these nodes, or answers with a status. */
  async function serverWith(answer: readonly object[] | number | "silent") {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      if (answer === "silent") return;
      const isStatus = typeof answer === "number";
      response.writeHead(isStatus ? answer : 200, { "content-type": "application/json" });
      const status = {
        kind: "Status",
        apiVersion: "v1",
        status: "Failure",
        code: answer,
        message: "no",
        reason: "Forbidden",
      };
      response.end(
        JSON.stringify(isStatus ? status : { kind: "NodeList", apiVersion: "v1", metadata: {}, items: answer }),
      );
    });
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
  }
  const node = (name: string, address?: string, more: object = {}): object => ({
    metadata: { name },
    status: { addresses: address === undefined ? [] : [{ type: "InternalIP", address }] },
    ...more,
  });

  test.each<[string, readonly object[] | number]>([
    ["has nodes elsewhere: it is the end of a tunnel", [node("a", "203.0.113.7")]],
    [
      "has nodes elsewhere beside one of kind",
      [node("k", "203.0.113.7", { spec: { providerID: "kind://docker/a/b" } }), node("a", "203.0.113.7")],
    ],
    ["has a node without an address", [node("a")]],
    ["has a node with loopback's", [node("a", "127.0.0.1")]],
    ["has a node with no address", [node("a", "x")]],
    ["forbids access to its nodes", 403],
    ["rejects all users", 401],
    ["is no API server", 404],
    ["has nodes of another form", [{}]],
    ["has nodes of another form in the address", [{ metadata: { name: "a" }, status: { addresses: [null] } }]],
  ])("that %s must be confirmed, once", async (_, answer) => {
    const { url } = await serverWith(answer);
    const context = contextFor(url);
    await expect(chooseCluster({}, context)).rejects.toMatchObject({
      code: "cluster/not-confirmed",
      message: expect.stringContaining("the end of a tunnel") as string,
    });
    await chooseCluster({ yes: true }, context);
    await expect(chooseCluster({}, context)).resolves.toMatchObject({ server: url });
  });

  test.each<[string, readonly object[]]>([
    [
      "kind",
      [node("kind-control-plane", "172.18.0.2", { spec: { providerID: "kind://docker/kind/kind-control-plane" } })],
    ],
    ["k3d", [node("k3d-a-server-0", "172.19.0.3", { spec: { providerID: "k3s://k3d-a-server-0" } })]],
    ["Docker Desktop", [node("docker-desktop", "192.168.65.3")]],
    ["minikube", [{ metadata: { name: "m", labels: { "minikube.k8s.io/name": "m" } } }]],
    ["no nodes, where nothing runs", []],
  ])("of %s is used without a question", async (_, nodes) => {
    const { url } = await serverWith(nodes);
    await expect(chooseCluster({}, contextFor(url))).resolves.toMatchObject({ server: url });
  });

  test("that was confirmed is not asked", async () => {
    const { url, asked } = await serverWith([node("a", "203.0.113.7")]);
    const context = contextFor(url);
    await chooseCluster({ yes: true }, context);
    const before = asked.length;
    await chooseCluster({}, context);
    expect(asked).toHaveLength(before);
  });

  test("a node is here where its address is one of this machine, or behind one of its bridges", () => {
    const own = (address: string, cidr: string, internal = false) => [
      { address, cidr, internal, family: "IPv4" as const, netmask: "", mac: "" },
    ];
    const interfaces = {
      lo: own("127.0.0.1", "127.0.0.1/8", true),
      eth0: own("10.1.2.3", "10.1.2.3/24"),
      docker0: own("172.17.0.1", "172.17.0.1/16"),
    };
    const isHere = (address: string) => isNodeHere(node("a", address) as ClusterNode, interfaces);
    expect(["10.1.2.3", "172.17.5.5"].map(isHere)).toEqual([true, true]);
    // A neighbour in the office, another network, loopback.
    expect(["10.1.2.4", "172.18.0.2", "127.0.0.1", "::1", "nowhere"].map(isHere)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("a cluster elsewhere", () => {
  const server = "https://10.0.0.1:6443";

  test.each([server, "https://127.0.0.1.evil.example", "https://localhost.example"])(
    "%s is rejected without a terminal to confirm it, with the command to type",
    async (address) => {
      await expect(chooseCluster({}, contextFor(address))).rejects.toMatchObject({
        code: "cluster/not-confirmed",
        hint: expect.stringContaining("--yes") as string,
      });
    },
  );

  test("is used with --yes, and remembered for the project", async () => {
    const context = contextFor(server);
    await chooseCluster({ yes: true }, context);
    await expect(chooseCluster({}, context)).resolves.toMatchObject({ server });
  });

  test("is asked about on a terminal", async () => {
    const context = contextFor(server, { answer: true });
    await chooseCluster({}, context);
    await chooseCluster({}, context);
    expect(context.recording.questions).toEqual(["Is this the right cluster?"]);
  });

  test("is not used, nor remembered, after a no", async () => {
    const context = contextFor(server, { answer: false });
    await expect(chooseCluster({}, context)).rejects.toMatchObject({ code: "cluster/not-confirmed" });
    expect(existsSync(path.join(context.cwd, ".tsop"))).toBe(false);
  });

  test("under the same context name but another address is asked about again", async () => {
    const context = contextFor(server);
    await chooseCluster({ yes: true }, context);
    const moved = tempFolder({ kubeconfig: kubeconfig("https://10.0.0.2:6443") });
    const options = { kubeconfig: path.join(moved, "kubeconfig") };
    await expect(chooseCluster(options, context)).rejects.toMatchObject({ code: "cluster/not-confirmed" });
  });

  test("that a damaged memory may have named is asked about again", async () => {
    const context = contextFor(server);
    await chooseCluster({ yes: true }, context);
    writeFileSync(path.join(context.cwd, ".tsop/clusters.json"), "{ not json");
    await expect(chooseCluster({}, context)).rejects.toMatchObject({ code: "cluster/not-confirmed" });
  });
});
