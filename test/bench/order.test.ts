import { expect, test } from "vitest";
import { orderOf } from "../../bench/harness/order.js";

test("no side has no turn, and a single side has each turn", () => {
  expect(orderOf([], 3)).toEqual([]);
  expect([0, 1, 2].map((round) => orderOf(["a"], round))).toEqual([["a"], ["a"], ["a"]]);
});

test("two alternate", () => {
  const orders = [0, 1, 2, 3].map((round) => orderOf(["a", "b"], round).join(""));
  expect(orders).toEqual(["ab", "ba", "ba", "ab"]);
});

test.each([2, 3, 4])("each of %i sides has each position equally often, and a turn in each round", (count) => {
  const contestants = Array.from({ length: count }, (_, index) => index);
  const orders = Array.from({ length: 2 * count }, (_, round) => orderOf(contestants, round));
  for (const order of orders) expect(order.toSorted((a, b) => a - b)).toEqual(contestants);
  for (const place of contestants) {
    const there = orders.map((order) => order[place]);
    for (const each of contestants) expect(there.filter((found) => found === each)).toHaveLength(2);
  }
});

test("of three sides, none always follows the same side", () => {
  const orders = Array.from({ length: 6 }, (_, round) => orderOf(["a", "b", "c"], round).join(""));
  expect(orders.some((order) => order.includes("ab"))).toBe(true);
  expect(orders.some((order) => order.includes("ba"))).toBe(true);
});
