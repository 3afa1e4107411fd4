/** The pictures of the documentation: drawn from their sources, and shown with a description. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { documentationPages } from "../support/documentation-pages.js";
import { drawPicture } from "../../scripts/draw-picture.js";

const docs = fileURLToPath(new URL("../../docs", import.meta.url));
const files = readdirSync(path.join(docs, "pictures"));
const names = files.filter((file) => file.endsWith(".dot")).map((file) => path.basename(file, ".dot"));

/** The pictures in the pages, with the texts for readers who do not see them. */
const shown = documentationPages()
  .flatMap((file) => {
    const text = readFileSync(path.join(docs, file), "utf8");
    return [...text.matchAll(/!\[([^\]]*)\]\((?:\.\.\/)?pictures\/([\w-]+)\.svg\)/g)];
  })
  .map(([, description = "", name = ""]) => ({ name, description }));

describe.each(names)("docs/pictures/%s.svg", (name) => {
  const read = (ending: string): string => readFileSync(path.join(docs, "pictures", `${name}.${ending}`), "utf8");

  test("is what `npm run docs:pictures` draws", async () => {
    expect(await drawPicture(read("dot"))).toBe(read("svg"));
  });

  test("has a title, its own background, and colours for dark pages", () => {
    const svg = read("svg");
    expect(svg).toMatch(/^<svg role="img" /);
    expect(svg.match(/<title>/g)).toHaveLength(1);
    expect(svg).toContain(".graph > polygon");
    expect(svg).toContain("prefers-color-scheme: dark");
  });

  test("is in a page, with a description in sentences", () => {
    const uses = shown.filter((picture) => picture.name === name);
    expect(uses.length).toBeGreaterThan(0);
    for (const { description } of uses) expect(description).toMatch(/^[A-Z].{50,}\.$/);
  });
});

/** The pictures that another script draws. */
const recorded = ["dev.svg"];

test("each picture has a source", () => {
  const drawn = names.flatMap((name) => [`${name}.dot`, `${name}.svg`]);
  expect(files.filter((file) => !recorded.includes(file)).toSorted()).toEqual(drawn.toSorted());
});
