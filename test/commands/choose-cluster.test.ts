import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { chooseCluster } from "../../src/commands/choose-cluster.js";
import { recordingContext, type RecordingOptions } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";

function kubeconfig(server: string): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "c", cluster: { server } }],
    users: [{ name: "u", user: { token: "t" } }],
    contexts: [{ name: "production", context: { cluster: "c", user: "u" } }],
    "current-context": "production",
  });
}

function contextFor(server: string, options: Omit<RecordingOptions, "cwd"> = {}) {
  const cwd = tempFolder({ kubeconfig: kubeconfig(server) });
  return recordingContext({ ...options, cwd, env: { KUBECONFIG: path.join(cwd, "kubeconfig") } });
}

describe("a cluster on this machine", () => {
  test.each([
    "https://127.0.0.1:6443",
    "https://localhost:6443",
    "https://[::1]:6443",
    "https://127.8.8.8",
    "https://a.localhost",
  ])("%s is used without a question, and named first", async (server) => {
    const context = contextFor(server);
    expect((await chooseCluster({}, context)).server).toBe(server);
    expect(context.recording.notes).toEqual([`cluster: context production, server ${server}`]);
  });
});

describe("a cluster elsewhere", () => {
  const server = "https://10.0.0.1:6443";

  test.each([server, "https://127.0.0.1.evil.example", "https://localhost.example"])(
    "%s is refused when nobody can confirm it, with what to type",
    async (address) => {
      await expect(chooseCluster({}, contextFor(address))).rejects.toMatchObject({
        code: "cluster/not-confirmed",
        hint: expect.stringContaining("--yes") as string,
      });
    },
  );

  test("is used with --yes, and remembered for the project", async () => {
    const context = contextFor(server);
    await chooseCluster({ yes: true }, context);
    await expect(chooseCluster({}, context)).resolves.toMatchObject({ server });
  });

  test("is asked about on a terminal", async () => {
    const context = contextFor(server, { answer: true });
    await chooseCluster({}, context);
    await chooseCluster({}, context);
    expect(context.recording.questions).toEqual(["Is this the right cluster?"]);
  });

  test("is not used, nor remembered, after a no", async () => {
    const context = contextFor(server, { answer: false });
    await expect(chooseCluster({}, context)).rejects.toMatchObject({ code: "cluster/not-confirmed" });
    expect(existsSync(path.join(context.cwd, ".tsop"))).toBe(false);
  });

  test("under the same context name but another address is asked about again", async () => {
    const context = contextFor(server);
    await chooseCluster({ yes: true }, context);
    const moved = tempFolder({ kubeconfig: kubeconfig("https://10.0.0.2:6443") });
    const options = { kubeconfig: path.join(moved, "kubeconfig") };
    await expect(chooseCluster(options, context)).rejects.toMatchObject({ code: "cluster/not-confirmed" });
  });

  test("that a damaged memory may have named is asked about again", async () => {
    const context = contextFor(server);
    await chooseCluster({ yes: true }, context);
    writeFileSync(path.join(context.cwd, ".tsop/clusters.json"), "{ not json");
    await expect(chooseCluster({}, context)).rejects.toMatchObject({ code: "cluster/not-confirmed" });
  });
});
