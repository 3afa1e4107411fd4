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

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { request } from "node:https";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const context = process.env["E2E_CONTEXT"] ?? "";
const namespace = "crontab-system";
const samples = "config/samples/";
/** In CI, tsop cannot ask for confirmation of the cluster. E2E_CONTEXT names it. */
const yes = (process.env["CI"] ?? "") === "" ? [] : ["--yes"];
const standIn = process.env["STAND_IN_IMG"] ?? "";

/** Runs the tsop of this project, with its output in the output of the test. */
function tsop(...args: string[]): void {
  execFileSync("npx", ["tsop", ...args, "--context", context, ...yes], { stdio: "inherit" });
}

function kubectl(...args: string[]): string {
  return execFileSync("kubectl", ["--context", context, "--namespace", namespace, ...args], { encoding: "utf8" });
}

describe("the operator", () => {
  let isDeployed = false;
  let forwarding: ChildProcess | undefined;
  let port: number;
  let token: string;

  beforeAll(async () => {
    if (context === "") {
      throw new Error("Set the context of a cluster that you can delete: E2E_CONTEXT=kind-kind npm run test:e2e");
    }
    if (kubectl("get", "namespace", namespace, "--ignore-not-found") !== "") {
      throw new Error(`${namespace} already exists in ${context}, and this test would delete it. Delete it first.`);
    }
    isDeployed = true;
    tsop("deploy", "--timeout", "3m"); // deploys the image IMG; waits until the operator is ready
    const account = "crontab-controller-manager";
    kubectl(
      ...["create", "clusterrolebinding", "crontab-e2e-metrics"],
      ...["--clusterrole=crontab-metrics-reader", `--serviceaccount=${namespace}:${account}`],
    );
    token = kubectl("create", "token", account).trim();
    port = await forwardMetrics();
  });

  afterAll(() => {
    forwarding?.kill();
    if (!isDeployed) return;
    kubectl("delete", "clusterrolebinding", "crontab-e2e-metrics", "--ignore-not-found");
    tsop("undeploy", "--delete-data");
    expect(kubectl("get", "namespace", namespace, "--ignore-not-found")).toBe("");
  });

  /** Forwards a port of this machine to the metrics. */
  async function forwardMetrics(): Promise<number> {
    const service = "service/crontab-controller-manager-metrics-service";
    const args = ["--context", context, "--namespace", namespace, "port-forward", service, ":8443"];
    const child = spawn("kubectl", args, { stdio: ["ignore", "pipe", "inherit"] });
    forwarding = child;
    for await (const line of createInterface(child.stdout)) {
      const found = /:(\d+) ->/.exec(line)?.[1];
      if (found !== undefined) return Number(found);
    }
    throw new Error("kubectl port-forward has ended");
  }

  function scrape(headers: Record<string, string>): Promise<{ status: number | undefined; body: string }> {
    // The operator created the certificate itself.
    const options = { host: "127.0.0.1", port, path: "/metrics", headers, rejectUnauthorized: false };
    return new Promise((resolve, reject) => {
      request(options, (response) => {
        text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
      })
        .on("error", reject)
        .end();
    });
  }

  test("serves its metrics only to clients that may read them", async () => {
    expect((await scrape({})).status).toBe(401);
    expect(await scrape({ authorization: `Bearer ${token}` })).toMatchObject({
      status: 200,
      body: expect.stringContaining("process_cpu_seconds_total") as string,
    });
  });

  test.skipIf(!existsSync(samples))("reconciles the samples", async () => {
    kubectl("apply", "-f", samples);
    const reconciled = async () => (await scrape({ authorization: `Bearer ${token}` })).body;
    await expect
      .poll(reconciled, { timeout: 60_000 })
      .toMatch(/^controller_runtime_reconcile_total\{.*result="(success|requeue_after)".*\} [1-9]/m);
  });

  describe("a CronTab", () => {
    // Not the operator's own namespace, which rejects Pods that might run as root.
    const users = "crontab-e2e";
    const inNamespace = (args: readonly string[], input?: string): string =>
      execFileSync("kubectl", ["--context", context, "--namespace", users, ...args], {
        encoding: "utf8",
        stdio: ["pipe", "pipe", "pipe"],
        ...(input === undefined ? {} : { input }),
      });
    const apply = (name: string, spec: object): string => {
      const object = { apiVersion: "stable.example.com/v1", kind: "CronTab", metadata: { name }, spec };
      return inNamespace(["apply", "-f", "-"], JSON.stringify(object));
    };
    const get = (...args: string[]): string => inNamespace(["get", ...args]);

    beforeAll(() => void kubectl("create", "namespace", users));
    // The operator and the kinds still exist, so no finalizer blocks the namespace.
    afterAll(() => void kubectl("delete", "namespace", users));

    test("is listed by its kind and by its short name", () => {
      apply("listed", { image: "none" });
      expect(get("crontab", "listed")).toMatch(/^NAME +AGE\nlisted +\d+s\n$/);
      expect(get("ct", "-o", "name")).toBe("crontab.stable.example.com/listed\n");
      expect(() => apply("listed", { replicas: 15 })).toThrow(/spec.replicas/);
      expect(() => apply("listed", { cronSpec: "* * * *" })).toThrow(/spec.cronSpec/);
    });

    // The image of a program that succeeds at once; build it from test/e2e/stand-in before the tests.
    test.skipIf(standIn === "")("runs its image on time, in so many Pods", { timeout: 240_000 }, async () => {
      apply("every-minute", { cronSpec: "* * * * *", image: standIn, replicas: 2 });
      const succeeded = (): string[] =>
        get("pods", "--field-selector", "status.phase=Succeeded", "-o", "name").trim().split("\n");
      await expect.poll(() => succeeded().length, { timeout: 150_000, interval: 2000 }).toBeGreaterThanOrEqual(2);
      await expect
        .poll(() => get("ct", "every-minute", "-o", "jsonpath={.status.lastSuccessfulTime}"), { timeout: 60_000 })
        .not.toBe("");
      expect(inNamespace(["logs", succeeded()[0] ?? ""])).toContain("the job of every-minute has run");
      inNamespace(["delete", "ct", "every-minute"]);
      await expect.poll(() => get("cronjob", "every-minute", "--ignore-not-found"), { timeout: 60_000 }).toBe("");
    });

    test("reports an invalid schedule", async () => {
      apply("never", { cronSpec: "99 * * * *", image: "none" });
      const reason = 'jsonpath={.status.conditions[?(@.type=="Ready")].reason}';
      await expect.poll(() => get("ct", "never", "-o", reason), { timeout: 30_000 }).toBe("Refused");
      await expect.poll(() => inNamespace(["describe", "crontab", "never"])).toMatch(/Warning +Refused/);
    });
  });
});
