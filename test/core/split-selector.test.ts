import { expect, test } from "vitest";
import { splitSelector } from "../../src/core/split-selector.js";
import { expectLinear } from "../support/expect-linear.js";

test.each<[string, string[]]>([
  ["", [""]],
  ["a", ["a"]],
  ["a,b=c", ["a", "b=c"]],
  ["a in (b,c),d", ["a in (b,c)", "d"]],
  ["a in (b,c", ["a in (b", "c"]],
  ["a,b)", ["a,b)"]],
  [",", ["", ""]],
])("the selector %j is %j", (selector, parts) => {
  expect(splitSelector(selector)).toEqual(parts);
});

test.each([",", "a in (b,c),", "(", ")"])(
  "a selector of many %j is split in time that grows with its length",
  (part) => {
    expectLinear((size) => part.repeat(size), splitSelector);
  },
);
