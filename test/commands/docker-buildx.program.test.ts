import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { exec } from "../../src/cli/exec.js";
import { dockerBuildx } from "../../src/commands/docker-buildx.js";
import { project } from "../support/bar-project.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";

const digest = `sha256:${"d".repeat(64)}`;

/** A program that writes down what it is called with, and answers like docker and nerdctl. */
const fake = `#!/bin/sh
printf '%s\\n' "attestations=$BUILDX_NO_DEFAULT_ATTESTATIONS $*" >> "$CALLS"
case "$*" in
"buildx inspect") printf '%s\\n' "$BUILDER" ;;
"buildx imagetools "*) echo '{"digest":"${digest}"}' ;;
"info "*) printf '%s\\n' "$STORE" ;;
"image "*) echo '["r/demo@${digest}"]' ;;
esac
before=
for arg; do
  if [ "$arg" = build ] && [ -n "$FAILS" ]; then echo "it broke" >&2; exit 1; fi
  if [ "$before" = --metadata-file ]; then echo '{"containerimage.digest":"${digest}"}' > "$arg"; fi
  before=$arg
done
`;

const files = {
  PROJECT: project,
  "main.ts": "console.log(1);",
  Dockerfile: "FROM base:1\nCOPY dist/ /dist/\n",
  "bin/docker": fake,
  "bin/nerdctl": fake,
};

function operator(tool: string, env: Readonly<Record<string, string>> = {}) {
  const cwd = tempFolder(files);
  const calls = path.join(cwd, "calls");
  for (const name of ["docker", "nerdctl"]) chmodSync(path.join(cwd, "bin", name), 0o755);
  const context = {
    ...recordingContext({ cwd }),
    exec,
    env: { PATH: path.join(cwd, "bin"), CALLS: calls, CONTAINER_TOOL: path.join(cwd, "bin", tool), ...env },
  };
  const called = (): string[] =>
    existsSync(calls)
      ? readFileSync(calls, "utf8")
          .trim()
          .split("\n")
          .map((line) => line.replace(/^attestations=\S* /, "").replaceAll(/-buildx-\d+|result-\d+/g, ""))
      : [];
  return { context, called };
}

const engines = { BUILDER: "Name: default\nDriver: docker", STORE: "[]" };

describe("docker", () => {
  test("gets a builder for several platforms, which is gone afterwards", async () => {
    const { context, called } = operator("docker", engines);
    const { json, text } = await dockerBuildx({ img: "r/demo:v1" }, context);
    expect(json).toEqual({ image: "r/demo:v1", tool: "docker", platforms: ["linux/amd64", "linux/arm64"], digest });
    expect(text).toContain(`built r/demo:v1 for linux/amd64, linux/arm64 and pushed it (${digest})`);
    expect(called()).toEqual([
      "version",
      "buildx inspect",
      "info --format {{json .DriverStatus}}",
      "buildx create --name demo --driver docker-container",
      expect.stringMatching(
        /^buildx build --builder demo --platform linux\/amd64,linux\/arm64 .* --tag r\/demo:v1 .* \.$/,
      ),
      "buildx rm demo",
    ]);
    expect(readFileSync(context.env.CALLS, "utf8")).toContain("attestations=1 ");
    const remembered: unknown = JSON.parse(readFileSync(path.join(context.cwd, ".tsop/image.json"), "utf8"));
    expect(remembered).toEqual({ image: "r/demo:v1", pushed: { digest } });
  });

  test("builds on the base image of one digest, and remembers that and the name", async () => {
    const { context, called } = operator("docker", { BUILDER: "Name: mine\nDriver: docker-container" });
    writeFileSync(path.join(context.cwd, "Dockerfile"), "ARG BASE_IMAGE=base:1\nFROM ${BASE_IMAGE}\n");
    const { json } = await dockerBuildx({ img: "r/demo:v1", baseImage: "mine:2" }, context);
    expect(json["base"]).toEqual({ name: "mine:2", digest });
    expect(called()).toContain("buildx imagetools inspect --format {{json .Manifest}} mine:2");
    expect(called().at(-1)).toContain(`--build-arg BASE_IMAGE=mine:2@${digest} `);
    expect(called().at(-1)).toContain(`base.digest=${digest} `);
    const remembered: unknown = JSON.parse(readFileSync(path.join(context.cwd, ".tsop/image.json"), "utf8"));
    const on = { name: "mine:2", digest, tool: "docker", platforms: "linux/amd64,linux/arm64" };
    expect(remembered).toEqual({ image: "r/demo:v1", built: { base: "mine:2", on }, pushed: { digest } });
    await dockerBuildx({}, context);
    expect(called().at(-1)).toContain(`--build-arg BASE_IMAGE=mine:2@${digest} `);
  });

  test.each([
    ["is for several platforms itself", { BUILDER: "Name: mine\nDriver: docker-container" }],
    ["stores several platforms", { ...engines, STORE: '[["driver-type","io.containerd.snapshotter.v1"]]' }],
  ])("that %s gets none", async (_, env) => {
    const { context, called } = operator("docker", { ...env, PLATFORMS: "linux/s390x" });
    await dockerBuildx({ img: "r/demo:v1" }, context);
    expect(called().filter((call) => /buildx (create|rm)|--builder/.test(call))).toEqual([]);
    expect(called().at(-1)).toContain("--platform linux/s390x");
  });

  test("that fails leaves no builder, and nothing is remembered", async () => {
    const { context, called } = operator("docker", { ...engines, FAILS: "1" });
    await expect(dockerBuildx({ img: "r/demo:v1" }, context)).rejects.toMatchObject({
      code: "image/tool-failed",
      message: expect.stringContaining("exited with status 1:\nit broke") as string,
    });
    expect(called().at(-1)).toBe("buildx rm demo");
    expect(existsSync(path.join(context.cwd, ".tsop/image.json"))).toBe(false);
  });
});

test("nerdctl builds, pushes, and is asked for the digest", async () => {
  const { context, called } = operator("nerdctl");
  const { json } = await dockerBuildx({ img: "r/demo:v1", args: ["--progress=plain"] }, context);
  expect(json).toMatchObject({ tool: "nerdctl", digest });
  expect(called()).toEqual([
    "version",
    expect.stringMatching(/^build .*--platform linux\/amd64,linux\/arm64 --tag r\/demo:v1 --progress=plain \.$/),
    "push --platform linux/amd64,linux/arm64 r/demo:v1",
    "image inspect --format {{json .RepoDigests}} r/demo:v1",
  ]);
});

test("with --dry-run nothing is made", async () => {
  const { context, called } = operator("docker", engines);
  const { text } = await dockerBuildx({ img: "r/demo:v1", dryRun: true }, context);
  expect(text.split("\n")).toHaveLength(4);
  expect(called().filter((call) => /buildx (create|build|rm)/.test(call))).toEqual([]);
  expect(existsSync(path.join(context.cwd, "dist"))).toBe(false);
});

test("a platform that is none is refused, wherever it comes from", async () => {
  const { context } = operator("docker", { PLATFORMS: "arm64" });
  await expect(dockerBuildx({ img: "r/demo:v1" }, context)).rejects.toMatchObject({
    message: 'PLATFORMS "arm64": "arm64" is not a platform',
    hint: "Did you mean linux/arm64?",
  });
});
