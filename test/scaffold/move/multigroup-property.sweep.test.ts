import fc from "fast-check";
import { expect, test } from "vitest";
import { planEdit } from "../../../src/scaffold/edit.js";
import { brokenImports } from "../../support/module-targets.js";
import { inputOf, projectIn, withPlan } from "../../support/planned-project.js";
import type { Files } from "../../support/scaffolds.js";
import { propertySeed } from "../../support/property-seed.js";
import { projectOf, projects } from "./own-files.js";

async function moved(files: Files, multigroup: boolean): Promise<Files> {
  const { plan } = await planEdit(inputOf(files), projectIn(files), { changes: {}, multigroup });
  return withPlan(files, plan);
}

test("in any project, all imports lead to their files after a move, and the way back gives the same bytes", async () => {
  await fc.assert(
    fc.asyncProperty(projects, async (shape) => {
      const before = await projectOf(shape);
      expect(brokenImports(before)).toEqual([]);
      const after = await moved(before, true);
      expect(brokenImports(after)).toEqual([]);
      expect(Object.keys(after)).toHaveLength(Object.keys(before).length);
      expect(Object.keys(after).filter((file) => /^api\/v\d\/\w+_types/.test(file))).toEqual([]);
      expect(await moved(after, false)).toEqual(before);
    }),
    { seed: propertySeed, numRuns: 12 },
  );
});
