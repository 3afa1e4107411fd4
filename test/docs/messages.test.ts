/** What messages say of the documentation, and whether a user finds it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { documentationPages } from "../support/documentation-pages.js";
import { manual } from "../../src/commands/manual.js";
import { documentation } from "../../src/core/documentation.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
  files: string[];
  homepage?: string;
};

/** Sources and templates, without comments. */
const texts = ["src", "templates"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|hbs)$/.test(file) && !file.startsWith("k8s"))
    .map((file) => {
      const text = readFileSync(path.join(root, folder, file), "utf8");
      return {
        file: `${folder}/${file}`,
        text: file.endsWith(".ts") ? text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "") : text,
      };
    }),
);
const named = texts.flatMap(({ file, text }) =>
  [...text.matchAll(/documentation\("([^"]+)"(?:, "([^"]+)")?\)/g)].map(([, page = "", anchor]) => ({
    file,
    page,
    anchor,
  })),
);

describe("a page that a message names", () => {
  test("is named by one function, and by no path of this repository", () => {
    const paths = texts.filter(({ text }) => /(?<![\w/.])docs\/[\w/-]+\.md/.test(text)).map(({ file }) => file);
    expect(paths).toEqual([]);
    expect(named.length).toBeGreaterThan(1);
  });

  test.each(named)("$page $anchor is found by tsop manual ($file)", ({ page, anchor }) => {
    const place = documentation(page, anchor).replace(/^npx tsop manual /, "");
    const { json } = manual({ page: place });
    expect(existsSync(String(json["file"]))).toBe(true);
  });

  test("is at an address, once there is one", () => {
    expect(documentation("how-to/dev", "a-heading", "https://example.com/tsop")).toBe(
      "https://example.com/tsop/how-to/dev#a-heading",
    );
    expect(documentation("how-to/dev")).toBe(
      manifest.homepage === undefined ? "npx tsop manual dev" : `${manifest.homepage}/how-to/dev`,
    );
  });
});

describe("tsop manual", () => {
  const pages = documentationPages();

  test("finds a page by its name alone, because each name exists once", () => {
    const names = pages.map((page) => path.basename(page)).filter((name) => name !== "index.md");
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test("lists the pages of the package, and where they are", () => {
    expect(manifest.files).toContain("docs");
    const { text, json } = manual({});
    expect(text.split("\n")[0]).toBe(path.join(root, "docs"));
    expect(text).toMatch(/^ {2}how-to\/webhooks +\S/m);
    expect((json["pages"] as object[]).length).toBe(pages.length);
  });

  test.each([["webhooks"], ["webhooks.md"], ["how-to/webhooks"], ["docs/how-to/webhooks.md"]])("finds %s", (page) => {
    expect(manual({ page }).text).toBe(path.join(root, "docs/how-to/webhooks.md"));
  });

  test("finds the line of a heading", () => {
    const { text, json } = manual({ page: "testing#time" });
    expect(text).toBe(`${path.join(root, "docs/how-to/testing.md")}:${String(json["line"])}`);
    expect(readFileSync(path.join(root, "docs/how-to/testing.md"), "utf8").split("\n")[Number(json["line"]) - 1]).toBe(
      "### Time",
    );
  });

  test.each([
    ["webhook", "tsop manual webhooks"],
    ["testing#tim", "tsop manual how-to/testing#time"],
    ["../package", undefined],
  ])("refuses %s, with what was meant", (page, hint) => {
    expect(() => manual({ page })).toThrow(
      expect.objectContaining({ code: "usage/invalid-argument", ...(hint === undefined ? {} : { hint }) }) as Error,
    );
  });
});
