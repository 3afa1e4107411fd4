/** An image for several platforms: nothing runs while it is built, so that no platform has to be emulated. */
import type { ContainerTool } from "./container-tool.js";
import { buildFlags, environment, globalFlags, type ImageBuild, planBuild, tlsFlags } from "./plan-build.js";
import type { ToolCommand } from "./tool-command.js";

export interface MultiPlatformBuild extends ImageBuild {
  readonly platforms: readonly string[];
  /** What images and builders of this run are called. They are gone when it ends. */
  readonly scratch: string;
  /** Where the tool writes the digest, in a form of its own. */
  readonly digestFile?: string | undefined;
  /** docker only: the present builder is for one platform alone. */
  readonly needsBuilder: boolean;
}

export interface MultiPlatformPlan {
  readonly steps: readonly ToolCommand[];
  /** Run in any case. */
  readonly cleanup: readonly ToolCommand[];
}

/** The commands that build an image for all platforms and push it, each tool in its own way. */
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
      // As --push, and the times of folders that the build itself makes are set too.
      ...["--tag", image, "--output", "type=image,push=true,rewrite-timestamp=true", ...toolArgs, "."],
    ],
    ...environment.docker,
  };
  if (!needsBuilder) return { steps: [main], cleanup: [] };
  const network = isOnLoopback(image) ? ["--driver-opt", "network=host"] : [];
  const create = ["buildx", "create", "--name", scratch, "--driver", "docker-container", ...network];
  return {
    steps: [{ does: "making a builder for several platforms", args: create }, main],
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

/** One image for each platform, and a list of them that is pushed with all of them. */
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

/** A builder in a container has a loopback of its own. */
function isOnLoopback(image: string): boolean {
  return /^(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?\//.test(image);
}

/** What asks docker which builder is in use, and whether its engine stores images for several platforms. */
export const inspectBuilder: ToolCommand = { does: "looking at the builder", args: ["buildx", "inspect"] };
export const inspectStore: ToolCommand = {
  does: "looking at the image store",
  args: ["info", "--format", "{{json .DriverStatus}}"],
};

/** `Driver: docker` is the engine's own builder. */
export function isEnginesBuilder(answer: string): boolean {
  return /^Driver:\s*docker\s*$/m.test(answer);
}

export function storesPlatforms(answer: string): boolean {
  return answer.includes("io.containerd.snapshotter");
}

/** The digest in what docker writes about its build. */
export function digestInMetadata(text: string): string | undefined {
  return /"containerimage\.digest":\s*"(sha256:[0-9a-f]{64})"/.exec(text)?.[1];
}
