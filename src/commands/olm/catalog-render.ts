import { printYamlDocuments } from "../../core/yaml.js";
import type { CommandResult, Context } from "../context.js";
import type { CatalogRenderOptions } from "../declared/catalog.js";
import { openBundle } from "./open-bundle.js";

/**
 * Prints the olm.bundle document of a bundle. Writes nothing.
 *
 * @throws TsopError the errors of `openBundle`
 */
export async function catalogRender(options: CatalogRenderOptions, context: Context): Promise<CommandResult> {
  const { document } = await openBundle(options, context);
  return { text: printYamlDocuments([document]).trimEnd(), isDocument: true, json: { bundle: document } };
}
