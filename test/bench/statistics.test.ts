import { describe, expect, test } from "vitest";
import { percentile, spreadOf } from "../../bench/harness/statistics.js";

describe("a spread", () => {
  test.each([
    { figures: [3], spread: { min: 3, median: 3, max: 3 } },
    { figures: [10, 9, 100], spread: { min: 9, median: 10, max: 100 } },
    { figures: [4, 1, 3, 2], spread: { min: 1, median: 2.5, max: 4 } },
    { figures: [0, 0, 5, 5, 5], spread: { min: 0, median: 5, max: 5 } },
  ])("of $figures is the least, the one in the middle and the most", ({ figures, spread }) => {
    expect(spreadOf(figures)).toEqual(spread);
  });

  test("leaves the figures in their order", () => {
    const figures = [3, 1, 2];
    spreadOf(figures);
    expect(figures).toEqual([3, 1, 2]);
  });

  test.each([
    { figures: [], message: "there are no figures" },
    { figures: [1, NaN], message: "not all figures are numbers: 1, NaN" },
    { figures: [1, Infinity], message: "not all figures are numbers: 1, Infinity" },
  ])("is not made of $figures", ({ figures, message }) => {
    expect(() => spreadOf(figures)).toThrow(message);
  });
});

describe("a percentile", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  test.each([
    [50, 51],
    [99, 100],
    [100, 100],
    [0, 1],
  ])("%i of the numbers from 1 to 100 is %i", (percent, figure) => {
    expect(percentile(hundred, percent)).toBe(figure);
  });

  test("of nothing is no number", () => {
    expect(percentile([], 99)).toBeNaN();
  });
});
