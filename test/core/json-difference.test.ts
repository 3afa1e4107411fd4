import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonDifference } from "../../src/core/json-difference.js";
import type { Json } from "../../src/core/json.js";
import { applyJsonPatch } from "../../src/core/json-patch.js";
import { propertySeed } from "../support/property-seed.js";

/** Applies the patch like the API server does, which receives it serialized. */
function applied(before: Json, after: Json): Json {
  const patch = JSON.parse(JSON.stringify(jsonDifference(before, after))) as Json[];
  return applyJsonPatch(structuredClone(before), patch);
}

/** Prints the value so that a key `__proto__` and the order of a list are visible. */
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
      { seed: propertySeed, numRuns: 2_000 },
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
      { seed: propertySeed, numRuns: 2_000 },
    );
  });

  test("of a value and itself is nothing", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(jsonDifference(value, structuredClone(value))).toEqual([]);
      }),
      { seed: propertySeed },
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
