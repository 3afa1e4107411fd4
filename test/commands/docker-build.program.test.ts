import { chmodSync, existsSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { ExecResult } from "../../src/commands/context.js";
import { dockerBuild } from "../../src/commands/docker-build.js";
import { dockerPush } from "../../src/commands/docker-push.js";
import { TsopError } from "../../src/core/errors.js";
import { project } from "../support/bar-project.js";
import { recordingContext, type RecordingOptions } from "../support/recording-context.js";
import { modeOf, tempFolder } from "../support/temp-folder.js";

const files = {
  PROJECT: project,
  "main.ts": "console.log(1);",
  Dockerfile: "ARG BASE_IMAGE=base:1\nFROM ${BASE_IMAGE}\nCOPY dist/ /dist/\n",
  "package.json": '{"version":"1.0.0"}',
};
const id = `sha256:${"b".repeat(64)}`;

type Answer = Partial<ExecResult> | TsopError;

/** Programs that are there, by name, and what they answer; a build writes the ID that it is asked for. */
function operator(
  programs: Readonly<Record<string, (args: readonly string[]) => Answer>>,
  more: Partial<RecordingOptions> = {},
) {
  const cwd = tempFolder(files);
  const onExec = (file: string, args: readonly string[]): ExecResult => {
    const answer = programs[file]?.(args) ?? new TsopError("exec/not-found", `cannot run ${file}: it is not installed`);
    if (answer instanceof TsopError) throw answer;
    const idFile = args[args.indexOf("--iidfile") + 1];
    if (args.includes("--iidfile") && idFile !== undefined) writeFileSync(path.join(cwd, idFile), id);
    return { exitCode: 0, terminatedBy: undefined, stdout: "", stderr: "", ...answer };
  };
  return recordingContext({ cwd, onExec, ...more });
}

const works = (): Answer => ({});
const remembered = ({ cwd }: { cwd: string }): unknown =>
  JSON.parse(readFileSync(path.join(cwd, ".tsop/image.json"), "utf8"));
const executedBy = ({ recording }: ReturnType<typeof operator>) =>
  recording.executed
    .filter(({ file, args }) => file !== "git" && args[0] !== "version")
    .map(({ file, args }) => [file, ...args].join(" "));
/** Without what looks for the digest of the base image. */
const commandsOf = (context: ReturnType<typeof operator>) =>
  executedBy(context).filter((command) => !/^\S+ (?:pull|inspect|image inspect|buildx imagetools) /.test(command));

describe("tsop docker-build", () => {
  test("bundles, builds, and remembers", async () => {
    const context = operator({ podman: works });
    const { text, json } = await dockerBuild({ img: "demo:v1" }, context);
    expect(text).toBe(`demo:v1 is built with podman (${id})\nNext: npm run docker-push`);
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
      message: expect.stringMatching(/^podman build .* ended with 125:\nError: denied: requested access$/) as string,
      hint: "Log in to the registry first: podman login REGISTRY",
    });
    expect(existsSync(path.join(context.cwd, ".tsop/image.json"))).toBe(false);
  });

  test("does not say once more what stands in the log already", async () => {
    const answer = (args: readonly string[]): Answer =>
      args[0] === "build" ? { exitCode: 125, stderr: "Error: denied: requested access" } : {};
    const context = operator({ podman: answer }, { isLog: true });
    await expect(dockerBuild({ img: "demo:v1" }, context)).rejects.toMatchObject({
      message: expect.stringMatching(/^podman build .* ended with 125$/) as string,
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
    expect(context.recording.notes).toContain("base image: mine:2, as last time (--base-image NAME for another)");
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
    ["a digest", { img: `demo@sha256:${"a".repeat(64)}` }, {}, { hint: "Name it by a tag: demo:v0.1.0" }],
    [
      "IMG=… after npm run",
      { args: ["IMG=demo:v1"] },
      {},
      { hint: expect.stringContaining("IMG=demo:v1 npm run") as string },
    ],
    ["a word", { img: "demo", args: ["demo"] }, {}, { message: '"demo" is no flag' }],
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
      { message: '--build-arg "a b" names no variable' },
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

describe("the base image", () => {
  const digest = `sha256:${"c".repeat(64)}`;
  const other = `sha256:${"e".repeat(64)}`;
  const label = `--label org.opencontainers.image.base.digest=${digest}`;
  const told =
    (question: string, answer: string) =>
    (args: readonly string[]): Answer =>
      args.join(" ").startsWith(question)
        ? { stdout: answer }
        : ["build", "version", "pull"].includes(args[0] ?? "")
          ? {}
          : { exitCode: 1, stderr: "no such image" };
  const manifest = JSON.stringify({ digest, manifests: [{ digest: other }] });

  test.each([
    ["docker", "buildx imagetools inspect", manifest, true],
    ["docker", "image inspect", `["base@${digest}","mirror.example.com/base@${digest}"]`, false],
    ["podman", "image inspect --format {{.Digest}} base:1", `${digest}\n`, false],
    ["buildah", "inspect --type image --format {{.FromImageDigest}} base:1", digest, false],
    ["nerdctl", "image inspect --format {{json .RepoDigests}} base:1", `["base@${digest}"]`, true],
  ])("%s tells its digest (%s), and the image has it as a label", async (tool, question, answer, isPinned) => {
    const context = operator({ [tool]: told(question, answer) });
    const { json } = await dockerBuild({ img: "demo:v1" }, context);
    expect(json["base"]).toEqual({ name: "base:1", digest });
    const build = executedBy(context).at(-1);
    expect(build).toContain("--label org.opencontainers.image.base.name=base:1 ");
    expect(build).toContain(label);
    expect(build?.includes(`--build-arg BASE_IMAGE=base:1@${digest}`)).toBe(isPinned);
    expect(build?.includes("BASE_IMAGE=")).toBe(isPinned);
    const on = { name: "base:1", digest, tool, platforms: "" };
    expect(remembered(context)).toEqual({ image: "demo:v1", built: { tool, id, on } });
    expect(readFileSync(path.join(context.cwd, "dist/sbom.cdx.json"), "utf8")).toContain("c".repeat(64));
  });

  test("is fetched where the tool does not have it, and asked about again", async () => {
    let isThere = false;
    const context = operator({
      podman: ([first]) => {
        if (first === "pull") isThere = true;
        return first === "image" ? (isThere ? { stdout: digest } : { exitCode: 125 }) : {};
      },
    });
    await dockerBuild({ img: "demo:v1", tlsVerify: false }, context);
    expect(executedBy(context).slice(0, 3)).toEqual([
      "podman image inspect --format {{.Digest}} base:1",
      "podman pull --quiet --tls-verify=false base:1",
      "podman image inspect --format {{.Digest}} base:1",
    ]);
    expect(executedBy(context).at(-1)).toContain(label);
  });

  test.each([
    ["a platform", { platform: "linux/arm64" }, "podman pull --quiet --platform linux/arm64 base:1"],
    ["--pull", { args: ["--pull=always"] }, "podman pull --quiet base:1"],
  ])("is fetched first with %s, as the build does", async (_, options, command) => {
    const context = operator({ podman: told("image", digest) });
    await dockerBuild({ img: "demo:v1", ...options }, context);
    expect(executedBy(context)[0]).toBe(command);
  });

  test.each(["nerdctl", "podman"])("that %s cannot fetch is not what it has of that name", async (tool) => {
    const answer = ([first]: readonly string[]): Answer =>
      first === "pull" ? { exitCode: 1, stderr: "no route to host" } : first === "image" ? { stdout: digest } : {};
    const context = operator({ [tool]: answer });
    await dockerBuild({ img: "demo:v1", platform: "linux/arm64" }, context);
    expect(executedBy(context).at(-1)).not.toMatch(/base\.digest|BASE_IMAGE=/);
    expect(context.recording.notes.join("\n")).toContain("is not known (no route to host)");
  });

  test("that is another one than last time is told of, and only then", async () => {
    let answer = digest;
    const context = operator({ podman: (args) => told("image", answer)(args) });
    await dockerBuild({ img: "demo:v1" }, context);
    await dockerBuild({ img: "demo:v2" }, context);
    expect(context.recording.notes.join("\n")).not.toContain("changed");
    answer = other;
    await dockerBuild({ img: "demo:v3" }, context);
    expect(context.recording.notes).toContain(
      `The base image base:1 has changed since the last build: it was ${digest}, and is ${other}.`,
    );
    await dockerBuild({ img: "demo:v4", platform: "linux/arm64" }, context);
    expect(context.recording.notes.filter((note) => note.includes("has changed"))).toHaveLength(1);
  });

  test.each([
    ["nothing", "", ""],
    ["several digests", `["base@${digest}","base@${other}"]`, ""],
    ["a text", "<no value>", ""],
    ["no list", '{"digest":5}', ""],
    ["an empty list", "[]", ""],
    ["null", "null", ""],
  ])("of which a tool tells %s is built on by its tag, and that is said", async (_, answer) => {
    const context = operator({ docker: told("image", answer) });
    const { json } = await dockerBuild({ img: "demo:v1" }, context);
    expect(json).not.toHaveProperty("base");
    expect(executedBy(context).at(-1)).not.toMatch(/base\.digest|BASE_IMAGE=/);
    expect(context.recording.notes).toContain(
      "The digest of the base image base:1 is not known (no such image): the image is built on what the tag names.",
    );
    expect(remembered(context)).toEqual({ image: "demo:v1", built: { tool: "docker", id } });
  });

  test("named by its digest is asked about nowhere", async () => {
    const context = operator({ docker: works });
    await dockerBuild({ img: "demo:v1", baseImage: `mine:2@${digest}` }, context);
    expect(executedBy(context)).toEqual([expect.stringContaining(`--build-arg BASE_IMAGE=mine:2@${digest}`)]);
    expect(remembered(context)).toMatchObject({ built: { base: `mine:2@${digest}`, on: { name: "mine:2", digest } } });
  });

  test("of --build-arg BASE_IMAGE is that of --base-image", async () => {
    const context = operator({ docker: told("buildx", manifest) });
    await dockerBuild({ img: "demo:v1", buildArg: ["BASE_IMAGE=mine:2", "A=b"] }, context);
    const build = executedBy(context).at(-1);
    expect(build).toContain(`--build-arg BASE_IMAGE=mine:2@${digest} --build-arg A=b`);
    expect(build).toContain("base.name=mine:2 ");
    expect(remembered(context)).toMatchObject({ built: { base: "mine:2" } });
  });

  test("is not looked for by an interrupted command", async () => {
    const controller = new AbortController();
    const answer = ([first]: readonly string[]): Answer => {
      if (first === "image") controller.abort("SIGINT");
      return {};
    };
    const context = operator({ podman: answer }, { signal: controller.signal });
    await expect(dockerBuild({ img: "demo:v1" }, context)).rejects.toMatchObject({ code: "interrupted" });
    expect(executedBy(context)).toHaveLength(1);
  });
});

describe("the tool", () => {
  const asleep = (): Answer => ({ exitCode: 1, stderr: "Cannot connect to the Docker daemon" });

  test("is the first that works; one that does not is told of", async () => {
    const context = operator({ docker: asleep, buildah: works });
    await dockerBuild({ img: "demo:v1" }, context);
    expect(commandsOf(context)).toEqual([expect.stringMatching(/^buildah build/)]);
    expect(context.recording.notes).toContain(
      "docker is installed and does not work (Cannot connect to the Docker daemon)",
    );
  });

  test("of --container-tool counts more than that of CONTAINER_TOOL, and is no other one", async () => {
    const env = { CONTAINER_TOOL: "podman" };
    const programs = { docker: asleep, podman: works, "/opt/nerdctl": works };
    const context = operator(programs, { env });
    await dockerBuild({ img: "demo:v1", containerTool: "/opt/nerdctl" }, context);
    await dockerBuild({ img: "demo:v1" }, context);
    expect(commandsOf(context).map((line) => line.split(" ")[0])).toEqual(["/opt/nerdctl", "podman"]);
    await expect(dockerBuild({ img: "demo:v1", containerTool: "docker" }, context)).rejects.toMatchObject({
      code: "image/no-tool",
      hint: "Start its engine, or name another one with --container-tool.",
    });
  });

  test("that calls itself docker and is podman gets podman's flags", async () => {
    const context = operator({ docker: () => ({ stdout: "Client: Podman Engine" }) });
    await dockerBuild({ img: "demo:v1" }, context);
    expect(commandsOf(context)).toEqual([expect.stringMatching(/^docker build --timestamp 0/)]);
  });

  test("that is nowhere is asked for, with what was found", async () => {
    await expect(dockerBuild({ img: "demo:v1" }, operator({ docker: asleep }))).rejects.toMatchObject({
      code: "image/no-tool",
      message:
        "no program that builds images works here: docker is installed and does not work (Cannot connect to the Docker daemon); " +
        "podman is not installed; buildah is not installed; nerdctl is not installed",
    });
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

  test("of what nobody has named is refused", async () => {
    await expect(dockerPush({}, operator({ docker: works }))).rejects.toMatchObject({
      code: "image/no-name",
      hint: expect.stringContaining("npm run docker-push -- --img") as string,
    });
  });
});
