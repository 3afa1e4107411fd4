import { expect, test } from "vitest";
import { describeCluster } from "../support/cluster.js";
import { importAgain, printCrd } from "../support/import-again.js";
import { parsePublishedCrd, publishedCrds } from "../support/published-crds.js";
import { randomCrd } from "../support/random-crd.js";
import { seeded } from "../support/seeded.js";

describeCluster("what is imported and generated again", (cluster) => {
  const apply = (...manifests: readonly string[]): Promise<string> =>
    cluster().kubectl(
      ["apply", "--server-side", "--dry-run=server", "--force-conflicts", "-f", "-"],
      manifests.join("---\n"),
    );

  test.each(["argo-rollouts", "cert-manager", "crossplane", "kueue"])(
    "is accepted by the API server: all of %s",
    async (project) => {
      const names = publishedCrds().filter((name) => name.startsWith(`${project}/`));
      const answer = await apply(...names.map((name) => printCrd(importAgain(parsePublishedCrd(name)))));
      expect(answer.trim().split("\n")).toHaveLength(names.length);
    },
  );

  test("is accepted where the original is: random CRDs", async () => {
    const random = seeded(99);
    const verdicts: string[] = [];
    for (let round = 0; round < 25; round += 1) {
      const crd = randomCrd(random);
      const yaml = printCrd(importAgain(crd));
      const [original, again] = await Promise.all([accepts(JSON.stringify(crd)), accepts(yaml)]);
      expect(again, `${JSON.stringify(crd)}\n${yaml}`).toEqual(original);
      verdicts.push(original === "" ? "accepted" : "refused");
    }
    expect(verdicts.filter((verdict) => verdict === "accepted").length).toBeGreaterThan(10);

    async function accepts(manifest: string): Promise<string> {
      try {
        await apply(manifest);
        return "";
      } catch {
        return "refused";
      }
    }
  });
});
