/** The commands that build images of the operator. */
import { defaultPlatforms } from "../../images/platforms.js";
import { declare } from "./declare.js";
import { type Input, type OptionsOf, text } from "./flags.js";
import { image, imageBuild } from "./shared.js";

const dockerBuildInput = {
  argument: "[args...]",
  flags: {
    ...image,
    platform: text("<os/arch>", "target platform (default: the tool's own)"),
    ...imageBuild,
  },
} as const satisfies Input;

export type DockerBuildOptions = OptionsOf<typeof dockerBuildInput>;

export const dockerBuild = declare({
  path: "docker-build",
  summary: "build the operator's image",
  description:
    "Bundles the operator like `tsop build`, and builds its image from the Dockerfile with docker, podman, buildah or " +
    "nerdctl. With the tool none, tsop itself adds the bundle to the base image, and needs no other program. The same sources " +
    "always produce the same layers, on any machine.",
  input: dockerBuildInput,
  more: `
tsop passes arguments after -- to the container tool unchanged.

Examples:
  tsop docker-build --img registry.example.com/demo:v0.1.0
  CONTAINER_TOOL=podman tsop docker-build --platform linux/arm64
  tsop docker-build --container-tool none
  tsop docker-build -- --squash`,
  load: async () => (await import("../docker-build.js")).dockerBuild,
});

const dockerPushInput = { argument: "[args...]", flags: image } as const satisfies Input;

export type DockerPushOptions = OptionsOf<typeof dockerPushInput>;

export const dockerPush = declare({
  path: "docker-push",
  summary: "push the operator's image to its registry",
  description: "Pushes the image that `tsop docker-build` built, or the image that --img names.",
  input: dockerPushInput,
  more: `
tsop passes arguments after -- to the container tool unchanged.

Examples:
  tsop docker-push
  tsop docker-push --img 127.0.0.1:5000/demo:v0.1.0 --tls-verify=false
  tsop docker-push --container-tool podman -- --authfile auth.json`,
  load: async () => (await import("../docker-push.js")).dockerPush,
});

const dockerBuildxInput = {
  argument: "[args...]",
  flags: {
    ...image,
    platform: text("<list>", `target platforms, separated by commas (default: PLATFORMS, or ${defaultPlatforms})`),
    ...imageBuild,
  },
} as const satisfies Input;

export type DockerBuildxOptions = OptionsOf<typeof dockerBuildxInput>;

export const dockerBuildx = declare({
  path: "docker-buildx",
  summary: "build the operator's image for several platforms, and push it",
  description:
    "Bundles the operator, builds its image for several platforms, and pushes it under one name. The scaffolded Dockerfile " +
    "runs no program during the build, so the build needs no emulation.",
  input: dockerBuildxInput,
  more: `
tsop passes arguments after -- to the tool's build command unchanged.

Examples:
  tsop docker-buildx --img registry.example.com/demo:v0.1.0
  PLATFORMS=linux/arm64,linux/s390x tsop docker-buildx --base-image registry.example.com/node:24`,
  load: async () => (await import("../docker-buildx.js")).dockerBuildx,
});
