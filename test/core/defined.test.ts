import { expect, expectTypeOf, test } from "vitest";
import { defined } from "../../src/core/defined.js";

test("members that are undefined are absent, all others stay in their order", () => {
  const found = defined({ b: undefined, a: 0, c: null, d: false, e: "", f: [undefined] });
  expect(Object.entries(found)).toEqual([
    ["a", 0],
    ["c", null],
    ["d", false],
    ["e", ""],
    ["f", [undefined]],
  ]);
  expect(Object.keys(defined({}))).toEqual([]);
});

test("what may be undefined becomes optional, and nothing else", () => {
  const maybe = (): string | undefined => undefined;
  const found = defined({ here: 1, perhaps: maybe() });
  expectTypeOf(found.here).toEqualTypeOf<1>();
  expectTypeOf(found).toExtend<{ readonly here: number; readonly perhaps?: string }>();
  // @ts-expect-error -- it may be absent
  expectTypeOf(found).toExtend<{ readonly perhaps: string }>();
  expect("perhaps" in found).toBe(false);
});
