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
const namespace = "myresource-system";
const samples = "config/samples/";
/** In CI, tsop cannot ask for confirmation of the cluster. E2E_CONTEXT names it. */
const yes = (process.env["CI"] ?? "") === "" ? [] : ["--yes"];
/** An image that runs until it is stopped: test/e2e/stand-in. */
const standIn = process.env["STAND_IN_IMG"] ?? "";

/** Runs the tsop of this project, with its output in the output of the test. */
function tsop(...args: string[]): void {
  execFileSync("npx", ["tsop", ...args, "--context", context, ...yes], { stdio: "inherit" });
}

function kubectl(...args: string[]): string {
  return execFileSync("kubectl", ["--context", context, "--namespace", namespace, ...args], { encoding: "utf8" });
}

const example = ["get", "myresource", "example-myresource", "--namespace", "default"];

/** The object of the tutorial, with an existing image. */
function applyExample(size: string): void {
  const object = {
    apiVersion: "my.domain/v1",
    kind: "MyResource",
    metadata: { name: "example-myresource", namespace: "default" },
    spec: { size, image: standIn },
  };
  const options = { input: JSON.stringify(object), encoding: "utf8" } as const;
  execFileSync("kubectl", ["--context", context, "apply", "-f", "-"], options);
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
    const account = "myresource-controller-manager";
    kubectl(
      ...["create", "clusterrolebinding", "myresource-e2e-metrics"],
      ...["--clusterrole=myresource-metrics-reader", `--serviceaccount=${namespace}:${account}`],
    );
    token = kubectl("create", "token", account).trim();
    port = await forwardMetrics();
  });

  afterAll(() => {
    forwarding?.kill();
    if (!isDeployed) return;
    kubectl("delete", "clusterrolebinding", "myresource-e2e-metrics", "--ignore-not-found");
    tsop("undeploy", "--delete-data");
    expect(kubectl("get", "namespace", namespace, "--ignore-not-found")).toBe("");
  });

  /** Forwards a port of this machine to the metrics. */
  async function forwardMetrics(): Promise<number> {
    const service = "service/myresource-controller-manager-metrics-service";
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

  test.skipIf(standIn === "")(
    "runs the image of the tutorial's object, in as many Pods as its size requires",
    async () => {
      applyExample("small");
      const stateOf = () => kubectl(...example, "-o", "jsonpath={.status.state} {.status.readyReplicas}");
      await expect.poll(stateOf, { timeout: 60_000 }).toBe("Running 1");
      applyExample("medium");
      await expect.poll(stateOf, { timeout: 60_000 }).toBe("Running 2");
      expect(kubectl("get", "mr", "--namespace", "default")).toContain("example-myresource");
    },
  );

  test.skipIf(standIn === "")("does so as a DaemonSet too", async () => {
    tsop("deploy", "config/overlays/daemonset", "--timeout", "3m");
    const workloads = () =>
      kubectl("get", "daemonset,deployment", "-l", "control-plane=controller-manager", "-o", "name").trim();
    await expect.poll(workloads, { timeout: 60_000 }).toBe("daemonset.apps/myresource-controller-manager");
    applyExample("large");
    const stateOf = () => kubectl(...example, "-o", "jsonpath={.status.state} {.status.readyReplicas}");
    await expect.poll(stateOf, { timeout: 60_000 }).toBe("Running 3");
    kubectl("delete", "myresource", "example-myresource", "--namespace", "default");
  });
});
