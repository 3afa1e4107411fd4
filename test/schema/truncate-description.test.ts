import { expect, test } from "vitest";
import { truncateDescription } from "../../src/schema/truncate-description.js";

test.each([
  ["First. Second.", 100, "First. Second."],
  ["First. Second.", 14, "First. Second."],
  ["First. Second.", 13, "First."],
  ["First. Second.", 5, "First..."],
  ["one two three", 8, "one two..."],
  ["one two three", 7, "one..."],
  ["one  two", 5, "one ..."],
  ["Really? Yes", 9, "Really?"],
  [". Starts with a stop", 8, "...."],
  ["line\nnext", 6, "line..."],
  ["終わり。次", 13, "終わり。"],
  ["終わり", 4, "終..."],
  ["anything", 0, ""],
])("%j in %d bytes is %j", (text, bytes, expected) => {
  expect(truncateDescription(text, bytes)).toBe(expected);
});
