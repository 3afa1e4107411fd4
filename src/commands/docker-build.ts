import path from "node:path";
import { defined } from "../core/defined.js";
import { TsopError } from "../core/errors.js";
import { findTool } from "../images/container-tool.js";
import { type ImageBuild, planBuild } from "../images/plan-build.js";
import { checkPlatforms } from "../images/platforms.js";
import { printCommand } from "../images/tool-command.js";
import { readProject } from "../project/file.js";
import { rememberBuilt } from "../project/remembered-image.js";
import { build } from "./build.js";
import type { CommandResult, Context } from "./context.js";
import type { DockerBuildOptions } from "./declared/images.js";
import { chooseTool } from "./images/choose-tool.js";
import { imageToMake } from "./images/image-name.js";
import { checkToolArgs, imageBuild } from "./images/image-options.js";
import { withResultFile } from "./images/result-file.js";
import { baseOf, resolveBase } from "./images/resolve-base.js";
import { runTool } from "./images/run-tool.js";
import { settleFiles } from "./images/settle-files.js";

/** Bundles the operator, and builds its image with the available container tool. */
export async function dockerBuild(options: DockerBuildOptions, context: Context): Promise<CommandResult> {
  readProject(context.cwd);
  checkToolArgs(options.args ?? []);
  checkOnePlatform(options.platform);
  const image = imageToMake(options.img, "docker-build", context);
  const program = await chooseTool(options.containerTool, context);
  const asked = await imageBuild(image, program, { options, context });
  if (program.tool === "none") return buildItself(asked, options, context);
  if (options.dryRun === true) {
    const command = printCommand(program, planBuild(program.tool, asked));
    return {
      text: `tsop build --sbom\n${command}`,
      json: { image, tool: program.tool, commands: [command], dryRun: true },
    };
  }
  const platforms = asked.platform === undefined ? [] : [asked.platform];
  const { plan, on } = await resolveBase(program, asked, { platforms, context });
  await build(defined({ sbom: true, baseImage: plan.base }), context);
  settleFiles(path.join(context.cwd, "dist"), plan.epoch);
  const id = await withResultFile(context.cwd, async (idFile, read) => {
    await runTool(program, planBuild(program.tool, { ...plan, idFile }), context);
    return read();
  });
  rememberBuilt(context, image, {
    tool: findTool(program.file) ?? program.tool,
    ...defined({ id, base: asked.baseImage, on }),
  });
  return {
    text: `built ${image} with ${program.file}${id === undefined ? "" : ` (${id})`}\nNext: npm run docker-push`,
    json: { image, tool: program.tool, ...defined({ id }), ...baseOf(on) },
  };
}

async function buildItself(
  asked: ImageBuild,
  { dryRun = false }: DockerBuildOptions,
  context: Context,
): Promise<CommandResult> {
  const { image, platform, baseImage } = asked;
  if (dryRun) {
    return {
      text: `tsop build --sbom\ntsop assembles ${image}${asked.base === undefined ? "" : ` on ${asked.base}`}, without a container tool`,
      json: { image, tool: "none", commands: [], dryRun: true },
    };
  }
  const { buildWithoutTool } = await import("./images/without-tool/build-image.js");
  const { stored, on } = await buildWithoutTool(asked, platform === undefined ? [] : [platform], context);
  rememberBuilt(context, image, { tool: "none", id: stored.digest, ...defined({ base: baseImage, on }) });
  return {
    text: `built ${image} without a container tool (${stored.digest})\nNext: npm run docker-push`,
    json: { image, tool: "none", id: stored.digest, ...baseOf(on) },
  };
}

function checkOnePlatform(platform: string | undefined): void {
  if (platform === undefined || checkPlatforms(platform, "--platform").length === 1) return;
  throw new TsopError("usage/invalid-argument", "docker-build builds for one platform", {
    hint: `For several platforms: npm run docker-buildx -- --platform ${platform}`,
  });
}
