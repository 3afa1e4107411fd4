import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commands } from "../../src/commands/declared/all.js";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

test("the README's command table is what the program has", () => {
  const rows = commands.map(({ path, summary, input }) => {
    const words = ["tsop", path, ...(input.argument === undefined ? [] : [input.argument])].join(" ");
    return `| \`${words}\` | ${summary} |`;
  });
  const table = /\| command \| what it does \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(readme)?.[1];
  expect(table?.trimEnd().split("\n")).toEqual(rows);
});
