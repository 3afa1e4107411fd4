import { planBuild } from "../../images/plan-build.js";
import { sourceDateEpoch } from "../../images/source-date.js";
import { printCommand } from "../../images/tool-command.js";
import type { CommandResult, Context } from "../context.js";
import type { BundleImageOptions } from "../declared/olm.js";
import { chooseTool } from "../images/choose-tool.js";
import { checkTlsVerify } from "../images/image-options.js";
import { runTool } from "../images/run-tool.js";
import { assembleBundle, dockerignoreFile } from "./assemble-bundle.js";
import { bundleImageName, readExistingBundle } from "./existing-bundle.js";

/**
 * Builds the image of the bundle: from bundle.Dockerfile with a container tool, or without one.
 *
 * @throws TsopError `bundle/not-found`, `image/…`
 */
export async function bundleBuild(options: BundleImageOptions, context: Context): Promise<CommandResult> {
  const bundle = readExistingBundle("warning", context);
  const image = bundleImageName(options.img, bundle, context);
  for (const warning of bundle.missing) context.output.warn(warning);
  const program = await chooseTool(options.containerTool, context);
  const { tool } = program;
  const next = "Next: npx tsop bundle push";
  if (tool === "none") {
    if (options.dryRun === true) {
      return { text: `tsop assembles ${image}`, json: { image, tool, commands: [], dryRun: true } };
    }
    const digest = assembleBundle(image, bundle, context);
    return { text: `built ${image} without a container tool (${digest})\n${next}`, json: { image, tool, digest } };
  }
  const isBuildah = tool === "podman" || tool === "buildah";
  const command = planBuild(tool, {
    ...{ image, buildArgs: [], labels: {}, cache: true },
    tlsVerify: checkTlsVerify(options, program),
    epoch: sourceDateEpoch(context.env["SOURCE_DATE_EPOCH"]),
    // The operator's .dockerignore excludes the bundle. docker and nerdctl find the other file by its name.
    toolArgs: ["--file", "bundle.Dockerfile", ...(isBuildah ? ["--ignorefile", dockerignoreFile] : [])],
  });
  if (options.dryRun === true) {
    const printed = printCommand(program, command);
    return { text: printed, json: { image, tool, commands: [printed], dryRun: true } };
  }
  await runTool(program, command, context);
  return { text: `built ${image} with ${program.file}\n${next}`, json: { image, tool } };
}
