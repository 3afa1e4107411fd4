import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { errorCodes } from "../../src/core/error-codes.js";

const folder = fileURLToPath(new URL("../../docs/faq/", import.meta.url));
const pages = readdirSync(folder).map((name) => ({ name, text: readFileSync(`${folder}${name}`, "utf8") }));
const questions = pages.filter(({ name }) => name !== "index.md" && name !== "symptoms.md");
const areas = new Set(Object.keys(errorCodes).map((code) => code.split("/")[0]));

/** The checks of `tsop doctor` have names of the same form. */
const doctor = readFileSync(`${folder}../how-to/doctor.md`, "utf8");

test.each(pages)("docs/faq/$name names only error codes and checks that exist", ({ text }) => {
  const named = [...text.matchAll(/`([a-z]+\/[a-z-]+)`/g)].map(([, code = ""]) => code);
  const unknown = named.filter(
    (code) => areas.has(code.split("/")[0]) && !(code in errorCodes) && !doctor.includes(`\`${code}\``),
  );
  expect(unknown).toEqual([]);
});

test.each(questions)("docs/faq/$name asks a question in each heading", ({ text }) => {
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading);
  expect(headings.length).toBeGreaterThan(5);
  expect(headings.filter((heading) => !/\?( \(.*\))?$/.test(heading))).toEqual([]);
});

test("the table of first words has those of all codes, and no others", () => {
  const { text = "" } = pages.find(({ name }) => name === "symptoms.md") ?? {};
  const table = text.slice(text.indexOf("## By the first word of a code"));
  const words = [...table.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([a-z]+)(?:\/…)?`/g)].map(([, word = ""]) => word),
  );
  expect(words.toSorted()).toEqual([...areas].toSorted());
});
