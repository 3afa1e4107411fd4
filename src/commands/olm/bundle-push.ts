import type { CommandResult, Context } from "../context.js";
import type { BundleImageOptions } from "../declared/olm.js";
import { chooseTool } from "../images/choose-tool.js";
import { pushWithTool } from "../images/push-with-tool.js";
import { pushWithoutTool } from "../images/without-tool/push-image.js";
import { assembleBundle } from "./assemble-bundle.js";
import { warnOfStaleBundle } from "./warn-of-stale-bundle.js";
import { bundleImageName, readExistingBundle } from "./existing-bundle.js";

/**
 * Pushes the image of the bundle. Without a container tool, also assembles it, so that it always contains the bundle on
 * the disk. Warns if that bundle differs from the sources.
 *
 * @throws TsopError `bundle/not-found`, `bundle/missing-field` and `bundle/placeholder` with all fields, `image/…`
 */
export async function bundlePush(options: BundleImageOptions, context: Context): Promise<CommandResult> {
  const bundle = readExistingBundle("error", context);
  await warnOfStaleBundle(context);
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
  return pushWithTool(program, image, options, context);
}
