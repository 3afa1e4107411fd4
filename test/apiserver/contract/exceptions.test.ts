import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadAreas } from "./areas.js";
import { exceptions } from "./exceptions.js";

const documentation = readFileSync(new URL("../../../docs/reference/apiserver.md", import.meta.url), "utf8");
const names = new Set((await loadAreas()).flatMap(({ name, cases }) => cases.map((each) => `${name}: ${each.name}`)));

test.each(exceptions.map(({ difference, cases }) => [difference, cases] as const))("%s", (difference, cases) => {
  expect(documentation).toContain(`- ${difference}\n`);
  expect(cases.filter((each) => !names.has(each) && !each.endsWith("*"))).toEqual([]);
});
