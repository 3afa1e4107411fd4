import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { generators } from "../../src/commands/generators.js";

const page = readFileSync(new URL("../../docs/how-to/manifests.md", import.meta.url), "utf8");

test("docs/how-to/manifests.md lists the generators as the program has them", () => {
  const rows = generators.map(
    ({ name, writes, folder }) => `| \`${name}\` | ${writes} | \`${folder}\` | \`--${name}-dir\` |`,
  );
  expect(/\| generator \|.*\n\|[-|]+\n((?:\|.*\n)+)/.exec(page)?.[1]?.trimEnd().split("\n")).toEqual(rows);
});
