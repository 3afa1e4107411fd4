import { expect, test } from "vitest";
import { compareText } from "../../src/core/compare-text.js";
import { goJson } from "../../src/core/go-json.js";
import { printDouble, printSingle } from "../../src/core/go-number.js";

test("texts are ordered by their bytes", () => {
  const texts = [
    "",
    "a",
    "A",
    "ab",
    "é",
    "\ud7ff",
    "\ue000",
    "\uffff",
    "\u{10000}",
    "\u{10ffff}",
    "a\u{10000}",
    "a\uffff",
  ];
  const byBytes = texts.toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
  expect(texts.toReversed().sort(compareText)).toEqual(byBytes);
});

test.each([
  [0, "0", "0"],
  [-0, "-0", "-0"],
  [0.1, "0.1", "0.1"],
  [-0.0001, "-0.0001", "-0.0001"],
  [0.00001, "1e-05", "1e-05"],
  [123456.7, "123456.7", "123456.7"],
  [1234567.5, "1.2345675e+06", "1.2345675e+06"],
  [0.1234567891, "0.1234567891", "0.12345679"],
  [16777217, "1.6777217e+07", "1.6777216e+07"],
  [1e300, "1e+300", "+Inf"],
  [-Infinity, "-Inf", "-Inf"],
  [NaN, "NaN", "NaN"],
])("%d as a float64 and as a float32", (value, double, single) => {
  expect([printDouble(value), printSingle(value)]).toEqual([double, single]);
});

test("JSON has Go's order of keys and its escapes", () => {
  const value = { b: [], a: { "\uffff": 1, "\u{10000}": "<&>" }, c: undefined, d: [2n ** 63n, -0, null] };
  expect(goJson(value)).toBe(
    '{"a":{"\uffff":1,"\u{10000}":"\\u003c\\u0026\\u003e"},"b":[],"d":[9223372036854775808,-0,null]}',
  );
});

test("JSON can be indented", () => {
  expect(goJson({ b: {}, a: [1, { c: true }] }, { indent: 2 })).toBe(
    '{\n  "a": [\n    1,\n    {\n      "c": true\n    }\n  ],\n  "b": {}\n}',
  );
});
