import { expect, test } from "vitest";
import { splitSelector } from "../../src/core/split-selector.js";

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
