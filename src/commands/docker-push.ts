import { defined } from "../core/defined.js";
import { type ContainerProgram, containerTools } from "../images/container-tool.js";
import { digestInOutput, digestOfRepository, planInspectDigest, planPush } from "../images/plan-push.js";
import { printCommand } from "../images/tool-command.js";
import { readProject } from "../project/file.js";
import { findRememberedImage, rememberPushed } from "../project/remembered-image.js";
import type { CommandResult, Context, ExecResult } from "./context.js";
import type { DockerPushOptions } from "./declared/images.js";
import { chooseTool } from "./images/choose-tool.js";
import { imageToMake } from "./images/image-name.js";
import { checkNoToolArgs, checkTlsVerify, checkToolArgs } from "./images/image-options.js";
import { withResultFile } from "./images/result-file.js";
import { runTool } from "./images/run-tool.js";

/** Pushes the operator's image to its registry. */
export async function dockerPush(options: DockerPushOptions, context: Context): Promise<CommandResult> {
  readProject(context.cwd);
  const toolArgs = checkToolArgs(options.args ?? []);
  const image = imageToMake(options.img, "docker-push", context);
  const program = await chooseTool(options.containerTool, context, toolThatBuilt(image, context));
  if (program.tool === "none") return pushItself(image, options, context);
  const push = { image, tlsVerify: checkTlsVerify(options, program), toolArgs };
  if (options.dryRun === true) {
    const command = printCommand(program, planPush(program.tool, push));
    return { text: command, json: { image, tool: program.tool, commands: [command], dryRun: true } };
  }
  const digest = await withResultFile(context.cwd, async (digestFile, read) => {
    const result = await runTool(program, planPush(program.tool, { ...push, digestFile }), context);
    return read() ?? (await askForDigest(program, image, { result, context }));
  });
  rememberPushed(context, image, digest);
  return {
    text: `pushed ${image}${digest === undefined ? "" : ` (${digest})`}\nNext: npm run deploy`,
    json: defined({ image, tool: program.tool, digest }),
  };
}

async function pushItself(
  image: string,
  { dryRun = false, tlsVerify = true, args = [] }: DockerPushOptions,
  context: Context,
): Promise<CommandResult> {
  checkNoToolArgs(args);
  const { pushWithoutTool, storedImage } = await import("./images/without-tool/push-image.js");
  if (dryRun) {
    const { digest } = storedImage(image, context);
    return {
      text: `tsop pushes ${image} (${digest}), without a container tool`,
      json: { image, tool: "none", commands: [], digest, dryRun: true },
    };
  }
  const { digest, sentBytes } = await pushWithoutTool(image, tlsVerify, context);
  rememberPushed(context, image, digest);
  return {
    text: `pushed ${image} (${digest}), ${Math.ceil(sentBytes / 1024)} KiB sent\nNext: npm run deploy`,
    json: { image, tool: "none", digest, sentBytes },
  };
}

/** Returns the tool that built the image, because each tool has a separate store. */
function toolThatBuilt(image: string, context: Context): string | undefined {
  const tool = findRememberedImage(context, image)?.built?.tool;
  // Use only its bare name: tsop does not run a remembered path.
  return [...containerTools, "none"].find((known) => known === tool);
}

async function askForDigest(
  program: ContainerProgram,
  image: string,
  { result, context }: { readonly result: ExecResult; readonly context: Context },
): Promise<string | undefined> {
  if (program.tool !== "nerdctl") return digestInOutput(result.stdout);
  const { stdout } = await runTool(program, planInspectDigest(image), context);
  return digestOfRepository(stdout);
}
