import { expect, test } from "vitest";
import { readHelmIgnore } from "../../../src/helm/package/helm-ignore.js";

test.each<[string, string, boolean]>([
  ["*.tgz", "old/demo.tgz", true],
  ["*.tgz", "demo.tgz.txt", false],
  ["/README.md", "README.md", true],
  ["/README.md", "docs/README.md", false],
  ["docs/*.md", "docs/a.md", true],
  ["docs/*.md", "docs/b/a.md", false],
  ["a?c", "abc", true],
  ["a?c", "a/c", false],
  ["[a-c].txt", "b.txt", true],
  ["[^a-c].txt", "b.txt", false],
  ["[]].txt", "].txt", false],
  [String.raw`[\]].txt`, "].txt", true],
  [String.raw`\*.txt`, "*.txt", true],
  [String.raw`\*.txt`, "a.txt", false],
  ["ü?.txt", "üé.txt", true],
  ["# *.md", "a.md", false],
  ["(a|b)+", "aab", false],
  ["", "templates/.hidden", true],
  ["!*.yaml", "a.txt", true],
  ["!*.yaml", "a.yaml", false],
])("the rule %s for %s", (rule, path, expected) => {
  expect(readHelmIgnore(`${rule}\n`, ".helmignore").isIgnored(path, false)).toBe(expected);
});

test("a rule that ends with a slash is for folders", () => {
  const { isIgnored } = readHelmIgnore(".git/\n", ".helmignore");
  expect([isIgnored("a/.git", true), isIgnored(".git", false)]).toEqual([true, false]);
});

test.each(["a/**", "[a", "[b-a]", "[-a]", "[]", "a\\"])("the pattern %s is a diagnostic with its line", (rule) => {
  expect(readHelmIgnore(`*.md\n${rule}\n`, ".helmignore").problems).toMatchObject([
    { code: "helm/invalid-chart", at: { file: ".helmignore", line: 2 } },
  ]);
});
