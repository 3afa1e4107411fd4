import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { DoctorOptions } from "../../src/commands/declared/others.js";
import { findingsIn, of } from "../support/doctor-findings.js";
import { healthyProject } from "../support/healthy-project.js";
import { snapshot, tempFolder } from "../support/temp-folder.js";

test("a project as it is scaffolded is well, and nothing is written", async () => {
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
  test("there is nothing to say of one", async () => {
    const { findings, exitCode } = await findingsIn(tempFolder());
    expect(findings.filter(({ check }) => check.startsWith("project/"))).toMatchObject([
      { check: "project/file", status: "skipped" },
    ]);
    expect(exitCode).toBe(0);
  });

  test("a package.json with tsop is of a project whose PROJECT is gone", async () => {
    const root = tempFolder({ "package.json": '{ "dependencies": { "tsop": "1" } }' });
    const { findings, exitCode } = await findingsIn(root);
    expect(findings).toContainEqual(
      expect.objectContaining({ check: "project/file", status: "failure", code: "project/not-found" }),
    );
    expect(exitCode).toBe(1);
  });
});

describe("the machine", () => {
  test("a folder of binaries that lacks one, and one that is not there", async () => {
    const assets = tempFolder({ etcd: "" });
    const found = async (folder: string) =>
      of((await findingsIn(tempFolder(), { KUBEBUILDER_ASSETS: folder })).findings, "machine/envtest");
    expect(await found(assets)).toMatchObject([
      ["failure", `KUBEBUILDER_ASSETS: there is no program etcd, kube-apiserver in ${assets}`, expect.any(String)],
    ]);
    expect(await found(`${assets}/x`)).toMatchObject([
      ["failure", `KUBEBUILDER_ASSETS names ${assets}/x, which is not there`, expect.any(String)],
    ]);
  });

  test("certificates that are not there, and a file that has none", async () => {
    const folder = tempFolder({ "ca.pem": "hello" });
    const found = async (file: string) =>
      of((await findingsIn(folder, { NODE_EXTRA_CA_CERTS: file })).findings, "machine/ca-certs");
    expect(await found("/nowhere.pem")).toMatchObject([
      ["failure", "NODE_EXTRA_CA_CERTS names /nowhere.pem, which cannot be read", expect.any(String)],
    ]);
    expect(await found(`${folder}/ca.pem`)).toMatchObject([
      ["failure", `NODE_EXTRA_CA_CERTS names ${folder}/ca.pem, which has no certificate in PEM`, expect.any(String)],
    ]);
  });

  test("a proxy that answers, one that does not, and what is none; never its password", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const found = async (value: string) =>
      of((await findingsIn(tempFolder(), { HTTPS_PROXY: value })).findings, "machine/proxy");
    expect(await found(`http://me:secret@127.0.0.1:${port}`)).toMatchObject([
      ["ok", `HTTPS_PROXY http://…@127.0.0.1:${port} answers`, undefined],
    ]);
    expect(await found("127.0.0.1:1")).toMatchObject([
      ["failure", "nobody answers at 127.0.0.1:1, which HTTPS_PROXY names", expect.any(String)],
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
    ["a user that is not there", config({ user: "x" }), "cluster/invalid-kubeconfig", "cluster/kubeconfig"],
    ["no address", config({}, { server: "nowhere" }), "cluster/invalid-kubeconfig", "cluster/kubeconfig"],
    ["nobody listens", config({}), "cluster/unreachable", "cluster/server"],
    ["no such name", config({}, { server: "https://no-such-host.invalid" }), "cluster/unreachable", "cluster/server"],
  ])("%s", async (_, text, code, check) => {
    const kubeconfig = path.join(tempFolder({ kubeconfig: text }), "kubeconfig");
    const { findings, exitCode } = await findingsIn(tempFolder(), { KUBECONFIG: kubeconfig }, { kubeconfig });
    expect(findings).toContainEqual(expect.objectContaining({ check, status: "failure", code }));
    expect(exitCode).toBe(1);
  });

  test("a context that is misspelt, with the one that was meant", async () => {
    const kubeconfig = path.join(tempFolder({ kubeconfig: config({}) }), "kubeconfig");
    const { findings } = await findingsIn(tempFolder(), {}, { kubeconfig, context: "hre" });
    expect(of(findings, "cluster/kubeconfig")).toMatchObject([
      ["failure", `${kubeconfig} has no context "hre"`, 'Did you mean "here"? It has here.'],
    ]);
  });

  test("a cluster that does not run is no failure, unless one was named", async () => {
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
