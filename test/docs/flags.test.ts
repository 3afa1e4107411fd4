import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { describeManagerFlags } from "../../src/runtime/manager-flags.js";

const page = fileURLToPath(new URL("../../docs/reference/runtime.md", import.meta.url));
const table = /\| flag \| meaning \|\n\|---\|---\|\n(?:\|.*\n|FLAGS\n)+/;

test("docs/reference/runtime.md lists the flags of an operator as its --help does", () => {
  const rows = [...describeManagerFlags().matchAll(/^ {2}(--\S+(?: [A-Z]+| \S+\|\S+)?) {2,}(.*)$/gm)].map(
    ([, flag = "", meaning = ""]) => `| \`${flag.replaceAll("|", "\\|")}\` | ${meaning.replaceAll("|", "\\|")} |\n`,
  );
  expect(rows).toHaveLength((describeManagerFlags().match(/^ {2}--/gm) ?? []).length);
  const expected = `| flag | meaning |\n|---|---|\n${rows.join("")}`;
  const text = readFileSync(page, "utf8");
  if (process.env["UPDATE_GOLDEN"] !== undefined) writeFileSync(page, text.replace(table, expected));
  expect(table.exec(readFileSync(page, "utf8"))?.[0]).toBe(expected);
});
