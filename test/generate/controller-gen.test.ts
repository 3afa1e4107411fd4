import path from "node:path";
import { describe, expect, test } from "vitest";
import { parseAllYaml } from "../../src/core/yaml.js";
import { crdMeaning } from "../support/crd-semantics.js";
import { goldenCases, readFolder } from "../support/manifest-cases.js";

/**
 * `reference/go` holds the same types in Go, and `reference/want` what controller-gen v0.21.0 made of them
 * (`controller-gen rbac:roleName=manager-role crd`).
 */
const cases = goldenCases("manifests")
  .map(({ name, folder }) => ({
    name,
    want: readFolder(path.join(folder, "want")),
    reference: readFolder(path.join(folder, "reference", "want")),
  }))
  .filter(({ reference }) => Object.keys(reference).length > 0);

describe("controller-gen, given the same types in Go,", () => {
  test.each(cases)("makes the same CRDs for $name", ({ want, reference }) => {
    const meanings = (files: Readonly<Record<string, string>>): unknown =>
      Object.entries(files)
        .filter(([file]) => file.startsWith("config/crd/"))
        .map(([file, text]) => [file, parseAllYaml(text, file).map((crd) => crdMeaning(crd))]);
    expect(meanings(want)).toEqual(meanings(reference));
  });

  const withRoles = cases.filter(({ reference }) => reference["config/rbac/role.yaml"] !== undefined);

  test.each(withRoles)("makes the same roles for $name, to the letter", ({ want, reference }) => {
    expect(want["config/rbac/role.yaml"]).toBe(reference["config/rbac/role.yaml"]);
  });

  test("is compared in at least seven cases", () => {
    expect(cases.length).toBeGreaterThanOrEqual(7);
  });
});
