import { TsopError } from "../../core/errors.js";
import { addBundle } from "../../olm/catalog/edit/add-bundle.js";
import { bundleKeys } from "../../olm/annotations.js";
import type { CommandResult, Context } from "../context.js";
import type { CatalogAddOptions } from "../declared/catalog.js";
import { editCatalog, writeCatalog } from "./catalog-files.js";
import { defaultCatalog } from "./open-catalog.js";
import { openBundle } from "./open-bundle.js";

/**
 * Adds a bundle to channels of a catalog. The result is valid, or nothing changes. The second run changes nothing.
 *
 * @throws TsopError the faults of the bundle, of the catalog, and those that the changed catalog would have
 */
export async function catalogAdd(options: CatalogAddOptions, context: Context): Promise<CommandResult> {
  const rendered = await openBundle(options, context);
  const edited = editCatalog(options.catalog ?? defaultCatalog, context, true);
  const given = (options.channels ?? []).flatMap((each) => each.split(",")).map((each) => each.trim());
  const channels = [...new Set(given.length > 0 ? given : rendered.channels)].filter((each) => each !== "");
  if (channels.length === 0) {
    throw new TsopError("usage/invalid-argument", "the bundle names no channel", {
      hint: `Pass --channels stable, or write ${bundleKeys.channels} in metadata/annotations.yaml.`,
    });
  }
  const { defaultChannel, replaces, skips = [], skipRange } = options;
  const result = addBundle(edited, rendered, {
    channels,
    defaultChannel,
    replaces,
    skips: skips.flatMap((each) => each.split(",")).map((each) => each.trim()),
    skipRange,
  });
  if (result.kind === "refused") throw TsopError.fromDiagnostics(result.diagnostics);
  const json = { bundle: rendered.name, package: rendered.package, channels };
  return writeCatalog(edited, result.files, { flags: options, done: result.done, json, context });
}
