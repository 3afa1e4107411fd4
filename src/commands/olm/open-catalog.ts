import path from "node:path";
import { type Diagnostic, hasErrors } from "../../core/diagnostic.js";
import { TsopError } from "../../core/errors.js";
import { checkCatalog } from "../../olm/catalog/check/check-catalog.js";
import { type Catalog, readCatalog } from "../../olm/catalog/read/catalog.js";
import { gatherCatalog } from "../../olm/catalog/read/gather-catalog.js";
import type { CatalogFile } from "../../olm/catalog/read/read-blobs.js";

/** The folder of the catalog unless the user names another. */
export const defaultCatalog = "catalog";

export interface OpenCatalog {
  readonly catalog: Catalog;
  readonly files: readonly CatalogFile[];
}

/**
 * Reads the catalog in a folder.
 *
 * @throws TsopError `catalog/not-found`, or all faults of the catalog
 */
export function openCatalog(given: string, cwd: string): OpenCatalog {
  const gathered = gatherCatalog(path.resolve(cwd, given), given.replaceAll(path.sep, "/").replace(/(?<=.)\/$/, ""));
  const reading = readCatalog(gathered.files);
  throwFaults([...gathered.diagnostics, ...checkCatalog(reading)]);
  return { catalog: reading.catalog, files: gathered.files };
}

export function throwFaults(diagnostics: readonly Diagnostic[]): void {
  if (hasErrors(diagnostics)) throw TsopError.fromDiagnostics(diagnostics);
}
