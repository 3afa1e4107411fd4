import { expect, test } from "vitest";
import { formatDiagnostic } from "../../src/core/diagnostic.js";
import { readBuiltInTypes } from "../../src/import/built-in-types.js";
import { importCrds } from "../../src/import/import-crd.js";
import { applyCrds } from "../support/apply-crds.js";
import { describeCluster } from "../support/cluster.js";
import { compileTypes } from "../support/compile-types.js";
import { crdMeaning } from "../support/crd-semantics.js";
import { importAgain, printCrd } from "../support/import-again.js";
import { parsePublishedCrd, publishedCrds } from "../support/published-crds.js";
import { randomCrd } from "../support/random-crd.js";
import { seeded } from "../support/seeded.js";

const builtIn = readBuiltInTypes();

describeCluster("what is imported and generated again", (cluster) => {
  const refusalOf = (...manifests: readonly string[]): Promise<string> =>
    applyCrds(cluster().kubeconfig, manifests.join("---\n"), { dryRun: true });

  test.each(["argo-rollouts", "cert-manager", "crossplane", "kueue"])(
    "is accepted by the API server: all of %s",
    async (project) => {
      const originals = ofProject(project);
      expect(originals).not.toEqual([]);
      expect(await refusalOf(...originals.map((crd) => printCrd(importAgain(crd))))).toBe("");
    },
  );

  test("comes back as it was, the largest of all", () => {
    for (const crd of ofProject("argo-rollouts")) {
      for (const { crd: again, diagnostics } of [importAgain(crd), importAgain(crd, builtIn)]) {
        expect(diagnostics.map(formatDiagnostic)).toEqual([]);
        expect(crdMeaning(again)).toEqual(crdMeaning(crd));
      }
    }
  });

  test("compiles: all of them, and random ones", () => {
    const random = seeded(1);
    const published = publishedCrds().map((name) => ({ name, crd: parsePublishedCrd(name) }));
    const imported = [
      ...published.map(({ crd }) => importCrds([crd], "crd.yaml", builtIn)),
      ...published
        .filter(({ name }) => name.startsWith("cert-manager/"))
        .map(({ crd }) => importCrds([crd], "crd.yaml")),
      ...Array.from({ length: 40 }, () => importCrds([randomCrd(random)], "crd.yaml")),
    ];
    expect(compileTypes(imported.flatMap(({ kinds }) => kinds).map(({ types }) => types))).toEqual([]);
  });

  test("is accepted where the original is: random CRDs", async () => {
    const random = seeded(99);
    const verdicts: string[] = [];
    for (let round = 0; round < 25; round += 1) {
      const crd = randomCrd(random);
      const imported = importAgain(crd);
      const yaml = printCrd(imported);
      const [original, again] = await Promise.all([
        accepts(JSON.stringify(crd)),
        imported.crd === undefined ? "refused" : accepts(yaml),
      ]);
      expect(again, `${JSON.stringify(crd)}\n${yaml}`).toEqual(original);
      verdicts.push(original === "" ? "accepted" : "refused");
    }
    expect(verdicts.filter((verdict) => verdict === "accepted").length).toBeGreaterThan(10);

    async function accepts(manifest: string): Promise<string> {
      const refusal = await refusalOf(manifest);
      // Whatever else fails is no verdict.
      if (refusal !== "" && !refusal.includes(" is invalid: ")) throw new Error(refusal);
      return refusal === "" ? "" : "refused";
    }
  });
});

function ofProject(project: string): unknown[] {
  return publishedCrds()
    .filter((name) => name.startsWith(`${project}/`))
    .map(parsePublishedCrd);
}
