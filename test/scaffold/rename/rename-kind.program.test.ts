import { describe, expect, test } from "vitest";
import { brokenImports } from "../../support/module-targets.js";
import { plannedProject, type Step } from "../../support/planned-project.js";
import type { Files } from "../../support/scaffolds.js";
import { sortImportedNames } from "../../support/sorted-imports.js";
import { kindTo, renamed } from "../../support/renamed-project.js";

const bar = { group: "foo", version: "v1", kind: "Bar" };
const steps: readonly Step[] = [
  { api: bar },
  { api: { ...bar, kind: "BarSet", namespaced: false } },
  { api: { ...bar, version: "v2", storageVersion: "v2" } },
  { webhook: { ...bar, version: "v2", conversion: true, spoke: ["v1"] } },
  { webhook: { ...bar, defaulting: true, programmaticValidation: true } },
];

/** Sorts the imports and their names, as `create` does. */
function sorted(files: Files): Files {
  const sort = (text: string): string =>
    sortImportedNames(text).replace(/(?:^import .*\n)+/gm, (lines) => lines.split("\n").toSorted().join("\n"));
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, sort(text)]));
}

const layouts = [{ multigroup: false }, { multigroup: true }];

describe.each(layouts)("a kind gets another name in a project with %j", (init) => {
  test("its files are those that tsop would create for the new name, and the way back gives the same bytes", async () => {
    const before = await plannedProject(init, steps);
    const after = renamed(before, kindTo("Bar", "Widget"));
    const wanted = await plannedProject(
      init,
      steps.map((step) => JSON.parse(JSON.stringify(step).replaceAll('"Bar"', '"Widget"')) as Step),
    );
    expect(sorted(after)).toEqual(sorted(wanted));
    expect(brokenImports(after)).toEqual([]);
    expect(renamed(after, kindTo("Widget", "Bar"))).toEqual(before);
  });
});
