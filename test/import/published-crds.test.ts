import { expect, test } from "vitest";
import { formatDiagnostic } from "../../src/core/diagnostic.js";
import { importCrds } from "../../src/import/import-crd.js";
import { crdMeaning } from "../support/crd-semantics.js";
import { importAgain } from "../support/import-again.js";
import { parsePublishedCrd, publishedCrds } from "../support/published-crds.js";

test("there are 43 published CRDs", () => {
  expect(publishedCrds()).toHaveLength(43);
});

test.each(publishedCrds())("%s comes back as it was", (name) => {
  const published = parsePublishedCrd(name);
  const { crd, files, diagnostics } = importAgain(published);
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  expect(crdMeaning(crd)).toEqual(crdMeaning(published));

  // What was generated is imported as the same types.
  const types = importCrds([crd], "generated.yaml").kinds.map((kind) => kind.types);
  expect(types.toSorted()).toEqual(Object.values(files).toSorted());
});
