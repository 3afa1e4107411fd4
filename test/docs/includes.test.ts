/** Blocks of the documentation that show files; UPDATE_GOLDEN=1 rewrites the pages. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { documentationPages } from "../support/documentation-pages.js";
import { blocksOf, linesOutside, refreshIncludes, sectionOf } from "../support/includes.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const pages = documentationPages().map((name) => `docs/${name}`);
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
const including = pages.filter((page) => read(page).includes("<!-- include "));

test.each(including)("%s shows its files as they are", (page) => {
  const text = read(page);
  const refreshed = refreshIncludes(text, read);
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(path.join(root, page), refreshed);
  else expect(text).toBe(refreshed);
});

test.each(including)("%s has a block below each include", (page) => {
  const text = read(page);
  expect(blocksOf(text).filter(({ file }) => file !== undefined).length).toBe(
    [...text.matchAll(/<!-- include /g)].length,
  );
});

describe("the tutorial", () => {
  const folder = path.join(root, "examples/tutorial");

  test("shows every file of its chapters", () => {
    const shown = new Set(including.flatMap((page) => blocksOf(read(page)).map(({ file }) => file)));
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== "README.md")
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"));
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((file) => !shown.has(file))).toEqual([]);
  });

  test("has chapters that lead from one to the next", () => {
    const chapters = pages.filter((page) => /^docs\/tutorial\/\d/.test(page)).sort();
    expect(chapters.length).toBeGreaterThan(7);
    const index = read("docs/tutorial/index.md");
    for (const [number, chapter] of chapters.entries()) {
      const next = chapters[number + 1];
      expect(index).toContain(`](${path.basename(chapter)})`);
      if (next !== undefined) expect(read(chapter).trimEnd().split("\n").at(-1)).toContain(`](${path.basename(next)})`);
    }
    expect(existsSync(folder)).toBe(true);
  });
});

describe("an include", () => {
  const file = "one();\n  // #region a\n  two();\n  // #endregion a\n// #region b\nthree();\n// #endregion b\n";
  const show = (place: string, text: string): string => `<!-- include ${place} -->\n\`\`\`typescript\n${text}\`\`\`\n`;

  test.each([
    ["file.ts", "one();\n  two();\nthree();\n"],
    ["file.ts#a", "  two();\n"],
  ])("of %s is refreshed, and the rest of the page is unchanged", (place, shown) => {
    const around = (block: string): string => `# Page\n\n${block}\n\`\`\`console\n$ own\n\`\`\`\n`;
    expect(refreshIncludes(around(show(place, "old();\n")), () => file)).toBe(around(show(place, shown)));
  });

  test("of a region that does not exist, or does not end, is an error that names it", () => {
    expect(() => refreshIncludes(show("file.ts#c", ""), () => file)).toThrow("file.ts#c: the file has no such region");
    expect(() => sectionOf("// #region a\none();\n", "a")).toThrow("the region a has no end");
  });

  test("leaves the lines outside of its regions to the reader's own file", () => {
    expect(linesOutside(file, ["a"])).toEqual(["one();", "three();"]);
    expect(linesOutside(file, ["a", "b"])).toEqual(["one();"]);
  });
});
