/** A repository of another user contains its own `.tsop`. tsop must not use or run anything in it, and must change nothing outside the project. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { chooseCluster } from "../../src/commands/choose-cluster.js";
import { deploy } from "../../src/commands/deploy.js";
import { lockProject } from "../../src/commands/dev/dev-lock.js";
import { dockerBuild } from "../../src/commands/docker-build.js";
import { dockerPush } from "../../src/commands/docker-push.js";
import { manifests } from "../../src/commands/manifests.js";
import { thisMachine } from "../../src/machinery/machine.js";
import { barProject, project } from "../support/bar-project.js";
import { deployProject } from "../support/deploy-project.js";
import { recordingContext, type RecordingOptions } from "../support/recording-context.js";
import { snapshot, tempFolder, writeFiles } from "../support/temp-folder.js";

const untrusted = expect.objectContaining({ code: "files/untrusted-state" }) as Error;
const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A folder with the clone in `clone/`, and beside it what does not belong to it. */
function cloned(files: Readonly<Record<string, string>>, more: Partial<RecordingOptions> = {}) {
  const outside = tempFolder({ "precious.txt": "precious", ".precious.txt.tsop-old-t": "forged" });
  const cwd = path.join(outside, "clone");
  mkdirSync(cwd);
  writeFiles(cwd, files);
  return { outside, cwd, context: recordingContext({ ...more, cwd }) };
}

function outsideOf(folder: string): Record<string, string> {
  return Object.fromEntries(Object.entries(snapshot(folder)).filter(([name]) => !name.startsWith("clone/")));
}

const journal = (changes: object): string =>
  JSON.stringify({ pid: 999_999_999, start: "1", host: "", token: "t", entries: [], folders: [], ...changes });

const own = (): { host: string } => ({ host: thisMachine.host });

describe("the journal of an interrupted command", () => {
  const create = (file: string, text = "precious") => ({ kind: "create", path: file, hash: hash(text) });
  const overwrite = (file: string) => ({ kind: "overwrite", path: file, hash: hash("precious") });

  test.each<[string, object]>([
    ["names a file above the project", { entries: [create("../precious.txt")] }],
    ["names one by a detour", { entries: [create("a/../../precious.txt")] }],
    ["puts back a file above the project", { entries: [overwrite("../precious.txt")] }],
    ["has a token with a path", { token: "t/../../..", entries: [create("a")] }],
    ["names a file of git", { entries: [create(".git/HEAD", "ref: refs/heads/main\n")] }],
    ["names a file of git in capitals", { entries: [create(".GIT/HEAD", "ref: refs/heads/main\n")] }],
    ["removes a folder above the project", { folders: ["../empty"] }],
    ["names no text", { entries: [{ kind: "create", path: 1, hash: "" }] }],
    ["has another kind of entry", { entries: [{ kind: "run", path: "a", hash: "" }] }],
    ["has a process that is none", { pid: "../../etc" }],
    ["has a negative process", { pid: -1 }],
    ["has no entries", { entries: undefined }],
    ["is a list", [1] as object],
  ])("that %s is refused, and changes nothing", async (_, changes) => {
    const text = Array.isArray(changes) ? JSON.stringify(changes) : journal({ ...own(), ...changes });
    const { outside, cwd, context } = cloned({ ...barProject, ".git/HEAD": "ref: refs/heads/main\n" });
    writeFiles(cwd, { ".tsop/journal.json": text });
    mkdirSync(path.join(outside, "empty"));
    const before = snapshot(outside);
    await expect(manifests({ check: true }, context)).rejects.toThrow(untrusted);
    expect(snapshot(outside)).toEqual(before);
  });

  test("of a commit that ended, with a token that leads elsewhere, removes nothing elsewhere", async () => {
    const { outside, cwd, context } = cloned(barProject);
    writeFiles(cwd, {
      ".tsop/committed-t.json": journal({ ...own(), token: "t", entries: [overwrite("../precious.txt")] }),
    });
    const before = snapshot(outside);
    await expect(manifests({ check: true }, context)).rejects.toThrow(untrusted);
    expect(snapshot(outside)).toEqual(before);
  });

  test("whose token is not that of its name is refused", async () => {
    const { cwd, context } = cloned(barProject);
    writeFiles(cwd, { ".tsop/committed-a.json": journal({ ...own(), token: "b" }) });
    await expect(manifests({ check: true }, context)).rejects.toThrow(untrusted);
  });

  test("that is outside the project by a link is refused", async () => {
    const { outside, cwd, context } = cloned(barProject);
    symlinkSync("..", path.join(cwd, "up"));
    writeFiles(cwd, { ".tsop/journal.json": journal({ ...own(), entries: [create("up/precious.txt")] }) });
    const before = outsideOf(outside);
    await expect(manifests({ check: true }, context)).rejects.toThrow(untrusted);
    expect(outsideOf(outside)).toEqual(before);
  });
});

describe("a state folder", () => {
  test("that is a link is refused", async () => {
    const { outside, cwd, context } = cloned(barProject);
    mkdirSync(path.join(outside, "home"));
    symlinkSync("../home", path.join(cwd, ".tsop"));
    await expect(manifests({}, context)).rejects.toThrow(untrusted);
    expect(readdirSync(path.join(outside, "home"))).toEqual([]);
  });

  test.each(["manifests.json", "manifests.json.new", "image.json", "clusters.json", "kubeconfig", "dev.lock"])(
    "that holds a link (%s) is refused, and what it leads to stays",
    async (name) => {
      const { outside, cwd, context } = cloned(barProject);
      mkdirSync(path.join(cwd, ".tsop"));
      symlinkSync("../../precious.txt", path.join(cwd, ".tsop", name));
      await expect(manifests({}, context)).rejects.toThrow(untrusted);
      expect(() => lockProject(cwd)).toThrow(untrusted);
      expect(readFileSync(path.join(outside, "precious.txt"), "utf8")).toBe("precious");
    },
  );

  test.each(["4", "2"])("that git tracks (index version %s) is refused with what to type", async (version) => {
    const { cwd, context } = cloned({ ...barProject, ".tsop/image.json": '{"image":"evil:v1"}', ".tsa": "" });
    const git = (...args: string[]) => execFileSync("git", args, { cwd, stdio: "ignore" });
    git("init");
    git("add", "--all", "--force");
    git("update-index", "--index-version", version);
    await expect(manifests({ check: true }, context)).rejects.toMatchObject({
      code: "files/untrusted-state",
      message: expect.stringContaining("git tracks .tsop/image.json") as string,
      hint: expect.stringContaining("git rm -r --cached .tsop") as string,
    });
    git("rm", "-r", "--cached", ".tsop");
    expect((await manifests({}, context)).exitCode).toBe(0);
  });

  test("that git tracks is refused in a folder of a larger repository, too", async () => {
    const { cwd } = cloned({ "operators/demo/PROJECT": project, "operators/demo/.tsop/x": "1" });
    execFileSync("git", ["init"], { cwd, stdio: "ignore" });
    execFileSync("git", ["add", "--all", "--force"], { cwd, stdio: "ignore" });
    const context = recordingContext({ cwd: path.join(cwd, "operators/demo") });
    await expect(manifests({ check: true }, context)).rejects.toThrow(untrusted);
  });

  test("in a folder that is read-only is no trouble where nothing was interrupted", async () => {
    const { cwd, context } = cloned(barProject);
    await manifests({}, context);
    writeFiles(cwd, { ".tsop/clusters.json": "[]" });
    const folders = ["", ".tsop"].map((name) => path.join(cwd, name));
    for (const folder of folders) chmodSync(folder, 0o555);
    try {
      expect((await manifests({ check: true }, context)).exitCode).toBe(0);
    } finally {
      for (const folder of folders) chmodSync(folder, 0o755);
    }
  });
});

describe("what a clone remembers of others", () => {
  const kubeconfig = (server: string): string =>
    JSON.stringify({
      ...{ apiVersion: "v1", kind: "Config", "current-context": "production" },
      clusters: [{ name: "c", cluster: { server } }],
      users: [{ name: "u", user: { token: "t" } }],
      contexts: [{ name: "production", context: { cluster: "c", user: "u" } }],
    });
  const server = "https://10.0.0.1:6443";

  test("a cluster is not confirmed by it", async () => {
    const files = {
      kubeconfig: kubeconfig(server),
      ".tsop/clusters.json": JSON.stringify([{ context: "production", server }]),
    };
    const { cwd, context } = cloned(files);
    const options = { kubeconfig: path.join(cwd, "kubeconfig") };
    await expect(chooseCluster(options, context)).rejects.toMatchObject({ code: "cluster/not-confirmed" });
  });

  test("a cluster is not confirmed by a record that was there when tsop wrote its own", async () => {
    const files = {
      ...barProject,
      ...{ kubeconfig: kubeconfig(server), ".tsop/clusters.json": JSON.stringify([{ context: "production", server }]) },
    };
    const { cwd, context } = cloned(files);
    await manifests({}, context);
    const options = { kubeconfig: path.join(cwd, "kubeconfig") };
    await expect(chooseCluster(options, context)).rejects.toMatchObject({ code: "cluster/not-confirmed" });
  });

  test("a folder that was copied with all that it remembered confirms nothing", async () => {
    const { outside, cwd, context } = cloned({ kubeconfig: kubeconfig(server) });
    const options = { kubeconfig: path.join(cwd, "kubeconfig") };
    await chooseCluster({ ...options, yes: true }, context);
    await chooseCluster(options, context);
    execFileSync("cp", ["-a", cwd, path.join(outside, "copy")]);
    const copy = recordingContext({ cwd: path.join(outside, "copy") });
    await expect(chooseCluster(options, copy)).rejects.toMatchObject({ code: "cluster/not-confirmed" });
  });

  test("a record of generated files does not make --check pass", async () => {
    const { cwd, context } = cloned(barProject);
    await manifests({}, context);
    const role = path.join(cwd, "config/rbac/role.yaml");
    const text = readFileSync(role, "utf8");
    const evil = text.replace(/rules:[\s\S]*/, 'rules:\n- apiGroups: ["*"]\n  resources: ["*"]\n  verbs: ["*"]\n');
    writeFileSync(role, evil);
    const file = path.join(cwd, ".tsop/manifests.json");
    const base64 = (value: string): string => createHash("sha256").update(value).digest("base64url");
    writeFileSync(file, readFileSync(file, "utf8").replace(base64(text), base64(evil)));
    expect(await manifests({ check: true }, context)).toMatchObject({ exitCode: 3 });
    // The same in CI without --check: it is generated again.
    await manifests({}, recordingContext({ cwd, env: { CI: "true" } }));
    expect(readFileSync(role, "utf8")).toBe(text);
  });

  test("an image is not deployed because of it", async () => {
    const { context } = cloned({ ...deployProject("demo"), ".tsop/image.json": '{"image":"evil:v1"}' });
    await expect(deploy({ dryRun: "client" }, context)).rejects.toMatchObject({ code: "deploy/no-image" });
  });

  test.each(["./evil/docker", "/tmp/evil/podman", "evil/../docker", "docker.exe", "--docker", "podman-remote"])(
    "a container tool at %s is not run",
    async (tool) => {
      const { cwd, context } = cloned(
        { PROJECT: project, Dockerfile: "FROM base:1\n", "main.ts": "console.log(1);" },
        { onExec: () => ({ exitCode: 0, terminatedBy: undefined, stdout: "", stderr: "" }) },
      );
      await dockerBuild({ img: "demo:v1" }, context);
      // Even where the record counts.
      const file = path.join(cwd, ".tsop/image.json");
      writeFileSync(file, JSON.stringify({ image: "demo:v1", built: { tool } }));
      await dockerPush({}, context);
      expect(context.recording.executed.filter((each) => each.file === tool)).toEqual([]);
      expect(context.recording.executed.some((each) => each.args.includes("push"))).toBe(true);
    },
  );

  test("in CI nothing is remembered", async () => {
    const env = { CI: "true" };
    const { cwd } = cloned({ PROJECT: project, kubeconfig: kubeconfig(server) });
    const options = { kubeconfig: path.join(cwd, "kubeconfig") };
    await chooseCluster({ ...options, yes: true }, recordingContext({ cwd }));
    await expect(chooseCluster(options, recordingContext({ cwd, env }))).rejects.toMatchObject({
      code: "cluster/not-confirmed",
    });
    await expect(chooseCluster(options, recordingContext({ cwd, env: { CI: "false" } }))).resolves.toMatchObject({
      server,
    });
  });
});

describe("a link in the project", () => {
  test("that leads into the repository of git is not written through", async () => {
    const { cwd, context } = cloned({ ...barProject, ".git/hooks/x": "", ".git/config": "[core]\n" });
    mkdirSync(path.join(cwd, "config/crd"), { recursive: true });
    symlinkSync("../../.git/hooks", path.join(cwd, "config/crd/bases"));
    await expect(manifests({}, context)).rejects.toMatchObject({ code: "files/write-failed" });
    expect(readdirSync(path.join(cwd, ".git/hooks"))).toEqual(["x"]);
    expect(existsSync(path.join(cwd, "config/rbac"))).toBe(false);
  });
});
