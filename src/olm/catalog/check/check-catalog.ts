/**
 * Checks a catalog as `opm validate` does, and reports all faults with their locations.
 * Source: operator-registry, alpha/declcfg/declcfg_to_model.go and alpha/model/model.go.
 */
import { type Diagnostic, sortDiagnostics } from "../../../core/diagnostic.js";
import { groupBy } from "../../../core/group-by.js";
import type { Catalog, CatalogReading } from "../read/catalog.js";
import { checkBundles } from "./check-bundles.js";
import { checkChannels } from "./check-channels.js";
import { checkDeprecations } from "./check-deprecations.js";
import { checkPackages } from "./check-packages.js";
import { faultsInto } from "./finding.js";

/** Returns the faults of a catalog that was read; none if `opm validate` accepts it. */
export function checkCatalog({ catalog, diagnostics }: CatalogReading): Diagnostic[] {
  const found = [...diagnostics];
  const report = faultsInto(found);
  const parts = partsOf(catalog);
  checkPackages(parts, report);
  checkChannels(parts, report);
  checkBundles(parts, report);
  checkDeprecations(parts, report);
  return sortDiagnostics(found);
}

/** The documents of a catalog, grouped by package. */
export interface CatalogParts extends Catalog {
  readonly packageNames: ReadonlySet<string>;
  readonly channelsOf: (name: string) => Catalog["channels"];
  readonly bundlesOf: (name: string) => Catalog["bundles"];
}

export function partsOf(catalog: Catalog): CatalogParts {
  const channels = groupBy(catalog.channels, ({ fields }) => fields.package ?? "");
  const bundles = groupBy(catalog.bundles, ({ fields }) => fields.package ?? "");
  return {
    ...catalog,
    packageNames: new Set(catalog.packages.map(({ fields }) => fields.name ?? "")),
    channelsOf: (name) => channels.get(name) ?? [],
    bundlesOf: (name) => bundles.get(name) ?? [],
  };
}
