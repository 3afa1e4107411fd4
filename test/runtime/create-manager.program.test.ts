import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Counter } from "prom-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createManager } from "../../src/runtime/create-manager.js";
import type { CreateManagerOptions } from "../../src/runtime/create-manager-options.js";
import { done, type Reconciler } from "../../src/runtime/reconcile.js";
import { RecordingLogger } from "../support/recording-logger.js";
import { Thing } from "../support/scripted-api.js";

describe("creating a manager", () => {
  let dir: string;
  let kubeconfig: string;
  beforeAll(() => {
    dir = mkdtempSync(path.join(os.tmpdir(), "manager-"));
    kubeconfig = path.join(dir, "config");
    const config = {
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "here", cluster: { server: "http://127.0.0.1:1" } }],
      users: [{ name: "me", user: {} }],
      contexts: [{ name: "here", context: { cluster: "here", user: "me" } }],
      "current-context": "here",
    };
    writeFileSync(kubeconfig, JSON.stringify(config));
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  test("says which cluster it is for, and asks it nothing", async () => {
    const log = new RecordingLogger();
    await createManager({ name: "demo", kubeconfig, log });
    expect(log.lines).toEqual([
      { level: "info", message: "using the cluster", fields: { server: "http://127.0.0.1:1", context: "here" } },
    ]);
  });

  test.each<[Partial<CreateManagerOptions>, object]>([
    [{ kubeconfig: "/nowhere" }, { code: "cluster/no-kubeconfig" }],
    [{ context: "there" }, { code: "cluster/unknown-context" }],
    [{ healthProbeBindAddress: "8081" }, { code: "usage/invalid-argument" }],
    [{ metricsBindAddress: "x" }, { code: "usage/invalid-argument" }],
    [{ leaderElection: { retryPeriodMs: 60_000 } }, { code: "usage/invalid-argument" }],
    [
      { gracefulShutdownTimeoutMs: -1 },
      { message: "gracefulShutdownTimeoutMs must be milliseconds from 0 to 2147483647, got -1" },
    ],
    [{ gracefulShutdownTimeoutMs: NaN }, { code: "usage/invalid-argument" }],
    [{ leaderElect: true }, { code: "usage/invalid-argument", hint: "Pass --leader-election-namespace=NAME." }],
  ])("with %j is refused", async (options, expected) => {
    await expect(
      createManager({ name: "demo", kubeconfig, log: new RecordingLogger(), ...options }),
    ).rejects.toMatchObject(expected);
  });

  test("tells controllers how to work where they do not say so themselves", async () => {
    const log = new RecordingLogger();
    const controllerDefaults = { concurrency: 7, maxAttempts: 3 };
    const manager = await createManager({ name: "demo", kubeconfig, log, controllerDefaults });
    const reconciler: Reconciler = { reconcile: () => Promise.resolve(done()) };
    manager.controller("told").for(Thing).complete(reconciler);
    manager.controller("own").for(Thing).concurrency(2).complete(reconciler);
    const text = await manager.metricsRegistry.metrics();
    expect(text).toContain('controller_runtime_max_concurrent_reconciles{controller="told"} 7');
    expect(text).toContain('controller_runtime_max_concurrent_reconciles{controller="own"} 2');
    const wrong = await createManager({ name: "demo", kubeconfig, log, controllerDefaults: { concurrency: 0 } });
    expect(() => wrong.controller("x").for(Thing).complete(reconciler)).toThrow(
      "concurrency must be a positive integer",
    );
  });

  test("serves metrics of others, and other things, beside its own", async () => {
    const log = new RecordingLogger();
    const options = { metricsBindAddress: "127.0.0.1:0", metricsSecure: false, healthProbeBindAddress: "0" };
    const manager = await createManager({ name: "demo", kubeconfig, log, ...options });
    new Counter({ name: "bars_painted_total", help: "x", registers: [manager.metricsRegistry] }).inc(3);
    manager.addMetricsHandler("/debug/heap", (_, response) => void response.end("heap!"));
    for (const path of ["/metrics", "/debug/heap", "debug"]) {
      expect(() => manager.addMetricsHandler(path, () => undefined)).toThrow(
        expect.objectContaining({ code: "runtime/invalid-wiring" }),
      );
    }
    const stop = new AbortController();
    const running = manager.start(stop.signal);
    await expect.poll(() => log.lines.map(({ message }) => message)).toContain("serving metrics");
    const { address } = log.lines.find(({ message }) => message === "serving metrics")!.fields;
    const get = async (path: string): Promise<string> => (await fetch(`http://${String(address)}${path}`)).text();
    expect(await get("/metrics")).toContain("bars_painted_total 3");
    expect(await get("/debug/heap")).toBe("heap!");
    expect(await get("/debug")).toContain("404");
    expect(() => manager.addMetricsHandler("/late", () => undefined)).toThrow(
      "cannot call addMetricsHandler(): the manager has already started",
    );
    // Without leader election, this process leads from the start.
    await manager.elected;
    stop.abort();
    await running;
  });

  test("may ask for leader election anywhere, with a namespace", async () => {
    const options = { leaderElect: true, leaderElectionNamespace: "ops", log: new RecordingLogger() };
    await expect(createManager({ name: "demo", kubeconfig, ...options })).resolves.toBeDefined();
  });
});
