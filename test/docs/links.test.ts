import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { toAnchor } from "../../src/core/documentation.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
  ...readdirSync(path.join(root, "docs")).map((name) => `docs/${name}`),
];

function anchorsOf(page: string): string[] {
  return [...readFileSync(path.join(root, page), "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    toAnchor(heading),
  );
}

/** The links to files of this repository that lead nowhere. */
function deadLinks(page: string): string[] {
  const text = readFileSync(path.join(root, page), "utf8").replaceAll(/```[\s\S]*?```/g, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [file = "", anchor] = target.split("#");
      const linked = file === "" ? page : path.join(path.dirname(page), file);
      if (!existsSync(path.join(root, linked))) return true;
      return anchor !== undefined && linked.endsWith(".md") && !anchorsOf(linked).includes(anchor);
    });
}

test.each(pages.filter((page) => page.endsWith(".md")))("%s links to files that are there", (page) => {
  expect(deadLinks(page)).toEqual([]);
});

describe("docs/how-it-works.md", () => {
  test("leads to the parts of the runtime", () => {
    const text = readFileSync(path.join(root, "docs/how-it-works.md"), "utf8");
    const linked = new Set([...text.matchAll(/\]\(\.\.\/(src\/[^)]+)\)/g)].map(([, file]) => file));
    expect(linked.size).toBeGreaterThan(20);
  });
});

test("every page is in the README's table", () => {
  const readme = readFileSync(path.join(root, "README.md"), "utf8");
  const missing = pages.filter((page) => page.startsWith("docs/") && !readme.includes(`(${page})`));
  expect(missing).toEqual([]);
});
