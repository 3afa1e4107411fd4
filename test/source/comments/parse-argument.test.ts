import { describe, expect, test } from "vitest";
import type { ArgumentGrammar } from "../../../src/model/tag-record.js";
import { ArgumentFault, parseLiteral, parseLiteralList } from "../../../src/source/comments/literal.js";
import { parseArgument } from "../../../src/source/comments/parse-argument.js";

function faultOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof ArgumentFault) return error.message;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("a value", () => {
  test.each([
    ["1", 1],
    ["-1.5", -1.5],
    ["true", true],
    ["null", null],
    ["text", "text"],
    ["5 0 * * *", "5 0 * * *"],
    ['"1"', "1"],
    ["'single'", "single"],
    ["`raw \\d`", "raw \\d"],
    ['"a\\"b"', 'a"b'],
    ['{"a": [1, {"b": null}]}', { a: [1, { b: null }] }],
    ["{a, b}", ["a", "b"]],
    ["{a: 1, b: {c: x}}", { a: 1, b: { c: "x" } }],
    ["{1, 2}", [1, 2]],
    ['{"x, y"; z}', ["x, y", "z"]],
    ["{}", {}],
    ["[a, b]", ["a", "b"]],
    ["{}x", undefined],
    ["100Mi", "100Mi"],
    ["", ""],
  ])("%s is read as %j", (text, value) => {
    if (value === undefined) expect(faultOf(() => parseLiteral(text))).toContain("after the value");
    else expect(parseLiteral(text)).toEqual(value);
  });

  test.each([
    ["{a", 'expected ";", found the end'],
    ["{a: 1", 'expected ";", found the end'],
    ['{"a', "a quoted text is not closed"],
    ["'a", "a quoted text is not closed"],
    ["{{a}: 1}", "the keys of a map are texts"],
    ["[1, 2", 'expected ";", found the end'],
  ])("%s is refused: %s", (text, message) => {
    expect(faultOf(() => parseLiteral(text))).toBe(message);
  });
});

test.each([
  ["a;b;c", ["a", "b", "c"]],
  ["1;2", [1, 2]],
  ['"a;b";c', ["a;b", "c"]],
  ["{a,b}", ["a", "b"]],
  ['["a", 1]', ["a", 1]],
  ['"";x', ["", "x"]],
])("the list %s is read as %j", (text, values) => {
  expect(parseLiteralList(text).value).toEqual(values);
});

describe("numbers", () => {
  test.each([
    ["9007199254740993", 9007199254740993n],
    ["-9007199254740993", -9007199254740993n],
    [
      '{"a": [9007199254740993, null, "9007199254740993", true]}',
      { a: [9007199254740993n, null, "9007199254740993", true] },
    ],
    ["{a: 9007199254740993, b: null}", { a: 9007199254740993n, b: "null" }],
    ["9007199254740991", 9007199254740991],
    ["1e3", 1000],
    ['{"1e3": 1e3}', { "1e3": 1000 }],
    ["1e-400", 0],
    ["12345678901234567890abc", "12345678901234567890abc"],
    ["1e400x", "1e400x"],
  ])("%s keeps its digits", (text, value) => {
    expect(parseLiteral(text)).toEqual(value);
  });

  test.each(["1e400", "-1e400", '{"a": [1e400]}', "{a: 1e400}", "9".repeat(400)])("%s is too large", (text) => {
    expect(faultOf(() => parseLiteral(text))).toContain("too large for a number");
  });

  test("of a list are known as they are written, too", () => {
    expect(parseLiteralList("1.10;2").written).toEqual(["1.10", "2"]);
    expect(parseLiteralList('{1.10,"a,b"}').written).toEqual(["1.10", '"a,b"']);
    expect(parseLiteralList("[[1,2],3]").written).toEqual(["[1,2]", "3"]);
  });
});

describe("an argument", () => {
  const record: ArgumentGrammar = {
    kind: "record",
    fields: {
      name: { type: "text", required: true },
      verbs: { type: "words" },
      path: { type: "text", aliases: ["JSONPath"] },
      priority: { type: "integer" },
      strict: { type: "flag" },
    },
    positional: "name",
  };

  test.each([
    ["name=Ready priority=1", false, { name: "Ready", priority: 1 }],
    ["Ready priority=1", false, { name: "Ready", priority: 1 }],
    ["Last seen", false, { name: "Last seen" }],
    ['"Last seen" priority=1', false, { name: "Last seen", priority: 1 }],
    ["name=Last seen,priority=1", true, { name: "Last seen", priority: 1 }],
    ["name=a,verbs=get;list", true, { name: "a", verbs: ["get", "list"] }],
    ["name=a verbs={get,list}", false, { name: "a", verbs: ["get", "list"] }],
    [
      'name=a path=.status.conditions[?(@.type=="Ready")].status',
      false,
      { name: "a", path: '.status.conditions[?(@.type=="Ready")].status' },
    ],
    ["name=a,JSONPath=`.a,b`", true, { name: "a", path: ".a,b" }],
    ["name=a strict=true", false, { name: "a", strict: true }],
    ["name:=a", true, { name: "a" }],
    ['name=a,verbs=""', true, { name: "a", verbs: [""] }],
  ])("%s is read by name", (text, isMarker, value) => {
    expect(parseArgument(text, record, isMarker)).toEqual({ kind: "record", value });
  });

  test.each([
    ["nam=a", "unknown argument nam"],
    ["priority=1", "argument name is missing"],
    ["name=a name=b", "argument name is given twice"],
    ["name=a priority=x", 'argument priority: expected a whole number, found "x"'],
    ["name=a strict=maybe", 'argument strict: expected true or false, found "maybe"'],
    ["name=a, list", 'expected name=value, found "list"'],
    ['name="a', "the quoted text is not closed"],
  ])("%s is refused: %s", (text, message) => {
    expect(faultOf(() => parseArgument(text, record, false))).toBe(message);
  });

  test.each([
    ["self.a <= self.b", { rule: "self.a <= self.b" }],
    ['self.a <= self.b "a must not exceed b"', { rule: "self.a <= self.b", message: "a must not exceed b" }],
    ['self.a == "x"', { rule: 'self.a == "x"' }],
    ['self.a in "x"', { rule: 'self.a in "x"' }],
    ['self.a == "x" "the message"', { rule: 'self.a == "x"', message: "the message" }],
    ['self.matches("a b")', { rule: 'self.matches("a b")' }],
    ['rule="self > 1" reason=FieldValueInvalid', { rule: "self > 1", reason: "FieldValueInvalid" }],
    ['{rule: "self > 1", message: "no, \'x\'"}', { rule: "self > 1", message: "no, 'x'" }],
    ["rule == 1", { rule: "rule == 1" }],
  ])("the rule %s is told from its message", (text, value) => {
    expect(parseArgument(text, { kind: "cel" }, false)).toEqual({ kind: "record", value });
  });

  test("in kubebuilder's spelling, a flag may be given as true", () => {
    expect(parseArgument("true", { kind: "none" }, true)).toEqual({ kind: "none" });
    expect(faultOf(() => parseArgument("true", { kind: "none" }, false))).toContain("takes no argument");
  });

  test.each(["0x10", "1e999", "", "1 2", "Infinity"])("%j is no number", (text) => {
    expect(() => parseArgument(text, { kind: "number" }, false)).toThrow(ArgumentFault);
  });
});
