import { rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { doctor } from "../../src/commands/doctor.js";
import type { DoctorOptions } from "../../src/commands/declared/others.js";
import { takeOver } from "../../src/machinery/project-state.js";
import type { CheckedFinding, Status } from "../../src/doctor/finding.js";
import { healthyProject } from "../support/healthy-project.js";
import { recordingContext, type RecordingOptions } from "../support/recording-context.js";
import { snapshot, tempFolder, writeFiles } from "../support/temp-folder.js";

let made: Promise<Record<string, string>> | undefined;
const healthy = () => (made ??= healthyProject());

const programs: Readonly<Record<string, string>> = { npm: "11.0.0", podman: "podman version 5.0.0" };
const onExec: NonNullable<RecordingOptions["onExec"]> = (file) => ({
  exitCode: programs[file] === undefined ? 1 : 0,
  terminatedBy: undefined,
  stdout: programs[file] ?? "",
  stderr: "",
});

async function findingsIn(
  root: string,
  env: Record<string, string> = {},
  options: DoctorOptions = {},
): Promise<{ findings: CheckedFinding[]; text: string; exitCode: number | undefined }> {
  // What the machine of the tests has in its home is none of theirs.
  const context = recordingContext({
    cwd: root,
    env: { KUBECONFIG: path.join(root, "no-kubeconfig"), ...env },
    onExec,
  });
  const { json, text, exitCode } = await doctor(options, context);
  return { findings: json["findings"] as CheckedFinding[], text, exitCode };
}

function of(findings: readonly CheckedFinding[], check: string): [Status, string, string | undefined][] {
  return findings.filter((each) => each.check === check).map(({ status, message, hint }) => [status, message, hint]);
}

test("a project as it is scaffolded is well, and nothing is written", async () => {
  const root = tempFolder(await healthy());
  const before = snapshot(root);
  const { findings, text, exitCode } = await findingsIn(root);
  const bad = findings.filter(({ check, status }) => !check.startsWith("machine/") && /warning|failure/.test(status));
  expect(bad).toEqual([]);
  expect(exitCode).toBe(0);
  expect(text).toContain("project\n  ok      PROJECT: demo, domain abc.com, 1 kind\n");
  expect(snapshot(root)).toEqual(before);
});

interface Broken {
  readonly what: string;
  readonly check: string;
  readonly change: Readonly<Record<string, string | ((before: string) => string) | undefined>>;
  readonly status: Status;
  readonly message: RegExp;
  readonly hint: RegExp | undefined;
}

const json = (change: (value: Record<string, Record<string, string>>) => void) => (before: string) => {
  const value = JSON.parse(before) as Record<string, Record<string, string>>;
  change(value);
  return JSON.stringify(value);
};
const without = (text: string) => (before: string) => before.replace(text, "");

describe("what is wrong with a project", () => {
  test.each<Broken>([
    {
      what: "PROJECT is no YAML",
      check: "project/file",
      change: { PROJECT: "version: [" },
      status: "failure",
      message: /not valid YAML/,
      hint: /Correct this line/,
    },
    {
      what: "a script is misspelt",
      check: "project/package-json",
      change: { "package.json": without('"deploy": "tsop deploy",') },
      status: "warning",
      message: /there is no script "deploy"/,
      hint: /"deploy": "tsop deploy"/,
    },
    {
      what: "package.json is broken",
      check: "project/package-json",
      change: { "package.json": "{" },
      status: "failure",
      message: /not a JSON object/,
      hint: /Correct it/,
    },
    {
      what: "the tarball is not there",
      check: "project/package-json",
      change: { "package.json": json((value) => (value["dependencies"]!["tsop"] = "file:vendor/tsop-0.1.0-x.tgz")) },
      status: "failure",
      message: /tsop is file:vendor\/tsop-0.1.0-x.tgz, and that file is not there/,
      hint: /Commit vendor\//,
    },
    {
      what: "package.json wants another tsop than runs",
      check: "project/package-json",
      change: { "package.json": json((value) => (value["dependencies"]!["tsop"] = "^9.0.0")) },
      status: "warning",
      message: /runs here, and package.json wants \^9.0.0/,
      hint: /npm run/,
    },
    {
      what: "another tsop is installed",
      check: "project/packages",
      change: { "node_modules/tsop/package.json": '{ "version": "0.0.1" }' },
      status: "failure",
      message: /tsop 0.0.1 is installed, and package.json wants/,
      hint: /npm install/,
    },
    {
      what: "tsop is not installed",
      check: "project/packages",
      change: { "node_modules/tsop/package.json": undefined },
      status: "failure",
      message: /tsop is not installed/,
      hint: /npm install/,
    },
    {
      what: "tsconfig.json has an unknown option",
      check: "project/typescript",
      change: { "tsconfig.json": (before) => before.replace('"strict"', '"strickt"') },
      status: "failure",
      message: /strickt/,
      hint: /Correct it/,
    },
    {
      what: "tsconfig.json is not strict",
      check: "project/typescript",
      change: { "tsconfig.json": (before) => before.replace('"strict": true', '"strict": false') },
      status: "warning",
      message: /"strict" is off/,
      hint: /set it to true/,
    },
    {
      what: "another TypeScript is installed",
      check: "project/typescript",
      change: { "node_modules/typescript/package.json": '{ "version": "5.4.0" }' },
      status: "warning",
      message: /TypeScript 5.4.0 is installed, and package.json wants ~6/,
      hint: /npm install/,
    },
    {
      what: "an insertion point is misspelt",
      check: "project/insertion-points",
      change: { "main.ts": (before) => before.replace("+tsop:scaffold:builder", "+tsop:scafold:builder") },
      status: "warning",
      message: /no line "\/\/ \+tsop:scaffold:builder"/,
      hint: /It has "\/\/ \+tsop:scafold:builder"/,
    },
    {
      what: "main.ts is gone",
      check: "project/insertion-points",
      change: { "main.ts": undefined },
      status: "failure",
      message: /no main.ts/,
      hint: /Restore/,
    },
    {
      what: "a kind of PROJECT is not declared",
      check: "project/kinds",
      change: { PROJECT: (before) => before.replace("kind: Bar", "kind: Barr") },
      status: "warning",
      message: /PROJECT has Barr of foo.abc.com\/v1, which the sources do not declare/,
      hint: /They declare Bar/,
    },
    {
      what: "a kind is not in PROJECT",
      check: "project/kinds",
      change: { PROJECT: (before) => before.replace("kind: Bar", "kind: Other") },
      status: "warning",
      message: /Bar of foo.abc.com\/v1 is not in PROJECT/,
      hint: /Add it to `resources`/,
    },
    {
      what: "the controller is gone",
      check: "project/kinds",
      change: {
        "controllers/bar_controller.ts": undefined,
        "main.ts": (before) => before.replaceAll(/.*BarReconciler.*\n/g, ""),
      },
      status: "warning",
      message: /PROJECT has a controller of Bar of foo.abc.com\/v1, and there is none/,
      hint: /Restore controllers\/bar_controller.ts/,
    },
    {
      what: "the types have changed since",
      check: "project/manifests",
      change: { "api/v1/bar_types.ts": (before) => before.replace("@maximum 10", "@maximum 11") },
      status: "failure",
      message: /not what the sources generate: config\/crd\/bases\/foo.abc.com_bars.yaml/,
      hint: /npm run manifests/,
    },
    {
      what: "a generated file is gone",
      check: "project/manifests",
      change: { "config/crd/bases/foo.abc.com_bars.yaml": undefined },
      status: "failure",
      message: /not generated yet: config\/crd\/bases\/foo.abc.com_bars.yaml/,
      hint: /npm run manifests/,
    },
    {
      what: "a generated file was edited",
      check: "project/manifests",
      change: { "config/crd/bases/foo.abc.com_bars.yaml": (before) => before.replace("kind: Bar", "kind: Car") },
      status: "failure",
      message: /not what the sources generate: config\/crd\/bases\/foo.abc.com_bars.yaml/,
      hint: /npm run manifests/,
    },
    {
      what: "the sources have an error",
      check: "project/manifests",
      change: {
        "api/v1/bar_types.ts": (before) => before.replace("export interface BarSpec", "export interfac BarSpec"),
      },
      status: "failure",
      message: /Did you mean 'interface'/,
      hint: /Correct the syntax/,
    },
    {
      what: "config/default cannot be rendered",
      check: "project/render",
      change: { "config/default/kustomization.yaml": (before) => before.replace("../manager", "../manger") },
      status: "failure",
      message: /manger/,
      hint: /./,
    },
    {
      what: "a CRD is too large for kubectl apply",
      check: "project/crd-size",
      change: {
        "config/crd/bases/foo.abc.com_bars.yaml": (before) =>
          before
            .replace("kind: Bar", `kind: Bar\n    singular: ${"x".repeat(270_000)}`)
            .replace(/\n {4}singular: bar/, ""),
      },
      status: "warning",
      message: /the CRD bars.foo.abc.com has \d+ kB: `kubectl apply` cannot install it/,
      hint: /server-side/,
    },
    {
      what: ".dockerignore keeps the bundle out",
      check: "project/dockerfile",
      change: { ".dockerignore": "**\n!dst/**/*.js\n" },
      status: "failure",
      message: /dist\/main.js is kept from the image/,
      hint: /!dist\/\*\*\/\*\.js/,
    },
    {
      what: ".dockerignore has a line that its library cannot read",
      check: "project/dockerfile",
      change: { ".dockerignore": "in (*\n" },
      status: "warning",
      message: /tsop cannot read the line "in \(\*"/,
      hint: /without brackets/,
    },
    {
      what: ".gitignore lets .tsop through",
      check: "project/gitignore",
      change: { ".gitignore": without(".tsop/") },
      status: "warning",
      message: /\.tsop\/ would be committed/,
      hint: /Add this line: \.tsop\//,
    },
    {
      what: "the image is not pushed",
      check: "project/image",
      change: { ".tsop/image.json": '{ "image": "example.com/a:1", "built": { "tool": "podman" } }' },
      status: "info",
      message: /image: example.com\/a:1, built here and not pushed/,
      hint: /docker-push/,
    },
    {
      what: "a command was killed",
      check: "project/interrupted",
      change: {
        ".tsop/journal.json": JSON.stringify({
          ...{ pid: 999_999_999, start: "1", host: "elsewhere", token: "x", folders: [] },
          entries: [{ kind: "create", path: "a", hash: "" }],
        }),
      },
      status: "info", // of another machine, and fresh: it may be at work
      message: /another tsop command/,
      hint: undefined,
    },
    {
      what: "a .tsop that leads elsewhere by its journal",
      check: "project/interrupted",
      change: { ".tsop/journal.json": JSON.stringify({ pid: 1, token: "../.." }) },
      status: "failure",
      message: /journal\.json is no journal that tsop writes/,
      hint: /delete it/,
    },
  ])("$what", async ({ check, change, status, message, hint }) => {
    const files: Record<string, string> = { ...(await healthy()) };
    for (const [file, to] of Object.entries(change)) {
      const after = typeof to === "function" ? to(files[file] ?? "") : to;
      expect(after, "the change is one").not.toBe(files[file]);
      if (after === undefined) Reflect.deleteProperty(files, file);
      else files[file] = after;
    }
    const root = tempFolder();
    takeOver(root); // so that what is remembered in it counts
    writeFiles(root, files);
    const { findings, exitCode } = await findingsIn(root);
    const found = of(findings, check);
    expect(found).toContainEqual([status, expect.stringMatching(message), hint && expect.stringMatching(hint)]);
    expect(exitCode).toBe(status === "failure" ? 1 : exitCode);
  });

  test("packages that are not installed", async () => {
    const root = tempFolder(await healthy());
    rmSync(path.join(root, "node_modules"), { recursive: true });
    expect(of((await findingsIn(root)).findings, "project/packages")).toEqual([
      ["failure", "the packages are not installed", "npm install"],
    ]);
  });

  test("another folder above may keep out what is not to be committed", async () => {
    const files = Object.entries(await healthy()).filter(([file]) => file !== ".gitignore");
    const root = tempFolder({ ".git/HEAD": "", ".gitignore": "dist/\nnode_modules\n.tsop\n" });
    writeFiles(path.join(root, "operator"), Object.fromEntries(files));
    const { findings } = await findingsIn(path.join(root, "operator"));
    expect(of(findings, "project/gitignore")).toMatchObject([
      ["ok", ".gitignore keeps out what is not to be committed", undefined],
    ]);
  });
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
