import { expect, test } from "vitest";
import { jsonText, recordText, restText, tag, printTag, insideOf, valueText } from "../../src/import/tag-text.js";

test.each([
  ["Always", "Always"],
  ["kubernetes.io/os", "kubernetes.io/os"],
  ["", '""'],
  ["true", '"true"'],
  ["1", '"1"'],
  ["two words", '"two words"'],
  ["a;b", '"a;b"'],
  ["line\nbreak", '"line\\nbreak"'],
  ["\u202e\u2028\u{e0001}", '"\\u202e\\u2028\\udb40\\udc01"'],
  [1, "1"],
  [null, "null"],
  [{ a: ["`"] }, '{"a": ["`"]}'],
])("the value %j is written %s", (value, expected) => {
  expect(valueText(value)).toBe(expected);
});

test.each([
  ["^[a-z]+$", "^[a-z]+$"],
  ["a b", "a b"],
  ["", '""'],
  [" a", '" a"'],
  ['"a"', '"\\"a\\""'],
  ["[a-z]", '"[a-z]"'],
  ["a{", '"a{"'],
  ["= a", '"= a"'],
  ["`a`", '"`a`"'],
  ["a\tb", '"a\\tb"'],
])("the pattern %j is written %s", (pattern, expected) => {
  expect(restText(pattern)).toBe(expected);
});

test("a record names its values, and leaves out those that are not there", () => {
  expect(recordText({ name: "A b", format: undefined, priority: 1 })).toBe('name="A b" priority=1');
});

test("a tag about values inside of items has the way to them before its name", () => {
  expect(printTag(insideOf("items", insideOf("values", tag("minimum", "1"))))).toBe("@items.values.minimum 1");
});

test("JSON that does not fit on a line takes several lines, as far as a reader follows", () => {
  const long = { rules: Array.from({ length: 3 }, (_, index) => ({ name: "n".repeat(40), index })), empty: [] };
  const name = "n".repeat(40);
  expect(jsonText(long).split("\n")).toEqual([
    "{",
    '  "rules": [',
    `    {"name": "${name}", "index": 0},`,
    `    {"name": "${name}", "index": 1},`,
    `    {"name": "${name}", "index": 2}`,
    "  ],",
    '  "empty": []',
    "}",
  ]);
  expect(jsonText(Array.from({ length: 300 }, () => name))).not.toContain("\n");
});

test("JSON that is written is read as it was", () => {
  const value = { "a\u0000b": ["\ud800", "\u2029", '"\\'] };
  expect(JSON.parse(jsonText(value))).toEqual(value);
});
