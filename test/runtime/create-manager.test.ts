import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createManager } from "../../src/runtime/create-manager.js";
import type { CreateManagerOptions } from "../../src/runtime/create-manager-options.js";
import { RecordingLogger } from "../support/recording-logger.js";

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
    [{ leaderElect: true }, { code: "usage/invalid-argument", hint: "Pass --leader-election-namespace=NAME." }],
  ])("with %j is refused", async (options, expected) => {
    await expect(
      createManager({ name: "demo", kubeconfig, log: new RecordingLogger(), ...options }),
    ).rejects.toMatchObject(expected);
  });

  test("may ask for leader election anywhere, with a namespace", async () => {
    const options = { leaderElect: true, leaderElectionNamespace: "ops", log: new RecordingLogger() };
    await expect(createManager({ name: "demo", kubeconfig, ...options })).resolves.toBeDefined();
  });
});
