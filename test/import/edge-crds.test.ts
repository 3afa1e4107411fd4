import { expect, test } from "vitest";
import { importCrds } from "../../src/import/import-crd.js";
import { edgeCrds } from "../support/edge-crds.js";
import { importAgain } from "../support/import-again.js";

const refused = Object.entries(edgeCrds).filter(([name]) => name.startsWith("!"));
const accepted = Object.entries(edgeCrds).filter(([name]) => !name.startsWith("!"));

test.each(refused)("%s is refused when it is imported", (_name, crd) => {
  const { kinds, diagnostics } = importCrds([crd], "crd.yaml");
  expect(kinds).toEqual([]);
  expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toContain("error import/invalid");
});

test.each(accepted)("%s is imported, and generated again", (_name, crd) => {
  const { crd: again, diagnostics } = importAgain(crd);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(again).toBeDefined();
});
