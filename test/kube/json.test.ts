import { describe, expect, test } from "vitest";
import { copyJson, isSameJson } from "../../src/core/json.js";
import { findInexactNumber, freezeObject, isInexact } from "../../src/kube/json.js";

const hostile = JSON.parse(
  '{"__proto__":{"a":1},"constructor":{"b":2},"toString":"x","list":[{"__proto__":3},null,true]}',
) as object;

describe("copyJson", () => {
  // F38
  test("copies every value of JSON, also under names that objects inherit", () => {
    const copy = copyJson(hostile);
    expect(JSON.stringify(copy)).toBe(JSON.stringify(hostile));
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)["a"]).toBeUndefined();
  });

  test("shares nothing with the original, and is not frozen", () => {
    const original = freezeObject({ spec: { list: [{ a: 1 }] } });
    const copy = copyJson(original);
    copy.spec.list[0]!.a = 2;
    copy.spec.list.push({ a: 3 });
    expect(original).toEqual({ spec: { list: [{ a: 1 }] } });
  });
});

describe("freezeObject", () => {
  test("freezes at every depth and returns the object itself", () => {
    const object = { a: { b: [{ c: 1 }] } };
    expect(freezeObject(object)).toBe(object);
    expect(() => (object.a.b[0]!.c = 2)).toThrow(TypeError);
    expect(() => object.a.b.push({ c: 3 })).toThrow(TypeError);
  });
});

describe("isSameJson", () => {
  test.each<[string, unknown, unknown, boolean]>([
    ["objects whose keys are in another order", { a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 }, true],
    ["an absent and an undefined field", { a: 1 }, { a: 1, b: undefined }, true],
    ["an undefined and an absent field", { a: 1, b: undefined }, { a: 1 }, true],
    ["another value", { a: 1 }, { a: 2 }, false],
    ["one field more", { a: 1 }, { a: 1, b: null }, false],
    ["lists in another order", [1, 2], [2, 1], false],
    ["a longer list", [1], [1, 2], false],
    ["a list and an object", [], {}, false],
    ["an empty list and an object with a length", [], { length: 0 }, false],
    ["null and an object", null, {}, false],
    ["a number and its text", 1, "1", false],
    ["hostile names", hostile, copyJson(hostile), true],
    ["a field that the other inherits", { toString: undefined, a: {} }, { a: {} }, true],
    ["an own field against an inherited one", { constructor: Object }, {}, false],
    ["different __proto__ fields", JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":2}'), false],
  ])("of %s", (_, a, b, expected) => {
    expect(isSameJson(a, b)).toBe(expected);
    expect(isSameJson(b, a)).toBe(expected);
  });
});

// F39
describe("a number that JavaScript cannot hold", () => {
  test.each([
    ['{"spec":{"serial":9007199254740993}}', "spec.serial"],
    ['{"spec":{"serial":-9007199254740993}}', "spec.serial"],
    ['{"spec":{"list":[1,{"id":1234567890123456789}]}}', "spec.list[1].id"],
    ["[[18446744073709551615]]", "[0][0]"],
    ['{"spec":{"serial":9007199254740991}}', undefined],
    ['{"spec":{"ratio":1234567890123456.5,"large":1e300,"text":"9007199254740993"}}', undefined],
    ["{}", undefined],
  ])("is found in %s at %s, also in a copy", (text, place) => {
    const value: unknown = JSON.parse(text);
    expect(findInexactNumber(value)).toBe(place);
    expect(findInexactNumber(structuredClone(copyJson(value)))).toBe(place);
    expect(isInexact(value)).toBe(place !== undefined);
  });
});
