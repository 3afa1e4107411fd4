/** How the site renders Markdown that is written for GitHub, by VitePress' own renderer. */
import { createMarkdownRenderer, type MarkdownRenderer } from "vitepress";
import { beforeAll, describe, expect, test } from "vitest";
import { toAnchor } from "../../src/core/documentation.js";
import { configureMarkdown } from "../../site/markdown.js";

const references = new Map([
  ["@minimum", "/reference/tags#@minimum"],
  ["createManager", "/reference/api/tsop/functions/createManager"],
]);

let md: MarkdownRenderer;
beforeAll(async () => {
  md = await createMarkdownRenderer(
    "/repo",
    {
      highlight: (code) => code,
      attrs: { disable: true },
      anchor: { slugify: toAnchor },
      config: (renderer) => configureMarkdown(renderer, "/repo", () => references),
    },
    "/docs/",
  );
});

function render(text: string, source = "docs/how-to/dev.md"): string {
  // The build renders a page with its path in the site, and names the file in another field.
  return md.render(text, { path: "/repo/how-to/dev.md", realPath: `/repo/${source}`, cleanUrls: true });
}

describe("links", () => {
  test.each([
    ["testing.md#time", "/docs/how-to/testing#time"],
    ["../reference/tags.md", "/docs/reference/tags"],
    ["../index.md", "/docs/"],
    ["../../CHANGELOG.md#010", "/docs/policies/changelog#010"],
    ["../../README.md", "/docs/"],
    ["#time", "#time"],
    ["https://kubernetes.io/docs/", "https://kubernetes.io/docs/"],
  ])("%s leads to %s", (href, address) => {
    expect(render(`[x](${href})`)).toContain(`href="${address}"`);
  });

  test.each(["../../LICENSE", "../../examples/bar/main.ts", "../../../other/README.md"])("%s is refused", (href) => {
    expect(() => render(`[x](${href})`)).toThrow("docs/how-to/dev.md links to");
  });

  test("of a file at the root are relative to it", () => {
    expect(render("[x](docs/policies/security.md)", "SECURITY.md")).toContain('href="/docs/policies/security"');
  });
});

describe("code that names something", () => {
  const linked = '<a href="/docs/reference/tags#@minimum"><code';

  test("is linked once per section", () => {
    const html = render("`@minimum` and `@minimum`\n\n## Next\n\n`@minimum`");
    expect(html.split(linked)).toHaveLength(3);
  });

  test.each(["[`@minimum`](tags.md)", "## `@minimum`", "```text\n@minimum\n```", "`@other`"])(
    "is not linked in %j",
    (text) => {
      expect(render(text.replace("tags.md", "../reference/tags.md"))).not.toContain("#@minimum");
    },
  );

  test("is not linked on the page that explains it", () => {
    expect(render("`@minimum`", "docs/reference/tags.md")).not.toContain("href");
  });
});

describe("a table of names", () => {
  const table = "| tag | x |\n|---|---|\n| `@minimum`, `@min` | 1 |\n| `@minimum` | 2 |\n| word | 3 |\n";

  test("has anchors on a page of the reference", () => {
    expect(render(table, "docs/reference/tags.md").match(/<tr[^>]*>/g)).toEqual([
      "<tr>",
      '<tr id="@minimum">',
      "<tr>",
      "<tr>",
    ]);
  });

  test("has none elsewhere", () => {
    expect(render(table)).not.toContain("<tr id");
  });
});

test.each([
  ["## `tsop dev` and `--data`", "tsop-dev-and---data"],
  ["## Über uns: 3 Wege", "über-uns-3-wege"],
  ["## snake_case", "snake_case"],
])("the anchor of %s is GitHub's", (heading, anchor) => {
  expect(render(heading)).toContain(`id="${anchor}"`);
});

test("braces in text are text", () => {
  const html = render("a {{ b }} `{{ e }}` c {#d}");
  expect(html).not.toContain("{{");
  expect(html).toContain("{#d}");
});
