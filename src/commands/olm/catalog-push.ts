import { TsopError } from "../../core/errors.js";
import { checkImage } from "../../core/image-reference.js";
import type { CommandResult, Context } from "../context.js";
import type { CatalogPushOptions } from "../declared/catalog.js";
import { chooseTool } from "../images/choose-tool.js";
import { pushWithTool } from "../images/push-with-tool.js";
import { pushWithoutTool } from "../images/without-tool/push-image.js";
import { assembleCatalog } from "./assemble-catalog.js";
import { defaultCatalog, openCatalog } from "./open-catalog.js";

/**
 * Assembles the image of a valid catalog, and pushes it to its registry. Or pushes the image that a container tool has built.
 *
 * @throws TsopError the faults of the catalog, `usage/invalid-argument`, and `image/…`
 */
export async function catalogPush(options: CatalogPushOptions, context: Context): Promise<CommandResult> {
  const { dir = defaultCatalog, img: image = "", tlsVerify = true, dryRun = false } = options;
  if (image === "") {
    throw new TsopError("usage/invalid-argument", "the image of the catalog is missing", { hint: "Pass --img IMAGE." });
  }
  checkImage(image, "--img");
  openCatalog(dir, context.cwd);
  const program = await chooseTool(options.containerTool ?? "none", context);
  if (program.tool !== "none") return pushWithTool(program, image, options, context);
  if (dryRun) return { text: `tsop assembles and pushes ${image}`, json: { image, dryRun: true } };
  assembleCatalog(image, dir, context);
  const { digest, sentBytes } = await pushWithoutTool(image, tlsVerify, context);
  return { text: `pushed ${image} (${digest})`, json: { image, digest, sentBytes } };
}
