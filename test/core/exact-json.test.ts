import { expect, test } from "vitest";
import { isExactDouble, isInt64, printExactJson, readExactNumber } from "../../src/core/exact-json.js";
import type { ExactJsonValue } from "../../src/core/json.js";

test.each([
  ["1", 1],
  ["+5", 5],
  ["9007199254740991", 9007199254740991],
  ["9007199254740992", 9007199254740992n],
  ["+9007199254740993", 9007199254740993n],
  ["-9223372036854775808", -9223372036854775808n],
  ["9007199254740993.0", 9007199254740992],
  ["1e400", Infinity],
  ["9".repeat(100_000), Infinity],
])("the number %s keeps its digits", (text, value) => {
  expect(readExactNumber(text)).toBe(value);
});

test.each([undefined, 0, 2])("values print as JSON.stringify prints them with an indent of %s", (indent) => {
  const value = {
    a: [1, "<\n>", { b: null, c: [], d: {} }, true, -0, 1e21],
    "": "x",
    __proto__x: false,
    e: undefined,
  };
  expect(printExactJson(value, indent)).toBe(JSON.stringify(value, null, indent));
  expect(printExactJson({ ...value, big: 5n }, indent)).toBe(JSON.stringify({ ...value, big: 5 }, null, indent));
});

test("what JSON.stringify refuses for another reason stays refused", () => {
  const deep = Array.from({ length: 20_000 }).reduce<ExactJsonValue>((inner) => [inner], 1);
  expect(() => printExactJson(deep)).toThrow(RangeError);
});

test("a bigint prints as a number where a program has given bigints a toJSON", () => {
  const { prototype } = BigInt;
  Object.defineProperty(prototype, "toJSON", { configurable: true, value: String });
  try {
    expect(printExactJson({ a: 2n ** 60n, b: [1] })).toBe('{"a":1152921504606846976,"b":[1]}');
  } finally {
    Reflect.deleteProperty(prototype, "toJSON");
  }
});

test("a bigint prints as a number", () => {
  expect(printExactJson({ a: [9223372036854775807n] })).toBe('{"a":[9223372036854775807]}');
});

test.each([
  [2n ** 63n - 1n, true, false],
  [2n ** 63n, false, true],
  [-(2n ** 63n), true, true],
  [1.5, false, true],
  [2 ** 63, false, true],
])("%s: 64 bits %s, a double %s", (value, isWhole, isDouble) => {
  expect([isInt64(value), isExactDouble(value)]).toEqual([isWhole, isDouble]);
});
