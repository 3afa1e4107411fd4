import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../../src/core/diagnostic.js";
import { importCrds } from "../../src/import/import-crd.js";
import { compileTypes } from "../support/compile-types.js";
import { crdMeaning } from "../support/crd-semantics.js";
import { importAgain } from "../support/import-again.js";
import { oddDefinitions, oddSchemas, takenKinds } from "../support/odd-crds.js";

const odd = [...oddSchemas, ...oddDefinitions, ...takenKinds];

describe("an odd CRD is imported, and generated as it was:", () => {
  test.each(odd)("%s", (_name, crd) => {
    const { crd: again, files, diagnostics } = importAgain(crd);
    const errors = diagnostics.filter(({ severity }) => severity === "error").map(formatDiagnostic);
    expect(errors, Object.values(files).join("\n")).toEqual([]);
    expect(crdMeaning(again)).toEqual(crdMeaning(crd));
  });
});

test("the types of odd CRDs compile", () => {
  const types = odd.flatMap(([, crd]) => importCrds([crd], "crd.yaml").kinds.map((kind) => kind.types));
  expect(types.length).toBeGreaterThan(100);
  expect(compileTypes(types)).toEqual([]);
});
