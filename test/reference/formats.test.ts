/** The printers: no text of a CRD gets a meaning in the format, and each link has its target. */
import MarkdownIt from "markdown-it";
import { describe, expect, test } from "vitest";
import { printAsciidoc } from "../../src/reference/formats/asciidoc.js";
import type { Page } from "../../src/reference/formats/block.js";
import { printHtml } from "../../src/reference/formats/html.js";
import { printMarkdown } from "../../src/reference/formats/markdown.js";
import { goldenCases } from "../support/manifest-cases.js";
import { pageOf, referenceOfTypes } from "../support/reference.js";

const hostile = [
  "<script>alert(1)</script>",
  "</td></table><img src=x onerror=alert(1)>",
  "[a](javascript:alert(1))",
  "| cell | *b* _e_ `c` ~~s~~",
  "{{ constructor.constructor('x')() }}",
  "include::/etc/passwd[]",
  "link:javascript:x[y] pass:[<b>] +++<b>+++ {counter:a} <<x>> image::x[]",
  "# heading",
  "1. item",
  "- item",
  "a``b```c",
  "\\| \\` \\<",
  "&lt;b&gt; &#60;",
  "https://example.com/x www.example.com a@b.example",
  "--> <!-- ]]>",
  "----",
  "a ... b -- c -> d => e (C) it's",
];

const pageWith = (text: string): Page => ({
  title: text,
  blocks: [
    { kind: "heading", level: 2, text, anchor: "a" },
    { kind: "paragraph", line: [text] },
    {
      kind: "list",
      items: [
        [text],
        [{ kind: "code", text }],
        [
          { kind: "strong", text },
          { kind: "link", content: text, to: "#a" },
        ],
      ],
    },
    { kind: "code", language: "yaml", text },
    {
      kind: "table",
      head: ["x", text],
      rows: [[[[text], [{ kind: "code", text }]], [[{ kind: "emphasis", text: "e" }]]]],
    },
  ],
});

/** Returns the texts of an HTML document, and the names of its elements. */
function readHtml(html: string): { texts: string[]; elements: Set<string> } {
  const body = html.replace(/^[^]*<body>/, "");
  const decode = (text: string): string =>
    text
      .replaceAll(/&#(\d+);/g, (_, number: string) => String.fromCodePoint(Number(number)))
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&");
  return {
    texts: body.split(/<[^>]*>/).map((part) => decode(part).replaceAll(/\s+/g, " ").trim()),
    elements: new Set([...body.matchAll(/<([a-z0-9]+)[\s>]/g)].map(([, name = ""]) => name)),
  };
}

const allowed = new Set(
  "a body br code em h1 h2 h3 h4 html li main p pre strong table tbody td th thead tr ul".split(" "),
);

describe.each(hostile)("the text %j", (text) => {
  const shown = text.replaceAll(/\s+/g, " ");

  test("stays text in HTML", () => {
    const { texts, elements } = readHtml(printHtml(pageWith(text)));
    expect([...elements].filter((name) => !allowed.has(name))).toEqual([]);
    expect(texts.filter((each) => each === shown).length).toBe(11);
  });

  test("stays text in Markdown, as markdown-it reads it", () => {
    const reader = new MarkdownIt({ html: true, linkify: true });
    const { texts, elements } = readHtml(`<body>${reader.render(printMarkdown(pageWith(text)))}`);
    expect([...elements].filter((name) => !allowed.has(name))).toEqual([]);
    expect(texts.filter((each) => each === shown).length).toBe(11);
  });

  test("stays text in AsciiDoc: each sign with a meaning is a reference", () => {
    const printed = printAsciidoc({
      title: "t",
      blocks: [{ kind: "paragraph", line: [text, { kind: "code", text }] }],
    });
    const [, line = ""] = printed.split("\n\n");
    const prose = line.replaceAll("``", "").trim();
    expect(prose.replaceAll(/&#\d+;/g, "x")).not.toMatch(
      /[^\p{L}\p{N} ,.;()/-]|\.\.|--|->|\/\/|\((?:C|R|TM)\)|^[.\-/]|^\d+\./u,
    );
    const decoded = prose.replaceAll(/&#(\d+);/g, (_, number: string) => String.fromCodePoint(Number(number)));
    expect(decoded).toBe(shown + shown);
  });
});

test("a block of code in AsciiDoc includes no file, and no line ends it", () => {
  const text = "a: |\n  x\n----\ninclude::/etc/passwd[]\nifdef::x[]";
  const printed = printAsciidoc({ title: "t", blocks: [{ kind: "code", language: "yaml", text }] });
  expect(printed).toContain("\n-----\na: |\n  x\n----\n\\include::/etc/passwd[]\n\\ifdef::x[]\n-----\n");
});

test("the HTML has no script, and loads nothing", () => {
  const html = printHtml(pageWith("x"));
  expect(html).toContain("default-src 'none'");
  expect(html).not.toMatch(/<(?:script|link|img|iframe)\b|@import|url\(/);
});

describe.each(goldenCases("manifests").filter(({ name }) => name !== "hostile"))("the page of $name", ({ input }) => {
  test("has each anchor once, and a target for each link", () => {
    const html = printHtml(pageOf(referenceOfTypes(input)));
    const anchors = [...html.matchAll(/ id="([^"]+)"/g)].map(([, anchor = ""]) => anchor);
    expect(new Set(anchors).size).toBe(anchors.length);
    const targets = [...html.matchAll(/ href="([^"]+)"/g)].map(([, target = ""]) => target);
    const dead = targets.filter((target) => !target.startsWith("https://") && !anchors.includes(target.slice(1)));
    expect(dead).toEqual([]);
    expect(targets.length).toBeGreaterThan(1);
  });
});
