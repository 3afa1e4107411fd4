import { RE2JS } from "re2js";
import { expect, test } from "vitest";
import { editorPattern } from "../../../src/generate/editor-schema/editor-pattern.js";

test.each([
  ["^[a-z]+$", "^[a-z]+$"],
  ["^a.b$", "^a[^\\n]b$"],
  ["\\Aa\\z", "^a$"],
  ["(?:a|b)c", "(?:a|b)c"],
  ["(?P<name>x)+", "(?:x)+"],
  ["[[:alpha:]_]{2,3}", "[A-Za-z_]{2,3}"],
  ["\\pL", "\\p{L}"],
  ["\\p{Greek}", "\\p{Script=Greek}"],
  ["a\\/b", "a/b"],
  ["\\s", "[\\t\\n\\f\\r ]"],
])("%s becomes %s", (pattern, said) => {
  expect(editorPattern(pattern)).toBe(said);
});

test.each(["^[[:^alpha:]]*$", "(?i)abc", "a(?s:.)b"])("%s cannot be said, and is left to the API server", (pattern) => {
  expect(editorPattern(pattern)).toBeUndefined();
});

const texts = [
  "",
  "a",
  "ab",
  "abc",
  "A",
  "aa",
  "a.b",
  "a-b",
  "1",
  "12",
  "-1",
  "a\nb",
  " ",
  "\t",
  "é",
  "λ",
  "x_y",
  "[",
  "\\",
];

test.each([
  "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$",
  "a|b",
  "^(a|b)?c*$",
  "^[^a]$",
  "^\\d+$",
  "\\w",
  "\\W",
  "^\\S+$",
  ".",
  "^.$",
  "b",
  "^[[:punct:]]$",
  "\\bb",
  "^[\\w.-]+$",
  "^\\x61$",
  "^[\\x61-\\x63]{1,2}$",
  "\\p{L}{2}",
  "^\\Q[\\E$",
  "^a{2}$",
  "a{1,}?",
])("%s means the same in both", (pattern) => {
  const regex = new RegExp(editorPattern(pattern)!, "u");
  const re2 = RE2JS.compile(pattern);
  expect(texts.filter((text) => regex.test(text))).toEqual(texts.filter((text) => re2.matcher(text).find()));
});
