import { describe, expect, test } from "vitest";
import { jsonDifference } from "../../src/core/json-difference.js";
import type { Json } from "../../src/core/json.js";
import { expectLinear } from "../support/expect-linear.js";

describe("a difference", () => {
  const items = (count: number, fields: object = {}): Json[] =>
    Array.from({ length: count }, (_, index) => ({ name: `n${index}`, ...fields }));
  const wide = (count: number, prefix: string): Json =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, index]));
  const numbers = (count: number, first: number): Json => Array.from({ length: count }, (_, index) => first + index);
  const deep = (depth: number, leaf: Json): Json => {
    let value = leaf;
    for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
    return value;
  };

  test.each<[string, (count: number) => [Json, Json]]>([
    ["each item gets a field", (n) => [items(n), items(n, { size: 1 })]],
    ["each item differs", (n) => [items(n, { a: 1 }), items(n, { a: 2 })]],
    ["the list is turned around", (n) => [items(n), items(n).reverse()]],
    ["one named item is put in front", (n) => [items(n), [{ name: "x" }, ...items(n)]]],
    ["half of the items go", (n) => [items(n), items(n / 2)]],
    ["all items go", (n) => [items(n), []]],
    [
      "each other item is of another name",
      (n) => [items(n), items(n + 1).map((item, i) => (i % 2 ? item : { name: i }))],
    ],
    ["nameless items move", (n) => [numbers(n, 0), numbers(n + 1, -1)]],
    [
      "a nameless item appears in the middle",
      (n) => [
        [numbers(n, 0), 1, numbers(n, 0)],
        [numbers(n, 0), numbers(n, 0)],
      ],
    ],
    ["an object gets other keys", (n) => [wide(n, "a"), wide(n, "b")]],
    ["lists stand within lists", (n) => [Array(n).fill([[1, 2], [3]]), Array(n).fill([[1], [3, 4]])]],
  ])("takes time in proportion where %s", (_, make) => {
    expectLinear(make, ([before, after]) => jsonDifference(before, after));
  });

  test("of fifty thousand items that each get a field is an operation for each", () => {
    const difference = jsonDifference({ list: items(50_000) }, { list: items(50_000, { size: 1 }) });
    expect(difference).toHaveLength(50_000);
    expect(difference.at(-1)).toEqual({ op: "add", path: "/list/49999/size", value: 1 });
  });

  test("is as deep as an API server's objects", () => {
    expect(jsonDifference(deep(1_000, 1), deep(1_000, 2))).toHaveLength(1);
  });
});
