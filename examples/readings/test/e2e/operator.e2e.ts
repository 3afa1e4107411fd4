/*
Copyright 2026

Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
*/

import { execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

const context = process.env["E2E_CONTEXT"] ?? "";
const namespace = "readings-system";
/** The namespace of a team that uses the API. */
const team = "readings-e2e";
/** In CI, tsop cannot ask for confirmation of the cluster. E2E_CONTEXT names it. */
const yes = (process.env["CI"] ?? "") === "" ? [] : ["--yes"];

/** Runs the tsop of this project, with its output in the output of the test. */
function tsop(...args: string[]): void {
  execFileSync("npx", ["tsop", ...args, "--context", context, ...yes], { stdio: "inherit" });
}

/** Runs kubectl in the team's namespace. */
function kubectl(...args: string[]): string {
  return execFileSync("kubectl", ["--context", context, "--namespace", team, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

const userOf = (account: string): string[] => ["--as", `system:serviceaccount:${team}:${account}`];
const rows = (table: string): string[][] =>
  table
    .trim()
    .split("\n")
    .map((line) => line.split(/\s+/));

describe("the extension API server", () => {
  let isDeployed = false;

  beforeAll(async () => {
    if (context === "") {
      throw new Error("Set the context of a cluster that you can delete: E2E_CONTEXT=kind-kind npm run test:e2e");
    }
    for (const each of [namespace, team]) {
      if (kubectl("get", "namespace", each, "--ignore-not-found") === "") continue;
      throw new Error(`${each} already exists in ${context}, and this test would delete it. Delete it first.`);
    }
    isDeployed = true;
    tsop("deploy", "--timeout", "3m"); // deploys the image IMG
    kubectl("create", "namespace", team);
    kubectl("create", "rolebinding", "agent", "--clusterrole=readings-measurement-editor-role", account("agent"));
    kubectl("create", "rolebinding", "viewer", "--clusterrole=readings-reading-viewer-role", account("viewer"));
    kubectl("apply", "-f", "config/samples/needs");
    await vi.waitFor(() => kubectl("get", "reading", "web"), { timeout: 60_000, interval: 500 });
  });

  afterAll(() => {
    if (!isDeployed) return;
    kubectl("delete", "namespace", team, "--ignore-not-found");
    tsop("undeploy", "--delete-data");
    const kinds = "namespace,apiservice,clusterrole,clusterrolebinding";
    const left = kubectl("get", kinds, "-o", "name") + kubectl("get", "rolebinding", "-n", "kube-system", "-o", "name");
    expect(left.split("\n").filter((name) => /\/readings-|metrics\.abc\.com/.test(name))).toEqual([]);
  });

  /** Returns the output of kubectl, or its error. */
  function attempt(...args: string[]): string {
    try {
      return kubectl(...args);
    } catch (error) {
      return String(error);
    }
  }

  test("shows what Pods use, as the agent measures it", async () => {
    expect(rows(kubectl("get", "readings", "-o", "wide"))[1]?.slice(0, 3)).toEqual(["web", "250m", "64Mi"]);
    const watching = spawn(
      "kubectl",
      ["--context", context, "-n", team, "get", "readings", "--watch", "--no-headers"],
      {
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    try {
      const lines = createInterface(watching.stdout)[Symbol.asyncIterator]();
      expect(String((await lines.next()).value).trim()).toBe("web");
      kubectl("apply", "-f", "config/samples/metrics_v1_measurement.yaml", ...userOf("agent"));
      expect(rows(String((await lines.next()).value))).toEqual([["web", "120m", "48", "48Mi", "75"]]);
    } finally {
      watching.kill();
    }
    expect(rows(kubectl("get", "rd", "-l", "app=web", "--no-headers"))).toHaveLength(1);
    expect(kubectl("get", "rd", "-l", "app=db", "--no-headers")).toBe("");
    const node = kubectl("get", "pod", "web", "-o", "jsonpath={.spec.nodeName}");
    expect(kubectl("get", "rd", "--field-selector", `status.node=${node}`, "-o", "name")).toContain("/web\n");
  });

  test("is explained by kubectl", async () => {
    const explain = (): string => attempt("explain", "readings.status.cpu", "--api-version=metrics.abc.com/v1");
    await expect.poll(explain, { timeout: 60_000 }).toContain("in percent of its request");
  });

  test("lets users do what RBAC allows", () => {
    const viewer = userOf("viewer");
    expect(kubectl("get", "readings", ...viewer)).toContain("web");
    expect(attempt("get", "readings", "--all-namespaces", ...viewer)).toContain("Forbidden");
    expect(attempt("get", "measurements", ...viewer)).toContain("Forbidden");
    expect(attempt("delete", "measurement", "web", ...viewer)).toContain("Forbidden");
    expect(attempt("delete", "reading", "web")).toContain("MethodNotAllowed");
  });

  test("loses the Measurement of a Pod with the Pod, like every object with an owner", async () => {
    kubectl("apply", "-f", "config/samples/metrics_v1_measurement.yaml");
    const uid = kubectl("get", "pod", "web", "-o", "jsonpath={.metadata.uid}");
    const owner = { apiVersion: "v1", kind: "Pod", name: "web", uid };
    const patch = JSON.stringify({ metadata: { ownerReferences: [owner] } });
    kubectl("patch", "measurement", "web", "--type=merge", "-p", patch);
    kubectl("delete", "pod", "web", "--force", "--grace-period=0");
    expect(kubectl("get", "reading", "web", "--ignore-not-found")).toBe("");
    await expect.poll(() => kubectl("get", "measurement", "-o", "name"), { timeout: 100_000, interval: 500 }).toBe("");
  });
});

function account(name: string): string {
  return `--serviceaccount=${team}:${name}`;
}
