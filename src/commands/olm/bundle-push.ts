import { defined } from "../../core/defined.js";
import { digestInOutput, planPush } from "../../images/plan-push.js";
import { printCommand } from "../../images/tool-command.js";
import type { CommandResult, Context } from "../context.js";
import type { BundleImageOptions } from "../declared/olm.js";
import { chooseTool } from "../images/choose-tool.js";
import { checkTlsVerify } from "../images/image-options.js";
import { withResultFile } from "../images/result-file.js";
import { runTool } from "../images/run-tool.js";
import { pushWithoutTool } from "../images/without-tool/push-image.js";
import { assembleBundle } from "./assemble-bundle.js";
import { bundleImageName, readExistingBundle } from "./existing-bundle.js";

/**
 * Pushes the image of the bundle. Without a container tool, also assembles it, so that it always contains the bundle on
 * the disk.
 *
 * @throws TsopError `bundle/not-found`, `bundle/missing-field` and `bundle/placeholder` with all fields, `image/…`
 */
export async function bundlePush(options: BundleImageOptions, context: Context): Promise<CommandResult> {
  const bundle = readExistingBundle("error", context);
  const image = bundleImageName(options.img, bundle, context);
  const program = await chooseTool(options.containerTool, context);
  const { tool } = program;
  if (tool === "none") {
    if (options.dryRun === true) {
      return { text: `tsop assembles and pushes ${image}`, json: { image, tool, commands: [], dryRun: true } };
    }
    assembleBundle(image, bundle, context);
    const { digest, sentBytes } = await pushWithoutTool(image, options.tlsVerify ?? true, context);
    return { text: `pushed ${image} (${digest})`, json: { image, tool, digest, sentBytes } };
  }
  const push = { image, tlsVerify: checkTlsVerify(options, program), toolArgs: [] };
  if (options.dryRun === true) {
    const command = printCommand(program, planPush(tool, push));
    return { text: command, json: { image, tool, commands: [command], dryRun: true } };
  }
  const digest = await withResultFile(context.cwd, async (digestFile, read) => {
    const { stdout } = await runTool(program, planPush(tool, { ...push, digestFile }), context);
    return read() ?? digestInOutput(stdout);
  });
  return {
    text: `pushed ${image}${digest === undefined ? "" : ` (${digest})`}`,
    json: defined({ image, tool, digest }),
  };
}
