import type { CommandResult, Context } from "../context.js";
import type { CatalogValidateOptions } from "../declared/catalog.js";
import { defaultCatalog, openCatalog } from "./open-catalog.js";

/**
 * Checks a catalog as `opm validate` does. Writes nothing.
 *
 * @throws TsopError `catalog/not-found`, or all faults of the catalog
 */
export function catalogValidate({ dir = defaultCatalog }: CatalogValidateOptions, { cwd }: Context): CommandResult {
  const { catalog } = openCatalog(dir, cwd);
  const counts = {
    packages: catalog.packages.length,
    channels: catalog.channels.length,
    bundles: catalog.bundles.length,
    deprecations: catalog.deprecations.length,
  };
  const text = `${dir} is a valid catalog: ${count(counts.packages, "package")}, ${count(counts.channels, "channel")}, ${count(counts.bundles, "bundle")}`;
  return { text, json: { valid: true, ...counts } };
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}
