import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../../src/core/diagnostic.js";
import { readBuiltInTypes } from "../../src/import/built-in-types.js";
import { importCrds } from "../../src/import/import-crd.js";
import { crdMeaning } from "../support/crd-semantics.js";
import { importAgain } from "../support/import-again.js";
import { parsePublishedCrd, publishedCrds } from "../support/published-crds.js";

const builtIn = readBuiltInTypes();
const published = publishedCrds().map((name) => ({ name, crd: parsePublishedCrd(name) }));
// Half of the time for six of them: the tests with an API server bring those back.
const light = published.filter(({ name }) => !name.startsWith("argo-rollouts/"));

test("there are 43 published CRDs", () => {
  expect([published.length, light.length]).toEqual([43, 38]);
});

describe("a published CRD", () => {
  test.each(light)("comes back as it was: $name", ({ crd }) => {
    const { crd: again, files, diagnostics } = importAgain(crd);
    expect(diagnostics.map(formatDiagnostic)).toEqual([]);
    expect(crdMeaning(again)).toEqual(crdMeaning(crd));

    // The same with the types of Kubernetes in it, whose fields have no descriptions.
    const withTypes = importAgain(crd, builtIn);
    expect(withTypes.diagnostics.map(formatDiagnostic)).toEqual([]);
    expect(crdMeaning(withTypes.crd)).toEqual(crdMeaning(crd));

    // What was generated is imported as the same types.
    const types = importCrds([again], "generated.yaml").kinds.map((kind) => kind.types);
    expect(types.toSorted()).toEqual(Object.values(files).toSorted());
  });
});
