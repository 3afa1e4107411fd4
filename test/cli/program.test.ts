import { CommanderError } from "commander";
import { describe, expect, test } from "vitest";
import { explainCommanderError } from "../../src/cli/commander-error.js";
import { declarations } from "../../src/commands/declared/all.js";
import { describeManagerFlags } from "../../src/runtime/manager-flags.js";
import { createProgram, type RunCommand } from "../../src/cli/program/program.js";

interface Call {
  readonly command: string;
  readonly options: object;
  readonly globals: object;
}

/** The program of the real declarations, which only remembers what it would run. */
function programFor(calls: Call[] = [], written: string[] = []) {
  const record: RunCommand = ({ path }, options, globals) => {
    calls.push({ command: path, options: { ...options }, globals: { ...globals } });
    return Promise.resolve();
  };
  return createProgram(record, { write: (text) => written.push(text), columns: 100 });
}

async function parse(...argv: string[]): Promise<Call> {
  const calls: Call[] = [];
  await programFor(calls).parseAsync(argv, { from: "user" });
  return calls[0]!;
}

const text = { output: "text" };

describe("argv becomes options", () => {
  test.each<[string[], Call]>([
    [
      ["import", "crd", "crds/", "-", "--version", "v1", "--dry-run"],
      {
        command: "import crd",
        options: { sources: ["crds/", "-"], fromCluster: [], version: "v1", knownTypes: true, dryRun: true },
        globals: text,
      },
    ],
    [
      ["import", "crd", "--from-cluster", "a.b.c", "--from-cluster=d.e.f", "--context", "kind", "--no-known-types"],
      {
        command: "import crd",
        options: { sources: [], fromCluster: ["a.b.c", "d.e.f"], context: "kind", knownTypes: false },
        globals: text,
      },
    ],
    [["graph"], { command: "graph", options: {}, globals: text }],
    [
      ["graph", "--format", "svg", "--out", "a.svg", "--out=b.svg", "--check"],
      { command: "graph", options: { format: "svg", out: ["a.svg", "b.svg"], check: true }, globals: text },
    ],
    [["edit"], { command: "edit", options: {}, globals: text }],
    [
      [
        "edit",
        "--workload",
        "daemonset",
        "--namespaced",
        "--metrics=false",
        "--prometheus=false",
        "--dry-run",
        "--diff",
      ],
      {
        command: "edit",
        options: {
          workload: "daemonset",
          namespaced: true,
          metrics: false,
          prometheus: false,
          dryRun: true,
          diff: true,
        },
        globals: text,
      },
    ],
    [
      [
        "edit",
        "--network-policy",
        "--replicas",
        "3",
        "--namespaced=false",
        "--multigroup",
        "--metrics",
        "--prometheus",
      ],
      {
        command: "edit",
        options: {
          networkPolicy: true,
          replicas: "3",
          namespaced: false,
          multigroup: true,
          metrics: true,
          prometheus: true,
        },
        globals: text,
      },
    ],
    [
      ["init", "--workload=daemonset", "--metrics=false", "--network-policy", "--replicas=1", "--prometheus=false"],
      {
        command: "init",
        options: {
          workload: "daemonset",
          metrics: false,
          networkPolicy: true,
          replicas: "1",
          prometheus: false,
          install: true,
        },
        globals: text,
      },
    ],
    [["init"], { command: "init", options: { install: true }, globals: text }],
    [
      ["init", "my-operator", "--domain", "abc.com", "--license=mit", "--owner", "Zhang San", "--no-install"],
      {
        command: "init",
        options: { dir: "my-operator", domain: "abc.com", license: "mit", owner: "Zhang San", install: false },
        globals: text,
      },
    ],
    [
      ["init", "--create-api", "--api-version", "my.domain/v1", "--kind", "MyResource", "--tsop", "file:x.tgz"],
      {
        command: "init",
        options: { createApi: true, apiVersion: "my.domain/v1", kind: "MyResource", tsop: "file:x.tgz", install: true },
        globals: text,
      },
    ],
    [
      [
        "init",
        "--namespaced",
        "--multigroup",
        "--project-name",
        "p",
        "--license-file",
        "f",
        "--dry-run",
        "--diff",
        "--force",
      ],
      {
        command: "init",
        options: {
          namespaced: true,
          multigroup: true,
          projectName: "p",
          licenseFile: "f",
          dryRun: true,
          diff: true,
          force: true,
          install: true,
        },
        globals: text,
      },
    ],
    [
      ["create", "api", "--group", "foo", "--version", "v1", "--kind", "Bar"],
      { command: "create api", options: { group: "foo", version: "v1", kind: "Bar" }, globals: text },
    ],
    [
      ["create", "api", "--resource", "--controller=false", "--namespaced=false", "--plural", "p", "--short-name", "s"],
      {
        command: "create api",
        options: { resource: true, controller: false, namespaced: false, plural: "p", shortName: "s" },
        globals: text,
      },
    ],
    [
      [
        "create",
        "webhook",
        "--kind",
        "Bar",
        "--defaulting",
        "--conversion",
        "--spoke",
        "v1,v2",
        "--spoke",
        "v3",
        "--cert-manager",
      ],
      {
        command: "create webhook",
        options: { kind: "Bar", defaulting: true, conversion: true, spoke: ["v1,v2", "v3"], certManager: true },
        globals: text,
      },
    ],
    [["edit", "--cert-manager=false"], { command: "edit", options: { certManager: false }, globals: text }],
    [
      ["-C", "dir", "manifests", "--check"],
      { command: "manifests", options: { generators: [], check: true }, globals: { ...text, directory: "dir" } },
    ],
    [
      ["manifests", "crd", "samples", "--out=deploy", "--crd-dir", "crds", "--stdout"],
      {
        command: "manifests",
        options: { generators: ["crd", "samples"], out: "deploy", crdDir: "crds", stdout: true },
        globals: text,
      },
    ],
    [
      ["manifests", "--watch", "--rbac-dir=a", "--samples-dir=b", "--dry-run", "--diff", "--output=sarif"],
      {
        command: "manifests",
        options: { generators: [], watch: true, rbacDir: "a", samplesDir: "b", dryRun: true, diff: true },
        globals: { output: "sarif" },
      },
    ],
    [["rbac", "check", "--explain"], { command: "rbac check", options: { explain: true }, globals: text }],
    [
      ["manifests", "--max-desc-len=100", "--max-imported-desc-len", "0"],
      { command: "manifests", options: { generators: [], maxDescLen: 100, maxImportedDescLen: 0 }, globals: text },
    ],
    [
      ["manifests", "--strict", "--output", "json"],
      { command: "manifests", options: { generators: [], strict: true }, globals: { output: "json" } },
    ],
    [["build", "--sourcemap=false"], { command: "build", options: { sourcemap: false }, globals: text }],
    [
      ["start", "--context", "kind", "--log-level", "debug", "--yes"],
      { command: "start", options: { context: "kind", yes: true, args: ["--log-level", "debug"] }, globals: text },
    ],
    [["dev"], { command: "dev", options: { samples: true, rbac: true, args: [] }, globals: text }],
    [
      ["dev", "--port=6443", "--data", "d.json", "--fresh", "--simulate-workloads", "--no-samples", "--no-rbac"],
      {
        command: "dev",
        options: {
          port: 6443,
          data: "d.json",
          fresh: true,
          simulateWorkloads: true,
          samples: false,
          rbac: false,
          args: [],
        },
        globals: text,
      },
    ],
    [
      ["dev", "--context", "kind", "--yes", "--log-level", "debug", "--output=json"],
      {
        command: "dev",
        options: { context: "kind", yes: true, samples: true, rbac: true, args: ["--log-level", "debug"] },
        globals: { output: "json" },
      },
    ],
    [
      ["apiserver", "--port", "0", "--data=d", "--kubeconfig-out", "k", "--simulate-workloads", "--no-rbac"],
      {
        command: "apiserver",
        options: { port: 0, data: "d", kubeconfigOut: "k", simulateWorkloads: true, rbac: false },
        globals: text,
      },
    ],
    [["apiserver"], { command: "apiserver", options: { rbac: true }, globals: text }],
    [["envtest", "setup"], { command: "envtest setup", options: { print: "text" }, globals: text }],
    [
      [
        "envtest",
        "setup",
        "1.35.x",
        "-p",
        "env",
        "--bin-dir",
        "b",
        "--index",
        "https://m",
        "--installed-only",
        "--force",
      ],
      {
        command: "envtest setup",
        options: { version: "1.35.x", print: "env", binDir: "b", index: "https://m", installedOnly: true, force: true },
        globals: text,
      },
    ],
    [
      ["envtest", "list", "--installed-only", "--output", "json"],
      { command: "envtest list", options: { installedOnly: true }, globals: { output: "json" } },
    ],
    [["render"], { command: "render", options: {}, globals: text }],
    [
      ["render", "config/prod", "--kustomize", "/bin/kustomize"],
      { command: "render", options: { dir: "config/prod", kustomize: "/bin/kustomize" }, globals: text },
    ],
    [["deploy"], { command: "deploy", options: {}, globals: text }],
    ...(["deploy", "undeploy", "build-installer", "helm chart"] as const).map((command): [string[], Call] => [
      [...command.split(" "), "--kustomize", "/bin/kustomize"],
      { command, options: { kustomize: "/bin/kustomize" }, globals: text },
    ]),
    [
      ["deploy", "config/prod", "--img=demo:v1", "--wait=false", "--timeout", "1m30s", "--diff", "--force-conflicts"],
      {
        command: "deploy",
        options: { dir: "config/prod", img: "demo:v1", wait: false, timeout: 90_000, diff: true, forceConflicts: true },
        globals: text,
      },
    ],
    [
      ["doctor", "--context", "prod", "--kubeconfig", "k", "--cluster"],
      { command: "doctor", options: { context: "prod", kubeconfig: "k", cluster: true }, globals: text },
    ],
    [
      ["undeploy", "--delete-data", "--dry-run=server", "--wait"],
      { command: "undeploy", options: { deleteData: true, dryRun: "server", wait: true }, globals: text },
    ],
    [["build-installer"], { command: "build-installer", options: {}, globals: text }],
    [
      ["build-installer", "config/prod", "--img=demo:v1", "--out", "dist/prod.yaml", "--check", "--diff", "--dry-run"],
      {
        command: "build-installer",
        options: {
          ...{ dir: "config/prod", img: "demo:v1", out: "dist/prod.yaml" },
          ...{ check: true, diff: true, dryRun: true },
        },
        globals: text,
      },
    ],
    [["build-installer", "--stdout"], { command: "build-installer", options: { stdout: true }, globals: text }],
    [
      ["install-crds", "--diff", "--wait=false", "--timeout=90", "--force-conflicts"],
      {
        command: "install-crds",
        options: { diff: true, wait: false, timeout: 90_000, forceConflicts: true },
        globals: text,
      },
    ],
    [["install-crds"], { command: "install-crds", options: {}, globals: text }],
    [["install-crds", "--dry-run"], { command: "install-crds", options: { dryRun: "client" }, globals: text }],
    [
      ["install-crds", "--dry-run=server", "--kubeconfig", "k"],
      { command: "install-crds", options: { dryRun: "server", kubeconfig: "k" }, globals: text },
    ],
    [["uninstall-crds", "--delete-data"], { command: "uninstall-crds", options: { deleteData: true }, globals: text }],
    [["docs"], { command: "docs", options: {}, globals: text }],
    [["docs", "webhooks#certificates"], { command: "docs", options: { page: "webhooks#certificates" }, globals: text }],
    [["version", "--output=json"], { command: "version", options: {}, globals: { output: "json" } }],
  ])("%j", async (argv, expected) => {
    expect(await parse(...argv)).toEqual(expected);
  });
});

describe("a wrong command line", () => {
  test.each<[string[], string, string]>([
    [["initt"], 'there is no command "initt"', "Did you mean `tsop init`?"],
    [["create"], "tsop create needs a command after it", "One of: tsop create api, tsop create webhook."],
    [["create", "apy"], 'there is no command "create apy"', "Did you mean `tsop create api`?"],
    [["zzzzzzzzzz"], 'there is no command "zzzzzzzzzz"', "See `tsop --help` for the list."],
    [["init", "--domian", "abc.com"], "unknown option '--domian'", "Did you mean --domain? See `tsop init --help`."],
    [["init", "--domain"], "option '--domain <domain>' argument missing", "See `tsop init --help`."],
    [["init", "a", "b"], "too many arguments for 'init'. Expected 1 argument but got 2.", "See `tsop init --help`."],
    [
      ["create", "api", "--resource=maybe"],
      "option '--resource [boolean]' argument 'maybe' is invalid. Write it without a value, or with =true or =false.",
      "See `tsop create api --help`.",
    ],
    [
      ["--output", "xml", "version"],
      "option '--output <format>' argument 'xml' is invalid. Allowed choices are text, json, sarif.",
      "See `tsop version --help`.",
    ],
    [
      ["dev", "--port", "70000"],
      "option '--port <port>' argument '70000' is invalid. Write a number from 0 (a free one) to 65535.",
      "See `tsop dev --help`.",
    ],
    [
      ["deploy", "--timeout", "soon"],
      "option '--timeout <duration>' argument 'soon' is invalid. Write a time above zero, such as 90s, 5m or 1h30m.",
      "See `tsop deploy --help`.",
    ],
    [["deploy", "--imgg=x"], "unknown option '--imgg=x'", "Did you mean --img? See `tsop deploy --help`."],
    [["envtest"], "tsop envtest needs a command after it", "One of: tsop envtest setup, tsop envtest list."],
    [
      ["install-crds", "--dry-run=cluster"],
      "option '--dry-run [where]' argument 'cluster' is invalid. Allowed choices are client, server.",
      "See `tsop install-crds --help`.",
    ],
  ])("%j is refused with exit code 2 and what to type instead", async (argv, message, hint) => {
    const calls: Call[] = [];
    const program = programFor(calls);
    const error: unknown = await program.parseAsync(argv, { from: "user" }).catch((thrown: unknown) => thrown);
    if (!(error instanceof CommanderError)) throw new Error(`${argv.join(" ")} was accepted`);
    const explained = explainCommanderError(error, program, argv);
    expect({ message: explained.message, hint: explained.hint, exitCode: explained.exitCode }).toEqual({
      message,
      hint,
      exitCode: 2,
    });
    expect(calls).toEqual([]);
  });
});

describe("flags that go on to the operator", () => {
  test.each([
    [["dev", "--prot", "6443"], "tsop dev has no flag --prot", "Did you mean --port?"],
    [["dev", "--simulate-workload"], "tsop dev has no flag --simulate-workload", "Did you mean --simulate-workloads?"],
    [["dev", "--no-sample", "--log-level", "debug"], "tsop dev has no flag --no-sample", "Did you mean --no-samples?"],
    [["dev", "--log-level=debug", "--contxt=kind"], "tsop dev has no flag --contxt", "Did you mean --context?"],
    [["start", "--kubeconfg", "k"], "tsop start has no flag --kubeconfg", "tsop start -- --kubeconfg"],
  ])("%j is a typing mistake", async (argv, message, hint) => {
    const calls: Call[] = [];
    await expect(programFor(calls).parseAsync(argv, { from: "user" })).rejects.toMatchObject({
      ...{ code: "usage/invalid-argument", message, exitCode: 2 },
      hint: expect.stringContaining(hint) as string,
    });
    expect(calls).toEqual([]);
  });

  test.each(["dev", "start"])("behind -- nobody looks at them: tsop %s", async (command) => {
    expect((await parse(command, "--", "--contxt")).options).toMatchObject({ args: ["--contxt"] });
    const after = (await parse(command, "--context", "x", "--", "--contxt")).options;
    expect(after).toMatchObject({ context: "x", args: ["--contxt"] });
  });

  test.each(["dev", "start"])("all that every operator has pass: tsop %s", async (command) => {
    const flags = [...describeManagerFlags().matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag = ""]) => flag);
    const args = flags.filter((flag) => !["--kubeconfig", "--context"].includes(flag)).map((flag) => `${flag}=x`);
    expect(args.length).toBeGreaterThan(8);
    expect((await parse(command, ...args)).options).toMatchObject({ args });
  });
});

describe("--help", () => {
  test.each(declarations.map(({ path }) => path))(
    "of %s says what it does and fits a terminal of 100 columns",
    async (command) => {
      const written: string[] = [];
      const program = programFor([], written);
      await program.parseAsync([...command.split(" "), "--help"], { from: "user" }).catch(() => undefined);
      const help = written.join("");
      expect(help).toContain(`Usage: tsop ${command}`);
      expect(help.split("\n").filter((line) => line.length > 100)).toEqual([]);
    },
  );
});
