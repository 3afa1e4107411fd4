import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { kubernetesVersions } from "../../../src/schema/kubernetes-versions.js";
import { dealAreas, groupByServer, loadAreas, shardCount } from "./areas.js";

test("each area is in one shard, and each shard and each version of the real server has a file", async () => {
  const areas = await loadAreas();
  const shards = dealAreas(areas, shardCount);
  expect(shards.flat().toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(areas);
  const sizes = shards.map((shard) => shard.reduce((sum, { cases }) => sum + cases.length, 0));
  expect(Math.max(...sizes)).toBeLessThan(1.2 * Math.min(...sizes));
  const files = readdirSync(import.meta.dirname).filter((file) => /^(?:shard|version)-/.test(file));
  expect(files.toSorted()).toEqual([
    ...shards.map((_, index) => `shard-${index + 1}.long.program.test.ts`),
    ...kubernetesVersions.map((version) => `version-${version}.cluster.test.ts`),
  ]);
});

test("areas that break something for all others come last in their shard", () => {
  const area = (name: string, isAlone: boolean, count: number) => ({
    ...{
      name,
      isAlone,
      simulatesWorkloads: false,
      controllers: [],
      versions: ["1.35" as const],
    },
    cases: Array<never>(count),
  });
  const dealt = dealAreas([area("alone", true, 3), area("large", false, 2), area("small", false, 1)], 1);
  expect(dealt.flat().map(({ name }) => name)).toEqual(["large", "small", "alone"]);
});

test("each special server starts once for each version", async () => {
  const shards = dealAreas(await loadAreas(), shardCount);
  const servers = shards.flatMap(groupByServer);
  const special = servers.filter(({ simulatesWorkloads, controllers }) => simulatesWorkloads || controllers.length > 0);
  expect(special).toHaveLength(2 * kubernetesVersions.length);
});
