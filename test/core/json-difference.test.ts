import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonDifference } from "../../src/core/json-difference.js";
import type { Json } from "../../src/core/json.js";
import { applyJsonPatch } from "../../src/core/json-patch.js";
import { expectLinear } from "../support/expect-linear.js";

/** As the API server does it: the patch goes over the wire. */
function applied(before: Json, after: Json): Json {
  const patch = JSON.parse(JSON.stringify(jsonDifference(before, after))) as Json[];
  return applyJsonPatch(structuredClone(before), patch);
}

/** As it prints, which tells a key `__proto__` and the order of a list. */
function printed(value: Json): string {
  const sorted = (each: Json | undefined): unknown => {
    if (Array.isArray(each)) return each.map(sorted);
    if (typeof each !== "object" || each === null) return each;
    return {
      "": Object.entries(each)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, item]) => [key, sorted(item)]),
    };
  };
  return JSON.stringify(sorted(value));
}

const keys = fc.oneof(
  fc.constantFrom(
    "a",
    "b",
    "name",
    "type",
    "a/b",
    "~",
    "~1",
    "~0",
    "/",
    "",
    "-",
    "0",
    "__proto__",
    "constructor",
    "toString",
  ),
  fc.string({ maxLength: 3 }),
);
const scalars = fc.oneof(fc.constantFrom(null, true, 0, 1, "x", ""), fc.integer(), fc.string({ maxLength: 3 }));
const { json } = fc.letrec<{ json: Json; object: Json; list: Json; keyed: Json }>((tie) => ({
  json: fc.oneof({ maxDepth: 4 }, scalars, tie("object"), tie("list"), tie("keyed")),
  object: fc
    .array(fc.tuple(keys, tie("json")), { maxLength: 4 })
    .map(
      (entries) =>
        JSON.parse(
          `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(",")}}`,
        ) as Json,
    ),
  list: fc.array(tie("json"), { maxLength: 5 }),
  keyed: fc
    .uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c", "d", "e", "f"), tie("json")), { selector: ([name]) => name })
    .map((items) => items.map(([name, value]) => ({ name, value }))),
}));

describe("the difference of two values", () => {
  test("makes one of the other", () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        expect(printed(applied(before, after))).toBe(printed(after));
      }),
      { numRuns: 2_000 },
    );
  });

  test("of two lists of named items makes one of the other", () => {
    const items = fc
      .uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"), scalars), {
        selector: ([name]) => name,
      })
      .map((pairs) => pairs.map(([name, value]) => ({ name, value })));
    fc.assert(
      fc.property(items, items, (before, after) => {
        expect(applied({ items: before }, { items: after })).toEqual({ items: after });
      }),
      { numRuns: 2_000 },
    );
  });

  test("of a value and itself is nothing", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(jsonDifference(value, structuredClone(value))).toEqual([]);
      }),
    );
  });

  test.each<[string, Json, Json, object[]]>([
    ["a field that appears", {}, { a: null }, [{ op: "add", path: "/a", value: null }]],
    ["a field that goes", { a: null }, {}, [{ op: "remove", path: "/a" }]],
    ["keys with slashes and tildes", { "a/b~c": 1 }, { "a/b~c": 2 }, [{ op: "replace", path: "/a~1b~0c", value: 2 }]],
    ["another type", { a: [] }, { a: {} }, [{ op: "replace", path: "/a", value: {} }]],
    ["a whole document", [], {}, [{ op: "replace", path: "", value: {} }]],
    [
      "items in place",
      [1, { a: 1 }],
      [2, { a: 2 }],
      [
        { op: "replace", path: "/0", value: 2 },
        { op: "replace", path: "/1/a", value: 2 },
      ],
    ],
    ["an item at the end", ["a"], ["a", "b"], [{ op: "add", path: "/1", value: "b" }]],
    ["an item in the middle", ["a", "b", "c"], ["a", "c"], [{ op: "remove", path: "/1" }]],
    [
      "a container that is injected before one that is filled in",
      { containers: [{ name: "a" }, { name: "b" }] },
      { containers: [{ name: "x" }, { name: "a", image: "i" }, { name: "b" }] },
      [
        { op: "add", path: "/containers/0", value: { name: "x" } },
        { op: "add", path: "/containers/1/image", value: "i" },
      ],
    ],
    [
      "named items in another order",
      [{ name: "a" }, { name: "b" }, { name: "c" }],
      [{ name: "b" }, { name: "a" }],
      [{ op: "replace", path: "", value: [{ name: "b" }, { name: "a" }] }],
    ],
    [
      "undefined, which is absent",
      { a: undefined, b: 1 },
      { b: undefined, c: undefined },
      [{ op: "remove", path: "/b" }],
    ],
  ])("tells %s", (_, before, after, expected) => {
    const difference = jsonDifference(before, after);
    expect(difference).toHaveLength(expected.length);
    expect(difference).toEqual(expect.arrayContaining(expected));
  });

  test("does not touch prototypes", () => {
    const evil = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}') as Json;
    expect(printed(applied({}, evil))).toBe(printed(evil));
    expect(printed(applied(evil, {}))).toBe(printed({}));
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});

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
