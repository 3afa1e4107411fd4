import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { maskCode } from "../../scripts/prose/mask.js";
import { findPhrases, readPhrases } from "../../scripts/prose/phrases.js";
import { hasReaders, readsStrings } from "../../scripts/prose/scope.js";

const glossary = readFileSync(new URL("../../docs/contributing/glossary.md", import.meta.url), "utf8");
const phrases = readPhrases(glossary);

/** Returns `line: phrase` of each finding in a file's text. */
function lint(file: string, text: string): string[] {
  const prose = maskCode(file, text, readsStrings(file));
  expect(prose.length).toBe(text.length);
  return findPhrases(prose, phrases).map(({ line, phrase }) => `${line}: ${phrase}`);
}

describe("the prose linter finds", () => {
  test.each([
    ["a word", "docs/page.md", "Nobody knows.\n", ["1: nobody"]],
    ["a phrase over two lines", "docs/page.md", "A list, none of\nwhich is empty.\n", ["1: of which"]],
    ["a phrase with a gap", "docs/page.md", "# Page\n\nThere is no trace left of it.\n", ["3: no … of it"]],
    ["a phrase in a table", "docs/page.md", "| a | so it is |\n", ["1: so it is"]],
    ["a phrase in a comment", "src/a.ts", "const a = 1; // what is left\n", ["1: what is"]],
    [
      "a phrase over two lines of a comment",
      "src/a.ts",
      "/**\n * All of\n * which fail.\n */\nf();\n",
      ["2: of which"],
    ],
    ["a phrase over two line comments", "src/a.ts", "// All of\n// which fail.\nf();\n", ["1: of which"]],
    ["the line of a phrase after other comments", "src/a.ts", "// a\nf();\n// b\ng();\n// anew\n", ["5: anew"]],
    ["a phrase in the last comment", "src/a.ts", "f();\n// anew\n", ["2: anew"]],
    ["a phrase in a message", "src/a.ts", 'throw new Error("rejected: nobody knows why");\n', ["1: nobody"]],
    ["a phrase after a comment of another line", "src/a.ts", "// one\n\nf();\n// anew\n", ["4: anew"]],
    ["a phrase in a template", "src/a.ts", "f(`${a} is there, so it is ${b} of it`);\n", ["1: so it is"]],
    ["a phrase in a title", "test/a.test.ts", 'test("what is rejected", () => undefined);\n', ["1: what is"]],
    ["a phrase in a title of each", "test/a.test.ts", 'test.each([1])("what is rejected", f);\n', ["1: what is"]],
    ["a phrase in a scaffold", "templates/init/main.ts.hbs", "// {{kind}} that nobody reads\n", ["1: nobody"]],
    ["a phrase in a script", "scripts/up.sh", "# Starts anew.\n", ["1: anew"]],
  ])("%s", (_, file, text, expected) => {
    expect(lint(file, text)).toEqual(expected);
  });
});

describe("the prose linter ignores", () => {
  test.each([
    ["a question", "docs/faq.md", "## What is a reconciler?\n"],
    ["a part of a word", "docs/page.md", "It understands which beliefs are nobodyish.\n"],
    ["a code block", "docs/page.md", "```console\n$ echo nobody\n```\n"],
    ["a code block in a list", "docs/page.md", "- Run:\n  ```sh\n  whoever\n  ```\n"],
    ["inline code between two words", "docs/page.md", "a list of `nobody` which is `nobody`\n"],
    ["the target of a link", "docs/page.md", "See [the page](what-is-anew.md#so-it-is).\n"],
    ["code", "src/a.ts", "const nobody = anew;\n"],
    ["two neighbouring strings", "src/a.ts", 'f("a list of", "which is empty");\n'],
    ["a string without a space", "src/a.ts", 'f("system:nobody");\n'],
    ["kube-apiserver's words", "src/apiserver/a.ts", 'f("what is required");\n'],
    ["data of a test", "test/a.test.ts", 'f("what is required");\n'],
    ["a broken template", "src/a.ts", "f(`${"],
    ["an unclosed comment without prose", "src/a.ts", "/*"],
  ])("%s", (_, file, text) => {
    expect(lint(file, text)).toEqual([]);
  });

  test("files that a program generates, and files without prose", () => {
    const files = ["src/k8s/v1.ts", "test/golden/a.md", "data/a.md", "package-lock.json", "a.svg"];
    expect(files.filter(hasReaders)).toEqual([]);
    expect(["README.md", "src/index.ts", "templates/init/Dockerfile.hbs"].filter(hasReaders)).toHaveLength(3);
  });
});

test("the glossary lists each rejected phrase once, with a term", () => {
  const names = phrases.map(({ phrase }) => phrase);
  expect(names).toEqual(expect.arrayContaining(["nobody", "of which", "no … of it", "stands", "lies"]));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(phrases.filter(({ term }) => term === "")).toEqual([]);
});

test("a glossary without the table is an error", () => {
  expect(() => readPhrases("# Glossary\n\n| `nobody` | nobody |\n")).toThrow(/no table/);
});
