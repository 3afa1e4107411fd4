import path from "node:path";
import { defined } from "../core/defined.js";
import type { ContainerProgram } from "../images/container-tool.js";
import {
  digestInMetadata,
  inspectBuilder,
  inspectStore,
  isEnginesBuilder,
  type MultiPlatformBuild,
  planBuildx,
  storesPlatforms,
} from "../images/plan-buildx.js";
import { digestOfRepository, planInspectDigest } from "../images/plan-push.js";
import type { ImageBuild } from "../images/plan-build.js";
import { checkPlatforms, defaultPlatforms } from "../images/platforms.js";
import { printCommand } from "../images/tool-command.js";
import { readProject } from "../project/file.js";
import { rememberPushed } from "../project/remembered-image.js";
import { build } from "./build.js";
import type { CommandResult, Context } from "./context.js";
import type { DockerBuildxOptions } from "./declared/images.js";
import { chooseTool } from "./images/choose-tool.js";
import { imageToMake } from "./images/image-name.js";
import { checkToolArgs, imageBuild } from "./images/image-options.js";
import { withResultFile } from "./images/result-file.js";
import { baseOf, resolveBase } from "./images/resolve-base.js";
import { cleanUp, runTool } from "./images/run-tool.js";
import { settleFiles } from "./images/settle-files.js";

/** Bundles the operator, builds its image for several platforms, and pushes it. */
export async function dockerBuildx(options: DockerBuildxOptions, context: Context): Promise<CommandResult> {
  const { cwd } = context;
  const { projectName } = readProject(cwd);
  checkToolArgs(options.args ?? []);
  const platforms = choosePlatforms(options.platform, context);
  const image = imageToMake(options.img, "docker-buildx", context);
  const program = await chooseTool(options.containerTool, context);
  const one = await imageBuild(image, program, { options, context });
  if (program.tool === "none") return buildItself(one, platforms, options, context);
  const scratch = `${projectName}-buildx-${process.pid}`;
  const asked = { ...one, platform: undefined, platforms, scratch, needsBuilder: await needsBuilder(program, context) };
  if (options.dryRun === true) return preview(program, asked);
  const { plan, on } = await resolveBase(program, asked, { platforms, context });
  await build(defined({ sbom: true, baseImage: plan.base }), context);
  settleFiles(path.join(cwd, "dist"), plan.epoch);
  const digest = await run(program, plan, context);
  rememberPushed(context, image, digest, defined({ base: asked.baseImage, on }));
  return {
    text: `built ${image} for ${platforms.join(", ")} and pushed it${digest === undefined ? "" : ` (${digest})`}\nNext: npm run deploy`,
    json: { image, tool: program.tool, platforms, ...defined({ digest }), ...baseOf(on) },
  };
}

async function buildItself(
  asked: ImageBuild,
  platforms: readonly string[],
  { dryRun = false }: DockerBuildxOptions,
  context: Context,
): Promise<CommandResult> {
  const { image, baseImage, tlsVerify } = asked;
  const list = platforms.join(", ");
  if (dryRun) {
    return {
      text: `tsop build --sbom\ntsop assembles ${image} for ${list} and pushes it, without a container tool`,
      json: { image, tool: "none", platforms, commands: [], dryRun: true },
    };
  }
  const { buildWithoutTool } = await import("./images/without-tool/build-image.js");
  const { pushWithoutTool } = await import("./images/without-tool/push-image.js");
  const { on } = await buildWithoutTool(asked, platforms, context);
  const { digest, sentBytes } = await pushWithoutTool(image, tlsVerify, context);
  rememberPushed(context, image, digest, defined({ base: baseImage, on }));
  return {
    text: `built ${image} for ${list} and pushed it (${digest}), ${Math.ceil(sentBytes / 1024)} KiB sent\nNext: npm run deploy`,
    json: { image, tool: "none", platforms, digest, sentBytes, ...baseOf(on) },
  };
}

function choosePlatforms(option: string | undefined, { env }: Context): string[] {
  if (option !== undefined) return checkPlatforms(option, "--platform");
  const variable = env["PLATFORMS"] ?? "";
  return checkPlatforms(variable === "" ? defaultPlatforms : variable, "PLATFORMS");
}

/**
 * Returns whether the build needs a separate builder. The builder in docker's engine can build for several platforms
 * only if the engine's image store supports it.
 */
async function needsBuilder(program: ContainerProgram, context: Context): Promise<boolean> {
  if (program.tool !== "docker") return false;
  const builder = await runTool(program, inspectBuilder, context);
  if (!isEnginesBuilder(builder.stdout)) return false;
  return !storesPlatforms((await runTool(program, inspectStore, context)).stdout);
}

function preview(program: ContainerProgram, plan: MultiPlatformBuild): CommandResult {
  const { steps, cleanup } = planBuildx(program.tool, plan);
  const commands = [...steps, ...cleanup].map((command) => printCommand(program, command));
  const { image, platforms } = plan;
  return {
    text: ["tsop build --sbom", ...commands].join("\n"),
    json: { image, tool: program.tool, platforms, commands, dryRun: true },
  };
}

async function run(program: ContainerProgram, plan: MultiPlatformBuild, context: Context): Promise<string | undefined> {
  return withResultFile(context.cwd, async (digestFile, read) => {
    const { steps, cleanup } = planBuildx(program.tool, { ...plan, digestFile });
    try {
      for (const step of steps) await runTool(program, step, context);
    } finally {
      await cleanUp(program, cleanup, context);
    }
    switch (program.tool) {
      case "docker":
        return digestInMetadata(read() ?? "");
      case "podman":
      case "buildah":
        return read();
      case "nerdctl":
        return digestOfRepository((await runTool(program, planInspectDigest(plan.image), context)).stdout);
      default:
        return program.tool satisfies never;
    }
  });
}
