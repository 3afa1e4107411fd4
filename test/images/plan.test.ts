import { describe, expect, test } from "vitest";
import { containerTools, findTool, toolBehind } from "../../src/images/container-tool.js";
import { explainFailure } from "../../src/images/explain-failure.js";
import { type ImageBuild, planBuild } from "../../src/images/plan-build.js";
import { digestInOutput, digestOfRepository, planPush } from "../../src/images/plan-push.js";
import { checkPlatforms } from "../../src/images/platforms.js";
import { sourceDateEpoch } from "../../src/images/source-date.js";
import { printCommand } from "../../src/images/tool-command.js";

const build: ImageBuild = {
  image: "r.example.com/demo:v1",
  baseImage: "base:1",
  platform: "linux/arm64",
  buildArgs: ["A=b c"],
  labels: { "org.example": "1" },
  cache: false,
  tlsVerify: true,
  epoch: 7,
  toolArgs: ["--squash"],
  idFile: ".tsop/id",
};

describe("the command that builds", () => {
  test.each([
    [
      "docker",
      "BUILDX_NO_DEFAULT_ATTESTATIONS=1 docker build --build-arg SOURCE_DATE_EPOCH=7 --build-arg BASE_IMAGE=base:1 --build-arg 'A=b c' " +
        "--label org.example=1 --no-cache --platform linux/arm64 --iidfile .tsop/id --tag r.example.com/demo:v1 --squash .",
    ],
    [
      "podman",
      "podman build --timestamp 7 --identity-label=false --build-arg BASE_IMAGE=base:1 --build-arg 'A=b c' " +
        "--label org.example=1 --no-cache --platform linux/arm64 --iidfile .tsop/id --tag r.example.com/demo:v1 --squash .",
    ],
    [
      "buildah",
      "buildah build --timestamp 7 --identity-label=false --build-arg BASE_IMAGE=base:1 --build-arg 'A=b c' " +
        "--label org.example=1 --no-cache --platform linux/arm64 --iidfile .tsop/id --tag r.example.com/demo:v1 --squash .",
    ],
    [
      "nerdctl",
      "nerdctl build --build-arg SOURCE_DATE_EPOCH=7 --build-arg BASE_IMAGE=base:1 --build-arg 'A=b c' " +
        "--label org.example=1 --no-cache --platform linux/arm64 --iidfile .tsop/id --tag r.example.com/demo:v1 --squash .",
    ],
  ] as const)("of %s", (tool, line) => {
    expect(printCommand({ file: tool, tool }, planBuild(tool, build))).toBe(line);
  });

  test("contains only the requested settings", () => {
    const plain = { image: "demo:1", buildArgs: [], labels: {}, cache: true, tlsVerify: true, epoch: 0, toolArgs: [] };
    expect(planBuild("buildah", plain).args).toEqual([
      ...["build", "--timestamp", "0", "--identity-label=false", "--tag", "demo:1", "."],
    ]);
  });

  test("takes the variable from tools that would read it beside the flag", () => {
    expect(planBuild("podman", build).env).toEqual({ SOURCE_DATE_EPOCH: undefined });
  });
});

describe("the command that pushes", () => {
  const push = { image: "demo:1", tlsVerify: false, toolArgs: ["--quiet"], digestFile: "digest" };
  test.each([
    ["docker", "docker push --quiet demo:1"],
    ["podman", "podman push --tls-verify=false --digestfile digest --quiet demo:1"],
    ["buildah", "buildah push --tls-verify=false --digestfile digest --quiet demo:1"],
    ["nerdctl", "nerdctl --insecure-registry push --quiet demo:1"],
  ] as const)("of %s", (tool, line) => {
    expect(printCommand({ file: tool, tool }, planPush(tool, push))).toBe(line);
  });

  const digest = `sha256:${"a".repeat(64)}`;
  test("says the digest, each in its own way", () => {
    expect(digestInOutput(`The push refers to repository [r/demo]\nv1: digest: ${digest} size: 1234`)).toBe(digest);
    expect(digestInOutput("pushed")).toBeUndefined();
    expect(digestOfRepository(`["r/demo@${digest}"]`)).toBe(digest);
    expect(digestOfRepository("[]")).toBeUndefined();
  });
});

describe("a tool", () => {
  test.each([
    ["docker", "docker"],
    ["/usr/local/bin/podman", "podman"],
    ["podman-remote", "podman"],
    ["nerdctl.exe", "nerdctl"],
    ["kaniko", undefined],
    ["docker-compose", undefined],
  ])("%s is %s", (file, tool) => {
    expect(findTool(file)).toBe(tool);
  });

  test("that is called docker may be podman", () => {
    expect(toolBehind("docker", "Client:       Podman Engine\nVersion: 5.0.0")).toBe("podman");
    expect(toolBehind("docker", "Client: Docker Engine - Community")).toBe("docker");
  });

  test("says more when it fails than it says itself", () => {
    for (const tool of containerTools)
      expect(explainFailure("denied: requested access", tool)).toContain(`${tool} login`);
    expect(explainFailure("http: server gave HTTP response to HTTPS client", "podman")).toContain("--tls-verify=false");
    expect(explainFailure("something else", "docker")).toBeUndefined();
  });
});

describe("platforms", () => {
  test("are a list, each once", () => {
    expect(checkPlatforms("linux/amd64, linux/arm/v7,linux/amd64", "--platform")).toEqual([
      "linux/amd64",
      "linux/arm/v7",
    ]);
  });

  test.each([
    ["arm64", "Did you mean linux/arm64?"],
    ["linux/amd64,", "Write OS/ARCHITECTURE, such as linux/amd64,linux/arm64."],
    ["linux amd64", "Write OS/ARCHITECTURE, such as linux/amd64,linux/arm64."],
  ])("%s is none", (text, hint) => {
    expect(() => checkPlatforms(text, "PLATFORMS")).toThrow(expect.objectContaining({ hint }));
  });
});

test.each([
  [undefined, 0],
  ["", 0],
  ["1700000000", 1_700_000_000],
])("the time %j is %d", (value, epoch) => {
  expect(sourceDateEpoch(value)).toBe(epoch);
});

test.each(["-1", "yesterday", "1e9", "2024-01-01"])("the time %j is none", (value) => {
  expect(() => sourceDateEpoch(value)).toThrow(`SOURCE_DATE_EPOCH ${JSON.stringify(value)} is not a time`);
});
