import { expect, test } from "vitest";
import type { ContainerTool } from "../../src/images/container-tool.js";
import {
  digestInMetadata,
  isEnginesBuilder,
  type MultiPlatformBuild,
  planBuildx,
  storesPlatforms,
} from "../../src/images/plan-buildx.js";
import { printCommand } from "../../src/images/tool-command.js";

const build: MultiPlatformBuild = {
  image: "127.0.0.1:5000/demo:v1",
  buildArgs: [],
  labels: {},
  cache: true,
  tlsVerify: false,
  epoch: 0,
  toolArgs: ["--quiet"],
  platforms: ["linux/amd64", "linux/arm/v7"],
  scratch: "scratch",
  digestFile: "digest",
  needsBuilder: false,
};

function lines(tool: ContainerTool, more: Partial<MultiPlatformBuild> = {}): string[] {
  const { steps, cleanup } = planBuildx(tool, { ...build, ...more });
  return [...steps, ...cleanup].map((command) => printCommand({ file: tool, tool }, command));
}

const dockerBuild =
  "--platform linux/amd64,linux/arm/v7 --build-arg SOURCE_DATE_EPOCH=0 --metadata-file digest --tag 127.0.0.1:5000/demo:v1 " +
  "--output type=image,push=true,rewrite-timestamp=true --quiet .";

test("docker builds and pushes in one go, with a builder of its own only where the present one cannot", () => {
  expect(lines("docker")).toEqual([`BUILDX_NO_DEFAULT_ATTESTATIONS=1 docker buildx build ${dockerBuild}`]);
  expect(lines("docker", { needsBuilder: true })).toEqual([
    "docker buildx create --name scratch --driver docker-container --driver-opt network=host",
    `BUILDX_NO_DEFAULT_ATTESTATIONS=1 docker buildx build --builder scratch ${dockerBuild}`,
    "docker buildx rm scratch",
  ]);
  const [create] = lines("docker", { needsBuilder: true, image: "r.example.com/demo:v1" });
  expect(create, "a builder far from loopback").toBe("docker buildx create --name scratch --driver docker-container");
});

test.each(["podman", "buildah"] as const)(
  "%s builds one image for each platform, and pushes a list of them",
  (tool) => {
    const image = (platform: string): string => `localhost/scratch:${platform}`;
    const flags = "--timestamp 0 --identity-label=false --tls-verify=false";
    expect(lines(tool)).toEqual([
      `${tool} build ${flags} --platform linux/amd64 --tag ${image("linux-amd64")} --quiet .`,
      `${tool} build ${flags} --platform linux/arm/v7 --tag ${image("linux-arm-v7")} --quiet .`,
      `${tool} manifest create ${image("all")} containers-storage:${image("linux-amd64")} containers-storage:${image("linux-arm-v7")}`,
      `${tool} manifest push --all --format oci --tls-verify=false --digestfile digest ${image("all")} docker://127.0.0.1:5000/demo:v1`,
      `${tool} manifest rm ${image("all")}`,
      `${tool} rmi ${image("linux-amd64")}`,
      `${tool} rmi ${image("linux-arm-v7")}`,
    ]);
  },
);

test("nerdctl builds for all platforms, and pushes these", () => {
  expect(lines("nerdctl")).toEqual([
    "nerdctl --insecure-registry build --build-arg SOURCE_DATE_EPOCH=0 --platform linux/amd64,linux/arm/v7 --tag 127.0.0.1:5000/demo:v1 --quiet .",
    "nerdctl --insecure-registry push --platform linux/amd64,linux/arm/v7 127.0.0.1:5000/demo:v1",
  ]);
});

test("what docker says of itself is understood", () => {
  expect(isEnginesBuilder("Name:   default\nDriver: docker\n\nNodes:\n")).toBe(true);
  expect(isEnginesBuilder("Name:   mine\nDriver: docker-container\n")).toBe(false);
  expect(storesPlatforms('[["driver-type","io.containerd.snapshotter.v1"]]')).toBe(true);
  expect(storesPlatforms('[["Backing Filesystem","extfs"]]')).toBe(false);
  const digest = `sha256:${"d".repeat(64)}`;
  expect(digestInMetadata(JSON.stringify({ "containerimage.digest": digest }, undefined, 2))).toBe(digest);
  expect(digestInMetadata("{}")).toBeUndefined();
});
