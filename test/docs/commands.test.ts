import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createHandlers } from "../../src/cli/handlers.js";
import { allCommands, pathOf } from "../../src/cli/program/declare.js";
import { createProgram } from "../../src/cli/program/program.js";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

test("the README's command table is what the program has", () => {
  const program = createProgram(
    createHandlers(() => Promise.resolve()),
    { write: () => undefined, columns: 100 },
  );
  const rows = allCommands(program)
    .filter((command) => command.commands.length === 0)
    .map((command) => {
      const words = `tsop ${pathOf(command)} ${command.usage().replace("[options]", "").trim()}`.trim();
      return `| \`${words}\` | ${command.summary()} |`;
    });
  const table = /\| command \| what it does \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(readme)?.[1];
  expect(table?.trimEnd().split("\n")).toEqual(rows);
});
