/** The commands that build images of the operator. */
import { defaultPlatforms } from "../../images/platforms.js";
import { declare } from "./declare.js";
import { type Input, type OptionsOf, text } from "./flags.js";
import { image, imageBuild } from "./shared.js";

const dockerBuildInput = {
  argument: "[args...]",
  flags: {
    ...image,
    platform: text("<os/arch>", "the platform that it is for (default: that of the tool)"),
    ...imageBuild,
  },
} as const satisfies Input;

export type DockerBuildOptions = OptionsOf<typeof dockerBuildInput>;

export const dockerBuild = declare({
  path: "docker-build",
  summary: "build the operator's image",
  description:
    "Bundles the operator as `tsop build` does, and builds its image from the Dockerfile with docker, podman, buildah or\n" +
    "nerdctl. The same sources make the same layers, wherever and whenever they are built.",
  input: dockerBuildInput,
  more: `
What stands after -- goes to the container tool as it is.

Examples:
  tsop docker-build --img registry.example.com/demo:v0.1.0
  CONTAINER_TOOL=podman tsop docker-build --platform linux/arm64
  tsop docker-build -- --squash`,
  load: async () => (await import("../docker-build.js")).dockerBuild,
});

const dockerPushInput = { argument: "[args...]", flags: image } as const satisfies Input;

export type DockerPushOptions = OptionsOf<typeof dockerPushInput>;

export const dockerPush = declare({
  path: "docker-push",
  summary: "push the operator's image to its registry",
  description: "Pushes the image that `tsop docker-build` has built, or another one that is named.",
  input: dockerPushInput,
  more: `
What stands after -- goes to the container tool as it is.

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
    platform: text("<list>", `the platforms (default: PLATFORMS, or ${defaultPlatforms})`),
    ...imageBuild,
  },
} as const satisfies Input;

export type DockerBuildxOptions = OptionsOf<typeof dockerBuildxInput>;

export const dockerBuildx = declare({
  path: "docker-buildx",
  summary: "build the operator's image for several platforms, and push it",
  description:
    "Bundles the operator, builds its image for several platforms, and pushes it under one name. Nothing is emulated, since\n" +
    "nothing runs while it is built.",
  input: dockerBuildxInput,
  more: `
What stands after -- goes to the tool's build as it is.

Examples:
  tsop docker-buildx --img registry.example.com/demo:v0.1.0
  PLATFORMS=linux/arm64,linux/s390x tsop docker-buildx --base-image registry.example.com/node:24`,
  load: async () => (await import("../docker-buildx.js")).dockerBuildx,
});
