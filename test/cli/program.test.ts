import { describe, expect, test } from "vitest";
import { parse } from "./program-calls.js";

const text = { output: "text" };

type Row = [argv: string[], command: string, options: object, globals?: object];

describe("argv becomes options", () => {
  test.each<Row>([
    [
      ["import", "crd", "crds/", "-", "--version", "v1", "--dry-run"],
      "import crd",
      { sources: ["crds/", "-"], fromCluster: [], version: "v1", knownTypes: true, dryRun: true },
    ],
    [
      ["import", "crd", "--from-cluster", "a.b.c", "--from-cluster=d.e.f", "--context", "kind", "--no-known-types"],
      "import crd",
      { sources: [], fromCluster: ["a.b.c", "d.e.f"], context: "kind", knownTypes: false },
    ],
    [["graph"], "graph", {}],
    [
      ["graph", "--format", "svg", "--out", "a.svg", "--out=b.svg", "--check"],
      "graph",
      { format: "svg", out: ["a.svg", "b.svg"], check: true },
    ],
    [["edit"], "edit", {}],
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
      "edit",
      { workload: "daemonset", namespaced: true, metrics: false, prometheus: false, dryRun: true, diff: true },
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
      "edit",
      { networkPolicy: true, replicas: "3", namespaced: false, multigroup: true, metrics: true, prometheus: true },
    ],
    [
      ["init", "--workload=daemonset", "--metrics=false", "--network-policy", "--replicas=1", "--prometheus=false"],
      "init",
      { workload: "daemonset", metrics: false, networkPolicy: true, replicas: "1", prometheus: false, install: true },
    ],
    [["init"], "init", { install: true }],
    [
      ["init", "my-operator", "--domain", "abc.com", "--license=mit", "--owner", "Zhang San", "--no-install"],
      "init",
      { dir: "my-operator", domain: "abc.com", license: "mit", owner: "Zhang San", install: false },
    ],
    [
      ["init", "--create-api", "--api-version", "my.domain/v1", "--kind", "MyResource", "--tsop", "file:x.tgz"],
      "init",
      { createApi: true, apiVersion: "my.domain/v1", kind: "MyResource", tsop: "file:x.tgz", install: true },
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
      "init",
      {
        namespaced: true,
        multigroup: true,
        projectName: "p",
        licenseFile: "f",
        dryRun: true,
        diff: true,
        force: true,
        install: true,
      },
    ],
    [
      ["create", "api", "--group", "foo", "--version", "v1", "--kind", "Bar"],
      "create api",
      { group: "foo", version: "v1", kind: "Bar" },
    ],
    [
      ["create", "api", "--resource", "--controller=false", "--namespaced=false", "--plural", "p", "--short-name", "s"],
      "create api",
      { resource: true, controller: false, namespaced: false, plural: "p", shortName: "s" },
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
      "create webhook",
      { kind: "Bar", defaulting: true, conversion: true, spoke: ["v1,v2", "v3"], certManager: true },
    ],
    [["edit", "--cert-manager=false"], "edit", { certManager: false }],
    [
      ["-C", "dir", "manifests", "--check"],
      "manifests",
      { generators: [], check: true },
      { ...text, directory: "dir" },
    ],
    [
      ["manifests", "crd", "samples", "--out=deploy", "--crd-dir", "crds", "--stdout"],
      "manifests",
      { generators: ["crd", "samples"], out: "deploy", crdDir: "crds", stdout: true },
    ],
    [
      ["manifests", "--watch", "--rbac-dir=a", "--samples-dir=b", "--dry-run", "--diff", "--output=sarif"],
      "manifests",
      { generators: [], watch: true, rbacDir: "a", samplesDir: "b", dryRun: true, diff: true },
      { output: "sarif" },
    ],
    [["rbac", "check", "--explain"], "rbac check", { explain: true }],
    [
      ["manifests", "--max-desc-len=100", "--max-imported-desc-len", "0"],
      "manifests",
      { generators: [], maxDescLen: 100, maxImportedDescLen: 0 },
    ],
    [["manifests", "--strict", "--output", "json"], "manifests", { generators: [], strict: true }, { output: "json" }],
    [["build", "--sourcemap=false"], "build", { sourcemap: false }],
    [
      ["start", "--context", "kind", "--log-level", "debug", "--yes"],
      "start",
      { context: "kind", yes: true, args: ["--log-level", "debug"] },
    ],
    [["dev"], "dev", { samples: true, rbac: true, args: [] }],
    [
      ["dev", "--port=6443", "--data", "d.json", "--fresh", "--simulate-workloads", "--no-samples", "--no-rbac"],
      "dev",
      { port: 6443, data: "d.json", fresh: true, simulateWorkloads: true, samples: false, rbac: false, args: [] },
    ],
    [
      ["dev", "--context", "kind", "--yes", "--log-level", "debug", "--output=json"],
      "dev",
      { context: "kind", yes: true, samples: true, rbac: true, args: ["--log-level", "debug"] },
      { output: "json" },
    ],
    [
      ["apiserver", "--port", "0", "--data=d", "--kubeconfig-out", "k", "--simulate-workloads", "--no-rbac"],
      "apiserver",
      { port: 0, data: "d", kubeconfigOut: "k", simulateWorkloads: true, rbac: false },
    ],
    [["apiserver"], "apiserver", { rbac: true }],
    [
      ["apiserver", "--max-requests-inflight", "0", "--max-mutating-requests-inflight=3"],
      "apiserver",
      { rbac: true, maxRequestsInflight: 0, maxMutatingRequestsInflight: 3 },
    ],
    [["envtest", "setup"], "envtest setup", { print: "text" }],
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
      "envtest setup",
      { version: "1.35.x", print: "env", binDir: "b", index: "https://m", installedOnly: true, force: true },
    ],
    [
      ["envtest", "list", "--installed-only", "--output", "json"],
      "envtest list",
      { installedOnly: true },
      { output: "json" },
    ],
    [["render"], "render", {}],
    [
      ["render", "config/prod", "--kustomize", "/bin/kustomize"],
      "render",
      { dir: "config/prod", kustomize: "/bin/kustomize" },
    ],
    [["deploy"], "deploy", {}],
    ...(["deploy", "undeploy", "build-installer", "helm chart"] as const).map(
      (command) =>
        [[...command.split(" "), "--kustomize", "/bin/kustomize"], command, { kustomize: "/bin/kustomize" }] as Row,
    ),
    [
      ["deploy", "config/prod", "--img=demo:v1", "--wait=false", "--timeout", "1m30s", "--diff", "--force-conflicts"],
      "deploy",
      { dir: "config/prod", img: "demo:v1", wait: false, timeout: 90_000, diff: true, forceConflicts: true },
    ],
    [
      ["doctor", "--context", "prod", "--kubeconfig", "k", "--cluster"],
      "doctor",
      { context: "prod", kubeconfig: "k", cluster: true },
    ],
    [
      ["undeploy", "--delete-data", "--dry-run=server", "--wait"],
      "undeploy",
      { deleteData: true, dryRun: "server", wait: true },
    ],
    [["build-installer"], "build-installer", {}],
    [
      ["build-installer", "config/prod", "--img=demo:v1", "--out", "dist/prod.yaml", "--check", "--diff", "--dry-run"],
      "build-installer",
      {
        ...{ dir: "config/prod", img: "demo:v1", out: "dist/prod.yaml" },
        ...{ check: true, diff: true, dryRun: true },
      },
    ],
    [["build-installer", "--stdout"], "build-installer", { stdout: true }],
    [
      ["install-crds", "--diff", "--wait=false", "--timeout=90", "--force-conflicts"],
      "install-crds",
      { diff: true, wait: false, timeout: 90_000, forceConflicts: true },
    ],
    [["install-crds"], "install-crds", {}],
    [["install-crds", "--dry-run"], "install-crds", { dryRun: "client" }],
    [["install-crds", "--dry-run=server", "--kubeconfig", "k"], "install-crds", { dryRun: "server", kubeconfig: "k" }],
    [["uninstall-crds", "--delete-data"], "uninstall-crds", { deleteData: true }],
    [["manual"], "manual", {}],
    [["manual", "webhooks#certificates"], "manual", { page: "webhooks#certificates" }],
    [["version", "--output=json"], "version", {}, { output: "json" }],
  ])("%j", async (argv, command, options, globals = text) => {
    expect(await parse(...argv)).toEqual({ command, options, globals });
  });
});
