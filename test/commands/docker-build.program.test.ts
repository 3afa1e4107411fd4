import { chmodSync, existsSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { dockerBuild } from "../../src/commands/docker-build.js";
import { dockerPush } from "../../src/commands/docker-push.js";
import { project } from "../support/bar-project.js";
import { type Answer, commandsOf, executedBy, id, operator, remembered, works } from "../support/image-operator.js";
import { modeOf, tempFolder } from "../support/temp-folder.js";

describe("tsop docker-build", () => {
  test("bundles, builds, and remembers", async () => {
    const context = operator({ podman: works });
    const { text, json } = await dockerBuild({ img: "demo:v1" }, context);
    expect(text).toBe(`built demo:v1 with podman (${id})\nNext: npm run docker-push`);
    expect(json).toEqual({ image: "demo:v1", tool: "podman", id });
    expect(existsSync(path.join(context.cwd, "dist/main.js"))).toBe(true);
    expect(remembered(context)).toEqual({ image: "demo:v1", built: { tool: "podman", id } });
    expect(commandsOf(context)).toEqual([expect.stringContaining("--label org.opencontainers.image.base.name=base:1")]);
  });

  test("lets everybody read what goes into the image, and gives it one time", async () => {
    const context = operator({ docker: works });
    const dist = path.join(context.cwd, "dist");
    const before = process.umask(0o077);
    try {
      await dockerBuild({ img: "demo:v1" }, context);
    } finally {
      process.umask(before);
    }
    expect([modeOf(dist), modeOf(path.join(dist, "main.js"))]).toEqual([0o755, 0o644]);
    expect(statSync(path.join(dist, "main.js.map")).mtimeMs).toBe(0);
    writeFileSync(path.join(dist, "install.yaml"), "");
    chmodSync(path.join(dist, "install.yaml"), 0o600);
    utimesSync(path.join(dist, "install.yaml"), 5, 5);
    await dockerBuild({}, { ...context, env: { SOURCE_DATE_EPOCH: "1700000000" } });
    expect(statSync(path.join(dist, "main.js")).mtimeMs).toBe(1_700_000_000_000);
    expect([modeOf(path.join(dist, "install.yaml")), statSync(path.join(dist, "install.yaml")).mtimeMs]).toEqual([
      0o600, 5000,
    ]);
  });

  test("with --dry-run says what it would do, and does nothing", async () => {
    const context = operator({ buildah: works });
    const { text, json } = await dockerBuild({ img: "demo:v1", dryRun: true, baseImage: "mine:2" }, context);
    expect(text).toMatch(/^tsop build --sbom\nbuildah build .*--build-arg BASE_IMAGE=mine:2 .*--tag demo:v1 \.$/);
    expect(json).toMatchObject({ image: "demo:v1", tool: "buildah", dryRun: true });
    expect(existsSync(path.join(context.cwd, "dist"))).toBe(false);
    expect(existsSync(path.join(context.cwd, ".tsop"))).toBe(false);
  });

  test("shows what the tool has said when it fails, and remembers nothing", async () => {
    const answer = (args: readonly string[]): Answer =>
      args[0] === "build" ? { exitCode: 125, stderr: "Error: denied: requested access" } : {};
    const context = operator({ podman: answer });
    await expect(dockerBuild({ img: "demo:v1" }, context)).rejects.toMatchObject({
      code: "image/tool-failed",
      message: expect.stringMatching(
        /^podman build .* exited with status 125:\nError: denied: requested access$/,
      ) as string,
      hint: "Log in to the registry first: podman login REGISTRY",
    });
    expect(existsSync(path.join(context.cwd, ".tsop/image.json"))).toBe(false);
  });

  test("does not repeat text of the log", async () => {
    const answer = (args: readonly string[]): Answer =>
      args[0] === "build" ? { exitCode: 125, stderr: "Error: denied: requested access" } : {};
    const context = operator({ podman: answer }, { isLog: true });
    await expect(dockerBuild({ img: "demo:v1" }, context)).rejects.toMatchObject({
      message: expect.stringMatching(/^podman build .* exited with status 125$/) as string,
    });
    expect(context.recording.notes.filter((note) => note.includes("denied"))).toEqual([
      "Error: denied: requested access",
    ]);
  });

  test("builds on the base that was said last, and says so", async () => {
    const context = operator({ podman: works });
    await dockerBuild({ img: "demo:v1", baseImage: "mine:2" }, context);
    await dockerBuild({ img: "demo:v2" }, context);
    expect(commandsOf(context).at(-1)).toContain("--build-arg BASE_IMAGE=mine:2");
    expect(context.recording.notes).toContain("base image: mine:2, as last time (change it with --base-image NAME)");
    await dockerBuild({ baseImage: "mine:3" }, context);
    expect(remembered(context)).toMatchObject({ image: "demo:v2", built: { base: "mine:3" } });
  });

  test("that is interrupted leaves nothing", async () => {
    const controller = new AbortController();
    const answer = (args: readonly string[]): Answer => {
      if (args[0] !== "build") return {};
      controller.abort("SIGINT");
      return { exitCode: undefined, terminatedBy: "SIGTERM" };
    };
    const context = operator({ podman: answer }, { signal: controller.signal });
    await expect(dockerBuild({ img: "demo:v1" }, context)).rejects.toMatchObject({
      code: "interrupted",
      message: "stopped by SIGINT while building with podman",
    });
    expect(existsSync(path.join(context.cwd, ".tsop/image.json"))).toBe(false);
  });

  test.each<[string, Parameters<typeof dockerBuild>[0], Record<string, string>, object]>([
    ["without a name", {}, {}, { code: "image/no-name" }],
    ["a name that can be none", { img: "Demo:v1" }, {}, { code: "usage/invalid-argument" }],
    ["a digest", { img: `demo@sha256:${"a".repeat(64)}` }, {}, { hint: "Use a tag: demo:v0.1.0" }],
    [
      "IMG=… after npm run",
      { args: ["IMG=demo:v1"] },
      {},
      { hint: expect.stringContaining("IMG=demo:v1 npm run") as string },
    ],
    ["a word", { img: "demo", args: ["demo"] }, {}, { message: '"demo" is not a flag' }],
    [
      "a tool that is none",
      { img: "demo", containerTool: "dokcer" },
      {},
      { hint: expect.stringContaining("mean docker?") as string },
    ],
    [
      "two platforms",
      { img: "demo", platform: "linux/amd64,linux/arm64" },
      {},
      { hint: expect.stringContaining("docker-buildx") as string },
    ],
    [
      "a build argument that is none",
      { img: "demo", buildArg: ["a b"] },
      {},
      { message: '--build-arg "a b" has no variable name' },
    ],
    ["a time that is none", { img: "demo" }, { SOURCE_DATE_EPOCH: "now" }, { code: "usage/invalid-argument" }],
    [
      "--tls-verify=false for docker",
      { img: "demo", tlsVerify: false },
      {},
      { message: expect.stringContaining("docker has no") as string },
    ],
  ])("refuses %s", async (_, options, env, error) => {
    const context = operator({ docker: works }, { env });
    await expect(dockerBuild(options, context)).rejects.toMatchObject(error);
    expect(commandsOf(context)).toEqual([]);
  });

  test("without a Dockerfile says what makes one", async () => {
    const context = { ...operator({ docker: works }), cwd: tempFolder({ PROJECT: project, "main.ts": "" }) };
    await expect(dockerBuild({ img: "demo" }, context)).rejects.toMatchObject({ code: "image/no-dockerfile" });
  });
});

describe("the tool", () => {
  const asleep = (): Answer => ({ exitCode: 1, stderr: "Cannot connect to the Docker daemon" });

  test("is the first that works; one that does not is told of", async () => {
    const context = operator({ docker: asleep, buildah: works });
    await dockerBuild({ img: "demo:v1" }, context);
    expect(commandsOf(context)).toEqual([expect.stringMatching(/^buildah build/)]);
    expect(context.recording.notes).toContain(
      "docker is installed, but does not work (Cannot connect to the Docker daemon)",
    );
  });

  test("of --container-tool takes precedence over CONTAINER_TOOL, and is one of the supported tools", async () => {
    const env = { CONTAINER_TOOL: "podman" };
    const programs = { docker: asleep, podman: works, "/opt/nerdctl": works };
    const context = operator(programs, { env });
    await dockerBuild({ img: "demo:v1", containerTool: "/opt/nerdctl" }, context);
    await dockerBuild({ img: "demo:v1" }, context);
    expect(commandsOf(context).map((line) => line.split(" ")[0])).toEqual(["/opt/nerdctl", "podman"]);
    await expect(dockerBuild({ img: "demo:v1", containerTool: "docker" }, context)).rejects.toMatchObject({
      code: "image/no-tool",
      hint: "Start its engine, or name another tool with --container-tool.",
    });
  });

  test("that calls itself docker and is podman gets podman's flags", async () => {
    const context = operator({ docker: () => ({ stdout: "Client: Podman Engine" }) });
    await dockerBuild({ img: "demo:v1" }, context);
    expect(commandsOf(context)).toEqual([expect.stringMatching(/^docker build --timestamp 0/)]);
  });
});

describe("tsop docker-push", () => {
  const digest = `sha256:${"c".repeat(64)}`;

  test("pushes what was built last, with the tool that has it, and remembers the digest", async () => {
    const context = operator({
      podman: works,
      docker: (args) => (args[0] === "push" ? { stdout: `v1: digest: ${digest} size: 1` } : {}),
    });
    await dockerBuild({ img: "demo:v1", containerTool: "podman" }, context);
    await dockerBuild({ img: "demo:v1", containerTool: "docker" }, context);
    const { json } = await dockerPush({}, context);
    expect(json).toEqual({ image: "demo:v1", tool: "docker", digest });
    expect(remembered(context)).toEqual({ image: "demo:v1", built: { tool: "docker", id }, pushed: { digest } });
    await dockerBuild({}, context);
    expect(remembered(context), "the same image").toMatchObject({ pushed: { digest } });
    await dockerPush({ img: "other:v2" }, context);
    // What was done with the other image is still known.
    expect(remembered(context)).toMatchObject({
      others: [{ image: "demo:v1", built: { tool: "docker" }, pushed: {} }],
    });
    expect(remembered(context)).toMatchObject({ image: "other:v2", pushed: { digest } });
  });

  test("asks nerdctl for the digest", async () => {
    const context = operator({ nerdctl: ([first]) => (first === "image" ? { stdout: `["r/demo@${digest}"]` } : {}) });
    expect((await dockerPush({ img: "r/demo:v1" }, context)).json).toMatchObject({ digest });
    expect(executedBy(context)).toEqual([
      "nerdctl push r/demo:v1",
      "nerdctl image inspect --format {{json .RepoDigests}} r/demo:v1",
    ]);
  });

  test("without a name is rejected", async () => {
    await expect(dockerPush({}, operator({ docker: works }))).rejects.toMatchObject({
      code: "image/no-name",
      hint: expect.stringContaining("npm run docker-push -- --img") as string,
    });
  });
});
