import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { documentationPages } from "../support/documentation-pages.js";
import { toAnchor } from "../../src/core/documentation.js";
import { packedFiles } from "../support/packed-files.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
  ...documentationPages().map((name) => `docs/${name}`),
];

function anchorsOf(page: string): string[] {
  return [...readFileSync(path.join(root, page), "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    toAnchor(heading),
  );
}

/** `](target)` outside of code: no address, but a file of this repository. */
function linksOf(
  page: string,
): { readonly target: string; readonly file: string; readonly anchor: string | undefined }[] {
  const text = readFileSync(path.join(root, page), "utf8").replaceAll(/```[\s\S]*?```/g, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [file = "", anchor] = target.split("#");
      return { target, file: file === "" ? page : path.posix.join(path.posix.dirname(page), file), anchor };
    });
}

/** Returns the links to files that do not exist in this repository. */
function deadLinks(page: string): string[] {
  const isDead = ({ file, anchor }: ReturnType<typeof linksOf>[number]): boolean =>
    !existsSync(path.join(root, file)) ||
    (anchor !== undefined && file.endsWith(".md") && !anchorsOf(file).includes(anchor));
  return linksOf(page)
    .filter(isDead)
    .map(({ target }) => target);
}

test.each(pages.filter((page) => page.endsWith(".md")))("%s links to files that exist", (page) => {
  expect(deadLinks(page)).toEqual([]);
});

test("pages that are in the package link to files that are in it", () => {
  const packed = new Set(packedFiles());
  const shipped = [...packed].filter((file) => /^(?:docs\/.*|[^/]+)\.md$/.test(file));
  expect(shipped).toEqual(
    expect.arrayContaining(["README.md", "CHANGELOG.md", "docs/reference/runtime.md", "docs/policies/security.md"]),
  );
  const links = shipped.flatMap((page) => linksOf(page).map((link) => ({ page, ...link })));
  expect(links.length).toBeGreaterThan(50);
  const outside = links.filter(({ file }) => !packed.has(file)).map(({ page, target }) => `${page}: ${target}`);
  expect(outside).toEqual([]);
});

describe("docs/concepts/how-it-works.md", () => {
  const text = readFileSync(path.join(root, "docs/concepts/how-it-works.md"), "utf8");
  const sources = [...text.matchAll(/`((?:[a-z-]+\/)*[a-z-]+\.ts)`/g)].map(([, file = ""]) => `src/${file}`);

  test("names the parts of the runtime", () => {
    expect(new Set(sources).size).toBeGreaterThan(20);
    expect(sources.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });
});

test("files of the repository that pages name exist", () => {
  const named = pages
    .filter((page) => page.endsWith(".md"))
    .flatMap((page) => {
      const text = readFileSync(path.join(root, page), "utf8");
      return [...text.matchAll(/`((?:src|test|examples)\/[\w./-]*\w)`/g)].map(([, file = ""]) => ({ page, file }));
    });
  const ofProjects = /^(?:test\/e2e|test\/website\.ts|src\/index\.ts)/; // of a scaffold, and of the tutorial
  expect(named.filter(({ file }) => !ofProjects.test(file) && !existsSync(path.join(root, file)))).toEqual([]);
});

test("every page is linked from the README, docs/index.md or the index of its folder", () => {
  const indexed = new Set(
    pages
      .filter((page) => page === "README.md" || page.endsWith("/index.md"))
      .flatMap((index) =>
        linksOf(index)
          .map(({ file }) => file)
          // An index of a folder counts for the pages of this folder only.
          .filter((file) => !/^docs\/.+\/index/.test(index) || path.dirname(file) === path.dirname(index)),
      ),
  );
  const missing = pages.filter((page) => page.startsWith("docs/") && page !== "docs/index.md" && !indexed.has(page));
  expect(missing).toEqual([]);
});
