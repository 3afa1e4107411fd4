import { expect, test } from "vitest";
import { freeIndexes, parseIndexes, showIndexes } from "../../../src/apiserver/controllers/job/indexes.js";

test.each([
  ["", []],
  ["3", [3]],
  ["1,3-5", [1, 3, 4, 5]],
  ["0,1", [0, 1]],
  // Beyond the completions, and unreadable.
  ["8-4000000000", [8, 9]],
  ["x,2,-1,5-", [2]],
])("%j are the indexes %j", (text, indexes) => {
  expect([...parseIndexes(text, 10)]).toEqual(indexes);
});

test.each([
  [[], ""],
  [[4], "4"],
  [[5, 3, 4, 1], "1,3-5"],
  [[0, 1, 7], "0,1,7"],
])("the indexes %j are shown as %j", (indexes, text) => {
  expect(showIndexes(new Set(indexes))).toBe(text);
});

test("the first indexes that are not taken come next", () => {
  expect(freeIndexes(3, 6, new Set([0, 2]))).toEqual([1, 3, 4]);
  expect(freeIndexes(3, 3, new Set([0, 2]))).toEqual([1]);
});
