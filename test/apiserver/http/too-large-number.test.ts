import { expect, test } from "vitest";
import { findTooLargeNumber } from "../../../src/apiserver/types/too-large-number.js";

test.each([
  ['{"a":1e400}', "1e400"],
  ["[-1.5E+999, 1]", "-1.5E+999"],
  [`[1, ${"9".repeat(310)}]`, "9".repeat(310)],
])("a number that no double holds: %s", (text, found) => {
  expect(findTooLargeNumber(text)).toBe(found);
});

test.each(['{"1e400":"1e400"}', '["\\"1e400"]', "[1e308, 1e-400, 0e999]", "", `["${"9".repeat(400)}"]`])(
  "numbers that doubles hold, and texts: %s",
  (text) => {
    expect(findTooLargeNumber(text)).toBeUndefined();
  },
);
