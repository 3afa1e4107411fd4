import path from "node:path";
import { describe, expect, test } from "vitest";
import { parseAllYaml } from "../../src/core/yaml.js";
import { crdMeaning } from "../support/crd-semantics.js";
import {
  type FileMap,
  goldenCases,
  printDiagnostics,
  readFolder,
  runManifests,
  withoutUnconverted,
} from "../support/manifest-cases.js";

/**
 * `reference/go` contains the same types in Go, and `reference/want` the output of controller-gen (`npm run reference:go`).
 * `input-markers` contains the same types in TypeScript with kubebuilder's markers.
 */
const cases = goldenCases("manifests")
  .map(({ name, folder, options }) => ({
    name,
    options,
    want: readFolder(path.join(folder, "want")),
    markers: readFolder(path.join(folder, "input-markers")),
    reference: readFolder(path.join(folder, "reference", "want")),
  }))
  .filter(({ reference }) => Object.keys(reference).length > 0);

interface Difference {
  readonly why: string;
  /** Changes controller-gen's CRD, as JSON, to match tsop's. */
  readonly mend: (crd: string) => string;
}

/** The intended differences between controller-gen's CRDs and tsop's, by case. */
const differences: Readonly<Record<string, Difference>> = {
  kinds: {
    why: "a second +kubebuilder:resource makes it forget the short names, categories and scope of the first in silence",
    mend: (crd) => crd.replace('"plural":"gates"', '"plural":"gates","shortNames":["g"]'),
  },
};

/** These embed types of Kubernetes, whose descriptions are optional, and Condition tsop's own. */
const withoutDescriptions: ReadonlySet<string> = new Set(["columns", "known-types", "tour"]);

describe("controller-gen, given the same types in Go,", () => {
  const meanings = (name: string, files: FileMap, mend = (crd: string): string => crd): unknown =>
    Object.entries(files)
      .filter(([file]) => file.startsWith("config/crd/"))
      .map(([file, text]) => [
        file,
        parseAllYaml(text, file)
          .map((crd): unknown => JSON.parse(mend(JSON.stringify(crd))))
          .map((crd) => crdMeaning(crd, { descriptions: !withoutDescriptions.has(name) })),
      ]);

  test.each(cases)("makes the same CRDs for $name", ({ name, want, reference }) => {
    expect(meanings(name, want)).toEqual(meanings(name, reference, differences[name]?.mend));
  });

  test.each(Object.keys(differences))("differs in %s", (name) => {
    const { want, reference } = cases.find((each) => each.name === name)!;
    expect(meanings(name, want)).not.toEqual(meanings(name, reference));
  });

  const withRoles = cases.filter(({ reference }) => reference["config/rbac/role.yaml"] !== undefined);

  test.each(withRoles)("makes the same roles for $name, to the letter", ({ want, reference }) => {
    expect(want["config/rbac/role.yaml"]).toBe(reference["config/rbac/role.yaml"]);
  });

  test("is compared in at least fifteen cases", () => {
    expect(cases.length).toBeGreaterThanOrEqual(15);
  });
});

describe("the same types with kubebuilder's markers", () => {
  const withMarkers = cases.filter(({ markers }) => Object.keys(markers).length > 0);

  test.each(withMarkers)("give the same manifests: $name", ({ markers, options, want }) => {
    const { artifacts, diagnostics } = runManifests(markers, options);
    expect(printDiagnostics(withoutUnconverted(diagnostics))).toBe("");
    expect(Object.fromEntries(artifacts.map((file) => [file.path, file.content]))).toEqual(want);
  });
});
