import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { ExecResult } from "../../src/commands/context.js";
import type { HelmDeployOptions } from "../../src/commands/declared/helm.js";
import { helmChart } from "../../src/commands/helm-chart.js";
import { helmDeploy } from "../../src/commands/helm/helm-deploy.js";
import { helmHistory, helmRollback, helmStatus } from "../../src/commands/helm/helm-release.js";
import { helmUninstall } from "../../src/commands/helm/helm-uninstall.js";
import { TsopError } from "../../src/core/errors.js";
import { recordingContext, type RecordingOptions } from "../support/recording-context.js";
import { refusalOf } from "../support/refusal.js";
import { bar, scaffold } from "../support/scaffolds.js";
import { filesOf, tempFolder } from "../support/temp-folder.js";

const kubeconfig = JSON.stringify({
  apiVersion: "v1",
  kind: "Config",
  clusters: [
    { name: "here", cluster: { server: "https://127.0.0.1:1" } },
    { name: "far", cluster: { server: "https://far.example.com" } },
  ],
  users: [{ name: "u", user: { token: "t" } }],
  contexts: [
    { name: "dev", context: { cluster: "here", user: "u" } },
    { name: "prod", context: { cluster: "far", user: "u" } },
  ],
  "current-context": "dev",
});

const charted = await (async () => {
  const cwd = tempFolder({ ...(await scaffold({ apis: [bar], isGenerated: true })), kubeconfig });
  await helmChart({ img: "registry.example.com/demo:v1" }, recordingContext({ cwd }));
  return filesOf(cwd);
})();

function contextOf(options: Omit<RecordingOptions, "cwd"> = {}, files = charted) {
  const cwd = tempFolder(files);
  return recordingContext({ cwd, ...options, env: { KUBECONFIG: path.join(cwd, "kubeconfig"), ...options.env } });
}

function answering(stdout: string, more: Partial<ExecResult> = {}) {
  return () => ({ exitCode: 0, terminatedBy: undefined, stdout, stderr: "", ...more });
}

const target = ["--kube-context", "dev", "--namespace", "demo-system"];
const waiting = ["--wait", "--timeout", "300s"];

describe("tsop helm", () => {
  test("deploy installs or upgrades the release in the chosen cluster", async () => {
    const context = contextOf({ onExec: answering("Release deployed\n") });
    const result = await helmDeploy({}, context);
    const chart = path.join(context.cwd, "charts/demo");
    expect(context.recording.executed.map(({ file, args }) => [file, ...args])).toEqual([
      ["helm", "upgrade", "demo", chart, "--install", "--create-namespace", ...target, ...waiting],
    ]);
    expect(result).toEqual({
      text: "Release deployed",
      json: { release: "demo", namespace: "demo-system", chart: "charts/demo" },
    });
    expect(context.recording.notes).toContain("cluster: context dev, server https://127.0.0.1:1");
  });

  test.each<[string, HelmDeployOptions, string]>([
    ["an image", { img: "r.io:5000/a/b:v2" }, "--set-string image.repository=r.io:5000/a/b --set-string image.tag=v2"],
    ["values", { values: ["prod.yaml"], set: ["replicas=3", "a.b=c"] }, "--set replicas=3 --set a.b=c"],
    ["no wait", { wait: false, timeout: 90_500 }, "demo-system --timeout 91s"],
    ["another release", { release: "two", namespace: "team-a" }, "--namespace team-a"],
  ])("deploy passes on %s", async (_, options, expected) => {
    const context = contextOf();
    await helmDeploy(options, context);
    expect(context.recording.executed[0]?.args.join(" ")).toContain(expected);
  });

  test("deploy uses the image of IMG, and files relative to the project", async () => {
    const context = contextOf({ env: { IMG: "r.io/b@sha256:" + "a".repeat(64) } });
    await helmDeploy({ values: ["prod.yaml"], kubeconfig: "kubeconfig" }, context);
    const args = context.recording.executed[0]?.args ?? [];
    expect(args).toContain(`image.digest=sha256:${"a".repeat(64)}`);
    expect(args).toContain(path.join(context.cwd, "prod.yaml"));
    expect(args.slice(args.indexOf("--kubeconfig"))[1]).toBe(path.join(context.cwd, "kubeconfig"));
  });

  test("helm's own variables do not choose another cluster", async () => {
    const seen: unknown[] = [];
    const context = contextOf({ env: { HELM_KUBEAPISERVER: "https://x", HELM_NAMESPACE: "x", HELM_DEBUG: "1" } });
    await helmStatus(
      {},
      {
        ...context,
        exec: (_, __, { env }) => {
          seen.push(Object.keys(env ?? {}).filter((name) => name.startsWith("HELM")));
          return Promise.resolve({ exitCode: 0, terminatedBy: undefined, stdout: "", stderr: "" });
        },
      },
    );
    expect(seen).toEqual([["HELM_DEBUG"]]);
  });

  test("status and history change nothing, so they need no confirmation", async () => {
    const context = contextOf({ onExec: answering("STATUS: deployed\n") });
    expect((await helmStatus({ context: "prod" }, context)).text).toBe("STATUS: deployed");
    await helmHistory({ context: "prod" }, context);
    expect(context.recording.executed.map(({ args }) => args.join(" "))).toEqual([
      "status demo --kube-context prod --namespace demo-system",
      "history demo --kube-context prod --namespace demo-system",
    ]);
  });

  test("status is helm's JSON for programs", async () => {
    const context = contextOf({ onExec: answering('{"version":3}'), liveFormat: "json" });
    expect((await helmStatus({}, context)).json).toEqual({
      release: "demo",
      namespace: "demo-system",
      status: { version: 3 },
    });
  });

  test("rollback returns to a revision", async () => {
    const context = contextOf();
    await helmRollback({}, context);
    await helmRollback({ revision: "3" }, context);
    expect(context.recording.executed.map(({ args }) => args)).toEqual([
      ["rollback", "demo", ...target, ...waiting],
      ["rollback", "demo", "3", ...target, ...waiting],
    ]);
  });

  test("a dry run prints the command, and runs nothing, in any cluster", async () => {
    const context = contextOf();
    const options = { context: "prod", dryRun: true };
    const texts = [await helmRollback(options, context), await helmUninstall(options, context)].map(({ text }) => text);
    expect(texts.map((text) => text.split(" ").slice(0, 3).join(" "))).toEqual([
      "helm rollback demo",
      "helm uninstall demo",
    ]);
    expect((await helmDeploy(options, context)).text).toContain("--kube-context prod");
    expect(context.recording.executed).toEqual([]);
  });
});

describe("tsop helm uninstall", () => {
  const crd = (keep: string) =>
    `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: bars.foo.abc.com\n${keep}---\nkind: Service\n`;
  const kept = crd("  annotations:\n    helm.sh/resource-policy: keep\n");

  test("removes a release that keeps its CRDs", async () => {
    const context = contextOf({ onExec: answering(kept) });
    await helmUninstall({}, context);
    expect(context.recording.executed.map(({ args }) => args.slice(0, 2).join(" "))).toEqual([
      "get manifest",
      "uninstall demo",
    ]);
  });

  test("refuses a release that would delete the objects, unless that is wanted", async () => {
    const context = contextOf({ onExec: answering(crd("")) });
    const error = await refusalOf(helmUninstall({}, context));
    expect([error.code, error.message]).toEqual(["helm/deletes-data", expect.stringContaining("bars.foo.abc.com")]);
    expect(context.recording.executed).toHaveLength(1);
    await helmUninstall({ deleteData: true }, context);
    expect(context.recording.executed.at(-1)?.args[0]).toBe("uninstall");
  });
});

describe("tsop helm refuses", () => {
  test("a cluster that is not confirmed", async () => {
    for (const run of [helmDeploy, helmRollback, helmUninstall]) {
      const context = contextOf();
      expect((await refusalOf(run({ context: "prod" }, context))).code).toBe("cluster/not-confirmed");
      expect(context.recording.executed).toEqual([]);
    }
  });

  test("a context that does not exist", async () => {
    expect((await refusalOf(helmStatus({ context: "none" }, contextOf()))).code).toBe("cluster/unknown-context");
  });

  test("a folder without a chart", async () => {
    const context = contextOf();
    rmSync(path.join(context.cwd, "charts"), { recursive: true });
    const error = await refusalOf(helmDeploy({}, context));
    expect([error.code, error.hint]).toEqual(["helm/no-chart", "Generate the chart: npx tsop helm chart"]);
  });

  test.each([
    ["helm/out-of-date", "config/rbac/bar_viewer_role.yaml", "- watch", "- watch\n  - delete"],
    ["manifests/out-of-date", "api/v1/bar_types.ts", "@maximum 10", "@maximum 11"],
  ])("a chart that differs from the sources: %s", async (code, file, before, after) => {
    const context = contextOf();
    expect(charted[file]).toContain(before);
    writeFileSync(path.join(context.cwd, file), charted[file]!.replace(before, after));
    expect((await refusalOf(helmDeploy({}, context))).code).toBe(code);
    expect(context.recording.executed).toEqual([]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["a revision that is no number", () => helmRollback({ revision: "--force" }, contextOf())],
    ["a release that looks like a flag", () => helmStatus({ release: "--debug" }, contextOf())],
    ["a namespace with upper case", () => helmStatus({ namespace: "Demo" }, contextOf())],
    ["an image that is none", () => helmDeploy({ img: "Demo:v 1" }, contextOf())],
  ])("%s", async (_, run) => {
    expect((await refusalOf(run())).code).toBe("usage/invalid-argument");
  });

  test("a machine without helm", async () => {
    const context = contextOf({
      onExec: () => {
        throw new TsopError("exec/not-found", "cannot run helm: it is not installed");
      },
    });
    const error = await refusalOf(helmStatus({}, context));
    expect([error.code, error.hint]).toEqual(["helm/not-installed", expect.stringContaining("tsop deploy")]);
  });

  test("a failure of helm, with its output", async () => {
    const context = contextOf({ onExec: answering("", { exitCode: 1, stderr: "Error: release: not found\n" }) });
    const error = await refusalOf(helmStatus({}, context));
    expect(error.code).toBe("helm/failed");
    expect(error.message).toBe(
      "helm status demo --kube-context dev --namespace demo-system failed:\nError: release: not found",
    );
  });
});
