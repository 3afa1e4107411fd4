import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ApiServer, ApiServerOptions } from "../../../src/apiserver/api-server.js";
import { apiserver } from "../../../src/commands/apiserver.js";
import { checkClusterOptions, type DevClusterOptions, openEmbedded } from "../../../src/commands/dev/dev-cluster.js";
import { lockProject } from "../../../src/commands/dev/dev-lock.js";
import { createDevLog } from "../../../src/commands/dev/dev-log.js";
import { thisMachine } from "../../../src/machinery/machine.js";
import { defaultVersion } from "../../../src/schema/kubernetes-versions.js";
import { recordingContext } from "../../support/recording-context.js";
import { modeOf, snapshot, tempFolder } from "../../support/temp-folder.js";

describe("options that contradict each other", () => {
  test.each<[DevClusterOptions, string]>([
    [{ context: "kind", port: 1 }, "--port configures the embedded API server, and --context names a cluster"],
    [{ kubeconfig: "k", data: "d" }, "--data configures the embedded API server, and --kubeconfig names a cluster"],
    [{ context: "kind", simulateWorkloads: true }, "--simulate-workloads configures"],
    [{ context: "kind", rbac: false }, "--no-rbac configures"],
    [{ context: "kind", kubernetesVersion: "1.35" }, "--kubernetes-version configures"],
    [{ fresh: true }, "--fresh requires --data"],
  ])("%j", (options, message) => {
    expect(() => checkClusterOptions(options)).toThrow(message);
  });

  test("others are fine", () => {
    checkClusterOptions({ context: "kind", rbac: true });
    checkClusterOptions({ port: 1, data: "d", fresh: true, simulateWorkloads: true, rbac: false });
  });
});

test("the embedded server of tsop dev speaks the version that its user names", async () => {
  const context = recordingContext({ cwd: tempFolder() });
  const given: ApiServerOptions[] = [];
  const startApiServer = (options: ApiServerOptions): Promise<ApiServer> => {
    given.push(options);
    return Promise.reject(new Error("no server"));
  };
  const parts = { context, log: createDevLog(context), startApiServer };
  const opened = openEmbedded({ kubernetesVersion: "1.35" }, { projectName: "demo" }, parts);
  await expect(opened).rejects.toThrow("no server");
  expect(given).toMatchObject([{ kubernetesVersion: "1.35" }]);
});

describe("one tsop dev in a project", () => {
  const machine = (pid: number, alive: Readonly<Record<number, string>>) => ({
    ...thisMachine,
    pid,
    identify: (asked: number) => alive[asked],
  });

  test("keeps a second one out, until it has ended", () => {
    const cwd = tempFolder();
    const both = { 1: "a", 2: "b" };
    const unlock = lockProject(cwd, machine(1, both));
    expect(() => lockProject(cwd, machine(2, both))).toThrow(
      expect.objectContaining({ code: "dev/already-running", hint: expect.stringContaining("kill 1") as string }),
    );
    unlock();
    lockProject(cwd, machine(2, both))();
    expect(existsSync(path.join(cwd, ".tsop/dev.lock"))).toBe(false);
  });

  test("of another machine is named, with what to do where it has ended", () => {
    const cwd = tempFolder({ ".tsop/dev.lock": '{"pid":1,"start":"a","host":"elsewhere"}' });
    expect(() => lockProject(cwd, machine(2, { 1: "b", 2: "b" }))).toThrow(
      expect.objectContaining({
        code: "dev/already-running",
        message: expect.stringContaining("process 1 on elsewhere") as string,
        hint: expect.stringContaining("delete .tsop/dev.lock") as string,
      }),
    );
  });

  test.each([
    ["of a process that is gone", '{"pid":7,"start":"x"}'],
    ["of an earlier process of that number", '{"pid":1,"start":"long ago"}'],
    ["with invalid content", "???"],
    ["of no process", '{"pid":-1,"start":""}'],
  ])("a lock %s counts for nothing", (_, text) => {
    const cwd = tempFolder({ ".tsop/dev.lock": text });
    lockProject(cwd, machine(2, { 1: "a", 2: "b" }))();
  });
});

describe("tsop apiserver", () => {
  const server = (options: ApiServerOptions, stopped: ApiServerOptions[]): ApiServer => ({
    url: "https://127.0.0.1:1234",
    caCertificate: "",
    kubeconfig: "kind: Config\n",
    addUser: () => ({ token: "", kubeconfig: "" }),
    addCertificate: ({ name, groups = [] }) =>
      Promise.resolve({ certificate: "", key: "", kubeconfig: `kind: OfCertificate ${[name, ...groups].join(",")}\n` }),
    compact: () => undefined,
    stop: () => {
      stopped.push(options);
      return Promise.resolve();
    },
  });

  test("writes a kubeconfig that only its user can read, prints its path, and serves until it is stopped", async () => {
    const cwd = tempFolder();
    const stop = new AbortController();
    const context = recordingContext({ cwd, signal: stop.signal, liveFormat: "json" });
    const stopped: ApiServerOptions[] = [];
    const file = path.join(cwd, "k");
    const ended = apiserver({ port: 1, data: "d", kubeconfigOut: "k", rbac: false }, context, (options) =>
      Promise.resolve(server(options, stopped)),
    );
    await expect.poll(() => context.recording.lines).toHaveLength(1);
    expect(readFileSync(file, "utf8")).toMatch(/^# tsop wrote this file.*\nkind: Config\n$/);
    expect(modeOf(file)).toBe(0o600);
    stop.abort("SIGINT");
    expect(await ended).toEqual({ text: "", json: {}, stopped: true });
    const given = { port: 1, dataFile: path.join(cwd, "d"), simulateWorkloads: false, rbac: false };
    expect(stopped).toEqual([{ ...given, kubernetesVersion: defaultVersion }]);
    expect(existsSync(file), "it leads nowhere any more").toBe(false);
    expect(JSON.parse(context.recording.lines[0]!)).toMatchObject({ server: "https://127.0.0.1:1234" });
  });

  const start = (stopped: ApiServerOptions[]) => (options: ApiServerOptions) =>
    Promise.resolve(server(options, stopped));

  test.each<[string, (file: string) => void]>([
    ["of the user", (file) => writeFileSync(file, "kind: Config\nusers: []\n")],
    ["an empty one", (file) => writeFileSync(file, "")],
    ["a link to one", (file) => symlinkSync("target", file)],
    ["a folder", (file) => mkdirSync(file)],
  ])("refuses to overwrite a kubeconfig that it did not write: %s", async (_, make) => {
    const cwd = tempFolder({ target: "precious" });
    make(path.join(cwd, "k"));
    const before = snapshot(cwd);
    const stopped: ApiServerOptions[] = [];
    const ended = apiserver({ kubeconfigOut: "k" }, recordingContext({ cwd }), start(stopped));
    await expect(ended).rejects.toMatchObject({
      code: "files/write-failed",
      message: expect.stringContaining("tsop did not write it") as string,
    });
    expect(snapshot(cwd)).toEqual(before);
    expect(stopped).toHaveLength(1);
  });

  test("replaces the kubeconfig that a killed server has left", async () => {
    const cwd = tempFolder();
    const first = recordingContext({ cwd, signal: new AbortController().signal });
    void apiserver({ kubeconfigOut: "k" }, first, start([]));
    await expect.poll(() => first.recording.lines).toHaveLength(1);
    const stop = new AbortController();
    const context = recordingContext({ cwd, signal: stop.signal });
    const ended = apiserver({ kubeconfigOut: "k" }, context, start([]));
    await expect.poll(() => context.recording.lines).toHaveLength(1);
    stop.abort("SIGINT");
    await ended;
    expect(existsSync(path.join(cwd, "k"))).toBe(false);
  });

  test("leaves another file of the same content in its place", async () => {
    const cwd = tempFolder();
    const stop = new AbortController();
    const context = recordingContext({ cwd, signal: stop.signal });
    const ended = apiserver({ kubeconfigOut: "k" }, context, start([]));
    await expect.poll(() => context.recording.lines).toHaveLength(1);
    const file = path.join(cwd, "k");
    writeFileSync(`${file}2`, readFileSync(file));
    renameSync(`${file}2`, file);
    stop.abort("SIGINT");
    await ended;
    expect(existsSync(file)).toBe(true);
  });

  test("keeps a kubeconfig that another process has written in the meantime", async () => {
    const cwd = tempFolder();
    const stop = new AbortController();
    const context = recordingContext({ cwd, signal: stop.signal });
    const ended = apiserver({ kubeconfigOut: "k" }, context, (options) => Promise.resolve(server(options, [])));
    await expect.poll(() => context.recording.lines).toHaveLength(1);
    writeFileSync(path.join(cwd, "k"), "of another");
    stop.abort("SIGINT");
    await ended;
    expect(readFileSync(path.join(cwd, "k"), "utf8")).toBe("of another");
  });

  test("warns if other machines may reach the server, and writes a client certificate", async () => {
    const cwd = tempFolder();
    const stop = new AbortController();
    const context = recordingContext({ cwd, signal: stop.signal, liveFormat: "json" });
    const options = { bindAddress: "0.0.0.0", clientCertificate: true, lag: 200, kubeconfigOut: "k" };
    const stopped: ApiServerOptions[] = [];
    const ended = apiserver(options, context, start(stopped));
    await expect.poll(() => context.recording.lines).toHaveLength(2);
    expect(JSON.parse(context.recording.lines[0]!)).toMatchObject({ level: "warn", code: "apiserver/reachable" });
    expect(readFileSync(path.join(cwd, "k"), "utf8")).toContain("kind: OfCertificate tsop-admin,system:masters");
    stop.abort("SIGINT");
    await ended;
    const given = { bindAddress: "0.0.0.0", lagMs: 200, simulateWorkloads: false, rbac: true };
    expect(stopped).toEqual([{ ...given, kubernetesVersion: defaultVersion }]);
  });

  test("an address of another machine is one clear message", async () => {
    await expect(
      apiserver({ bindAddress: "192.0.2.250" }, recordingContext({ cwd: tempFolder() })),
    ).rejects.toMatchObject({
      code: "apiserver/port-unavailable",
      message: "this machine does not have the address 192.0.2.250",
    });
  });

  test("a port that is taken is one clear message", async () => {
    const cwd = tempFolder();
    const holder = createServer();
    const port = await new Promise<number>((resolve) =>
      holder.listen(0, "127.0.0.1", () => resolve((holder.address() as { port: number }).port)),
    );
    onTestFinished(() => void holder.close());
    await expect(apiserver({ port }, recordingContext({ cwd }))).rejects.toMatchObject({
      code: "apiserver/port-unavailable",
      message: `port ${port} of 127.0.0.1 is in use`,
    });
  });

  test("a kubeconfig that cannot be written ends the server", async () => {
    const cwd = tempFolder();
    writeFileSync(path.join(cwd, "file"), "");
    const stopped: ApiServerOptions[] = [];
    const start = (options: ApiServerOptions): Promise<ApiServer> => Promise.resolve(server(options, stopped));
    await expect(apiserver({ kubeconfigOut: "file/k" }, recordingContext({ cwd }), start)).rejects.toMatchObject({
      code: "files/write-failed",
    });
    expect(stopped).toHaveLength(1);
  });
});
