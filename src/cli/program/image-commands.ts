import { type Command } from "commander";
import { defaultPlatforms } from "../../images/platforms.js";
import { addExamples, type Declare, type Examples } from "./declare.js";
import { collect, parseBoolean } from "./options.js";

const examples: Examples = {
  "docker-build": `
What stands after -- goes to the container tool as it is.

Examples:
  tsop docker-build --img registry.example.com/demo:v0.1.0
  CONTAINER_TOOL=podman tsop docker-build --platform linux/arm64
  tsop docker-build -- --squash`,
  "docker-push": `
What stands after -- goes to the container tool as it is.

Examples:
  tsop docker-push
  tsop docker-push --img 127.0.0.1:5000/demo:v0.1.0 --tls-verify=false
  tsop docker-push --container-tool podman -- --authfile auth.json`,
  "docker-buildx": `
What stands after -- goes to the tool's build as it is.

Examples:
  tsop docker-buildx --img registry.example.com/demo:v0.1.0
  PLATFORMS=linux/arm64,linux/s390x tsop docker-buildx --base-image registry.example.com/node:24`,
};

/** What makes images of the operator. */
export function declareImages(program: Command, { handlers, globals }: Declare): void {
  withBuild(
    withImage(
      program
        .command("docker-build [args...]")
        .summary("build the operator's image")
        .description(
          "Bundles the operator as `tsop build` does, and builds its image from the Dockerfile with docker, podman, buildah or\n" +
            "nerdctl. The same sources make the same layers, wherever and whenever they are built.",
        ),
    ).option("--platform <os/arch>", "the platform that it is for (default: that of the tool)"),
  ).action((args: string[], options: object) => handlers.dockerBuild({ ...options, args }, globals()));

  withImage(
    program
      .command("docker-push [args...]")
      .summary("push the operator's image to its registry")
      .description("Pushes the image that `tsop docker-build` has built, or another one that is named."),
  ).action((args: string[], options: object) => handlers.dockerPush({ ...options, args }, globals()));

  withBuild(
    withImage(
      program
        .command("docker-buildx [args...]")
        .summary("build the operator's image for several platforms, and push it")
        .description(
          "Bundles the operator, builds its image for several platforms, and pushes it under one name. Nothing is emulated, since\n" +
            "nothing runs while it is built.",
        ),
    ).option("--platform <list>", `the platforms (default: PLATFORMS, or ${defaultPlatforms})`),
  ).action((args: string[], options: object) => handlers.dockerBuildx({ ...options, args }, globals()));

  addExamples(program, examples);
}

function withImage(command: Command): Command {
  return command
    .option("--img <image>", "the image's name (default: IMG, or that of the last time)")
    .option(
      "--container-tool <tool>",
      "docker, podman, buildah or nerdctl (default: CONTAINER_TOOL, or the first that works)",
    )
    .option(
      "--tls-verify [boolean]",
      "want a certificate from registries that is vouched for (default: true)",
      parseBoolean,
    )
    .option("--dry-run", "print the commands that would be run, and run none of them");
}

function withBuild(command: Command): Command {
  return command
    .option("--base-image <image>", "what the image is built on (default: BASE_IMAGE, or that of the Dockerfile)")
    .option("--build-arg <name=value>", "set an ARG of the Dockerfile (may be repeated)", collect, [])
    .option("--no-cache", "do not take layers from earlier builds");
}
