/** Builds an image for several platforms. No build step runs a program in the image, so no platform needs emulation. */
import type { ContainerTool } from "./container-tool.js";
import { buildFlags, environment, globalFlags, type ImageBuild, planBuild, tlsFlags } from "./plan-build.js";
import type { ToolCommand } from "./tool-command.js";

export interface MultiPlatformBuild extends ImageBuild {
  readonly platforms: readonly string[];
  /** The name of this run's temporary images and builders. They are deleted at the end. */
  readonly scratch: string;
  /** The file to which the tool writes the digest, in its own format. */
  readonly digestFile?: string | undefined;
  /** docker only: whether the current builder supports only one platform. */
  readonly needsBuilder: boolean;
}

export interface MultiPlatformPlan {
  readonly steps: readonly ToolCommand[];
  /** Commands that always run. */
  readonly cleanup: readonly ToolCommand[];
}

/** Returns the commands that build an image for all platforms and push it, for each tool. */
export function planBuildx(tool: ContainerTool, build: MultiPlatformBuild): MultiPlatformPlan {
  switch (tool) {
    case "docker":
      return withDocker(build);
    case "nerdctl":
      return withNerdctl(build);
    case "podman":
    case "buildah":
      return withManifestList(tool, build);
    default:
      return tool satisfies never;
  }
}

function withDocker(build: MultiPlatformBuild): MultiPlatformPlan {
  const { image, platforms, scratch, needsBuilder, digestFile, toolArgs } = build;
  const builder = needsBuilder ? ["--builder", scratch] : [];
  const main: ToolCommand = {
    does: `building for ${platforms.join(", ")} and pushing`,
    args: [
      ...["buildx", "build", ...builder, "--platform", platforms.join(","), ...buildFlags("docker", build)],
      ...(digestFile === undefined ? [] : ["--metadata-file", digestFile]),
      // Like --push, but this also sets the times of folders that the build creates.
      ...["--tag", image, "--output", "type=image,push=true,rewrite-timestamp=true", ...toolArgs, "."],
    ],
    ...environment.docker,
  };
  if (!needsBuilder) return { steps: [main], cleanup: [] };
  const network = isOnLoopback(image) ? ["--driver-opt", "network=host"] : [];
  const create = ["buildx", "create", "--name", scratch, "--driver", "docker-container", ...network];
  return {
    steps: [{ does: "creating a builder for several platforms", args: create }, main],
    cleanup: [{ does: "removing the builder", args: ["buildx", "rm", scratch] }],
  };
}

function withNerdctl(build: MultiPlatformBuild): MultiPlatformPlan {
  const platforms = build.platforms.join(",");
  const push = [...globalFlags("nerdctl", build), "push", "--platform", platforms, build.image];
  return {
    steps: [planBuild("nerdctl", { ...build, platform: platforms }), { does: "pushing", args: push }],
    cleanup: [],
  };
}

/** Builds an image for each platform, and a manifest list. Pushes the list with all images. */
function withManifestList(tool: "podman" | "buildah", build: MultiPlatformBuild): MultiPlatformPlan {
  const { platforms, digestFile, image } = build;
  const repository = `localhost/${build.scratch}`;
  const list = `${repository}:all`;
  const parts = platforms.map((platform) => ({ platform, image: `${repository}:${platform.replaceAll("/", "-")}` }));
  const stored = parts.map((part) => `containers-storage:${part.image}`);
  const digest = digestFile === undefined ? [] : ["--digestfile", digestFile];
  const flags = ["--all", "--format", "oci", ...tlsFlags(tool, build), ...digest];
  const push = ["manifest", "push", ...flags, list, `docker://${image}`];
  return {
    steps: [
      ...parts.map((part) => planBuild(tool, { ...build, ...part })),
      { does: "listing the platforms", args: ["manifest", "create", list, ...stored] },
      { does: "pushing", args: push },
    ],
    cleanup: [
      { does: "removing the list", args: ["manifest", "rm", list] },
      ...parts.map((part) => ({ does: "removing the image of one platform", args: ["rmi", part.image] })),
    ],
  };
}

/** Returns whether the registry is on loopback. A builder in a container has its own loopback interface. */
function isOnLoopback(image: string): boolean {
  return /^(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?\//.test(image);
}

/** The commands that print docker's current builder, and whether its engine stores multi-platform images. */
export const inspectBuilder: ToolCommand = { does: "reading the builder", args: ["buildx", "inspect"] };
export const inspectStore: ToolCommand = {
  does: "reading the image store",
  args: ["info", "--format", "{{json .DriverStatus}}"],
};

/** Returns whether the builder is the engine's own builder, which has `Driver: docker`. */
export function isEnginesBuilder(answer: string): boolean {
  return /^Driver:\s*docker\s*$/m.test(answer);
}

export function storesPlatforms(answer: string): boolean {
  return answer.includes("io.containerd.snapshotter");
}

/** Returns the digest in docker's build metadata. */
export function digestInMetadata(text: string): string | undefined {
  return /"containerimage\.digest":\s*"(sha256:[0-9a-f]{64})"/.exec(text)?.[1];
}
