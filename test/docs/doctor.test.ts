import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allChecks } from "../../src/doctor/checks.js";

const page = readFileSync(new URL("../../docs/doctor.md", import.meta.url), "utf8");

test("docs/doctor.md lists all checks, in the order of the output", () => {
  const table = /\| check \| looks at \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(page)?.[1];
  expect(table?.trimEnd().split("\n")).toEqual(allChecks.map(({ id, what }) => `| \`${id}\` | ${what} |`));
});
