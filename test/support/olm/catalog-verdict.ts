import { formatDiagnostic } from "../../../src/core/diagnostic.js";
import { checkCatalog } from "../../../src/olm/catalog/check/check-catalog.js";
import { readCatalog } from "../../../src/olm/catalog/read/catalog.js";
import { gatherCatalog } from "../../../src/olm/catalog/read/gather-catalog.js";
import type { Verdict } from "./fbc-verify.js";

/** Checks the catalog in a folder with tsop. */
export function verdictOf(folder: string): { readonly verdict: Verdict; readonly messages: readonly string[] } {
  const gathered = gatherCatalog(folder, "");
  const faults = [...gathered.diagnostics, ...checkCatalog(readCatalog(gathered.files))];
  return { verdict: faults.length === 0 ? "valid" : "invalid", messages: faults.map(formatDiagnostic) };
}
