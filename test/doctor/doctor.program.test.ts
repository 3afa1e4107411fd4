import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { DoctorOptions } from "../../src/commands/declared/others.js";
import { findingsIn, of } from "../support/doctor-findings.js";
import { healthyProject } from "../support/healthy-project.js";
import { snapshot, tempFolder } from "../support/temp-folder.js";

test("a scaffolded project is healthy, and doctor writes nothing", async () => {
  const root = tempFolder(await healthyProject());
  const before = snapshot(root);
  const { findings, text, exitCode } = await findingsIn(root);
  const bad = findings.filter(({ check, status }) => !check.startsWith("machine/") && /warning|failure/.test(status));
  expect(bad).toEqual([]);
  expect(exitCode).toBe(0);
  expect(text).toContain("project\n  ok      PROJECT: demo, domain abc.com, 1 kind\n");
  expect(snapshot(root)).toEqual(before);
});

describe("outside of a project", () => {
  test("it reports nothing about one", async () => {
    const { findings, exitCode } = await findingsIn(tempFolder());
    expect(findings.filter(({ check }) => check.startsWith("project/"))).toMatchObject([
      { check: "project/file", status: "skipped" },
    ]);
    expect(exitCode).toBe(0);
  });

  test("a package.json with tsop means that PROJECT is missing", async () => {
    const root = tempFolder({ "package.json": '{ "dependencies": { "tsop": "1" } }' });
    const { findings, exitCode } = await findingsIn(root);
    expect(findings).toContainEqual(
      expect.objectContaining({ check: "project/file", status: "failure", code: "project/not-found" }),
    );
    expect(exitCode).toBe(1);
  });
});

describe("the machine", () => {
  test("a folder that lacks binaries, and a missing folder", async () => {
    const assets = tempFolder({ etcd: "" });
    const found = async (folder: string) =>
      of((await findingsIn(tempFolder(), { KUBEBUILDER_ASSETS: folder })).findings, "machine/envtest");
    expect(await found(assets)).toMatchObject([
      ["failure", `KUBEBUILDER_ASSETS: the folder ${assets} does not contain etcd, kube-apiserver`, expect.any(String)],
    ]);
    expect(await found(`${assets}/x`)).toMatchObject([
      ["failure", `KUBEBUILDER_ASSETS: the folder ${assets}/x does not exist`, expect.any(String)],
    ]);
  });

  test("a missing file of certificates, and a file without certificates", async () => {
    const folder = tempFolder({ "ca.pem": "hello" });
    const found = async (file: string) =>
      of((await findingsIn(folder, { NODE_EXTRA_CA_CERTS: file })).findings, "machine/ca-certs");
    expect(await found("/nowhere.pem")).toMatchObject([
      ["failure", "NODE_EXTRA_CA_CERTS names /nowhere.pem, which tsop cannot read", expect.any(String)],
    ]);
    expect(await found(`${folder}/ca.pem`)).toMatchObject([
      ["failure", `NODE_EXTRA_CA_CERTS names ${folder}/ca.pem, which contains no PEM certificate`, expect.any(String)],
    ]);
  });

  test("a proxy that responds, one that does not, and an invalid one; never its password", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const found = async (value: string) =>
      of((await findingsIn(tempFolder(), { HTTPS_PROXY: value })).findings, "machine/proxy");
    expect(await found(`http://me:secret@127.0.0.1:${port}`)).toMatchObject([
      ["ok", `HTTPS_PROXY: the proxy http://…@127.0.0.1:${port} responds`, undefined],
    ]);
    expect(await found("127.0.0.1:1")).toMatchObject([
      ["failure", "HTTPS_PROXY: the proxy 127.0.0.1:1 does not respond", expect.any(String)],
    ]);
    expect(await found("socks5://x")).toMatchObject([
      ["failure", 'HTTPS_PROXY "socks5://x" is not an HTTP proxy', expect.any(String)],
    ]);
  });
});

describe("the kubeconfig", () => {
  const config = (context: object, cluster: object = { server: "https://127.0.0.1:1" }): string =>
    JSON.stringify({
      "current-context": "here",
      contexts: [{ name: "here", context: { cluster: "c", ...context } }],
      clusters: [{ name: "c", cluster }],
      users: [],
    });

  test.each<[string, string, string, string]>([
    ["no YAML", "a: [", "cluster/invalid-kubeconfig", "cluster/kubeconfig"],
    ["a user that does not exist", config({ user: "x" }), "cluster/invalid-kubeconfig", "cluster/kubeconfig"],
    ["no address", config({}, { server: "nowhere" }), "cluster/invalid-kubeconfig", "cluster/kubeconfig"],
    ["no server listens", config({}), "cluster/unreachable", "cluster/server"],
    [
      "an unknown host",
      config({}, { server: "https://no-such-host.invalid" }),
      "cluster/unreachable",
      "cluster/server",
    ],
  ])("%s", async (_, text, code, check) => {
    const kubeconfig = path.join(tempFolder({ kubeconfig: text }), "kubeconfig");
    const { findings, exitCode } = await findingsIn(tempFolder(), { KUBECONFIG: kubeconfig }, { kubeconfig });
    expect(findings).toContainEqual(expect.objectContaining({ check, status: "failure", code }));
    expect(exitCode).toBe(1);
  });

  test("a misspelt context, and a suggestion", async () => {
    const kubeconfig = path.join(tempFolder({ kubeconfig: config({}) }), "kubeconfig");
    const { findings } = await findingsIn(tempFolder(), {}, { kubeconfig, context: "hre" });
    expect(of(findings, "cluster/kubeconfig")).toMatchObject([
      ["failure", `${kubeconfig} has no context "hre"`, 'Did you mean "here"? Its contexts: here.'],
    ]);
  });

  test("a missing cluster is a failure only if the user requires one", async () => {
    const kubeconfig = path.join(tempFolder({ kubeconfig: config({}) }), "kubeconfig");
    const env = { KUBECONFIG: kubeconfig };
    const states = async (options: DoctorOptions, given: Record<string, string>) =>
      (await findingsIn(tempFolder(), given, options)).findings
        .filter(({ check }) => check.startsWith("cluster/"))
        .map(({ status }) => status);
    expect(await states({}, env)).toEqual(["ok", "warning"]);
    expect(await states({ cluster: true }, env)).toEqual(["ok", "failure"]);
    expect(await states({}, {})).toEqual(["skipped"]);
    expect(await states({ cluster: true }, {})).toEqual(["failure"]);
  });
});
