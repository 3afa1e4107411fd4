import { expect, test } from "vitest";
import { showDuration } from "../../../src/apiserver/tables/human-duration.js";

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];

test.each([
  [-5 * second, "<invalid>"],
  [-0.5 * second, "0s"],
  [119 * second, "119s"],
  [2 * minute, "2m"],
  [9 * minute + 5 * second, "9m5s"],
  [179 * minute, "179m"],
  [3 * hour, "3h"],
  [7 * hour + 30 * minute, "7h30m"],
  [47 * hour, "47h"],
  [2 * day, "2d"],
  [7 * day + 3 * hour, "7d3h"],
  [729 * day, "729d"],
  [800 * day, "2y70d"],
  [9 * 365 * day, "9y"],
])("%d ms are shown as %j", (ms, text) => {
  expect(showDuration(ms)).toBe(text);
});
