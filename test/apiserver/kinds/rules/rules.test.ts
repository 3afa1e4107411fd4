import { describe, expect, test } from "vitest";
import { invalid } from "../../../../src/core/field-error.js";
import { must, rule } from "../../../../src/apiserver/kinds/rules/index.js";
import type { Json, JsonObject } from "../../../../src/core/json.js";

function faultsOf<Context>(rules: rule.Table<JsonObject, Context>, object: JsonObject, context: Context): string[] {
  return rule.judge(rules, object, "", context).map(({ field, message }) => `${field}: ${message}`);
}

function plainFaultsOf(rules: rule.Table, object: JsonObject): string[] {
  return faultsOf(rules, object, undefined);
}

const long = (size: number): rule.Table => [
  rule.each("items", [rule.text("name", must.beSet(), must.beUnique()), rule.number("port", must.bePortNumber)]),
  rule.eachText("names", must.beLabel),
  (place) => Array.from({ length: size > 0 ? 1 : 0 }, () => invalid(place.path, null, "")),
];

describe("a table of rules", () => {
  test("finds faults in its order, whatever the order of the fields", () => {
    const rules: rule.Table = [rule.required("b"), rule.required("a")];
    expect(plainFaultsOf(rules, { a: "", b: "" })).toEqual(["b: Required value", "a: Required value"]);
  });

  test("ends a rule with the first check that finds something, and goes on with the next rule", () => {
    const rules: rule.Table = [
      rule.text("name", must.beSet(), must.beOneOf("x"), [() => false, "never reached"]),
      rule.text("name", [(name) => name === "x", (name) => `is ${name}`]),
    ];
    expect(plainFaultsOf(rules, { name: "y" })).toEqual([
      'name: Unsupported value: "y": supported values: "x"',
      'name: Invalid value: "y": is y',
    ]);
    expect(plainFaultsOf(rules, {})).toEqual(["name: Required value", 'name: Invalid value: "": is ']);
  });

  test("names fields by their paths, through objects, lists and maps", () => {
    const rules: rule.Table = [
      rule.optional("spec", [
        rule.each("items", [rule.optional("at", [rule.required("name")]), rule.number(["n", "N"], must.bePositive)]),
        rule.each("items", [rule.atList(rule.required("id"))]),
        rule.eachEntry("limits", (key, value, path) => [invalid(path, value, key)]),
        rule.eachNumber("numbers", must.notBeNegative),
        rule.text(["whole", ""], must.beSet()),
      ]),
    ];
    const spec = { items: [{ id: "a", n: 1 }, { at: {} }], limits: { cpu: "1" }, numbers: [0, -1], whole: "" };
    expect(plainFaultsOf(rules, { spec })).toEqual([
      "spec.items[1].at.name: Required value",
      "spec.items[1].N: Invalid value: 0: must be greater than zero",
      "spec.items.id: Required value",
      'spec.limits[cpu]: Invalid value: "1": cpu',
      "spec.numbers[1]: Invalid value: -1: must be greater than or equal to 0",
      "spec: Required value",
    ]);
  });

  test("checks an absent field as the zero value of its Go type", () => {
    const no: rule.Demand<Json> = [() => false, "no"];
    const rules: rule.Table = [
      rule.text("a", [() => false, "no"]),
      rule.optionalText("a", [() => false, "no"]),
      rule.textPointer("a", [() => false, "no"]),
      rule.number("a", [() => false, "no"]),
      rule.optionalNumber("a", [() => false, "no"]),
      rule.numberPointer("a", [() => false, "no"]),
      rule.object("a", [rule.required("x")]),
      rule.optional("a", [rule.required("x")]),
      rule.value("a", no),
    ];
    const absent = ['a: Invalid value: "": no', "a: Invalid value: 0: no", "a.x: Required value"];
    expect(plainFaultsOf(rules, {})).toEqual([...absent, "a: Invalid value: null: no"]);
    // A value of another type counts as absent.
    expect(plainFaultsOf(rules, { a: true })).toEqual([...absent, "a: Invalid value: true: no"]);
    expect(plainFaultsOf(rules.slice(1, 3), { a: "" })).toEqual(['a: Invalid value: "": no']);
  });

  test("has rules for when fields do not go together", () => {
    const rules: rule.Table = [
      rule.when(
        ({ kind }) => kind === "A",
        rule.requiredIf("a", "of A", ({ a }) => a === undefined),
        rule.forbiddenIf("b", "not of A", ({ b }) => b !== undefined),
        rule.invalidIf(
          "b",
          ({ b }) => `is ${JSON.stringify(b)}`,
          ({ b }) => b === 1,
        ),
      ),
      rule.first(rule.required("x"), rule.required("y")),
      rule.all(rule.required("x"), rule.required("y")),
    ];
    expect(plainFaultsOf(rules, { kind: "B", x: "x", y: "y" })).toEqual([]);
    expect(plainFaultsOf(rules, { kind: "A", b: 1 })).toEqual([
      "a: Required value: of A",
      "b: Forbidden: not of A",
      "b: Invalid value: 1: is 1",
      ...["x: Required value", "x: Required value", "y: Required value"],
    ]);
  });

  test("finds duplicates within each list separately", () => {
    const rules: rule.Table = [
      rule.each("lists", [
        rule.each("items", [
          rule.text("name", must.beUnique()),
          rule.text("name", must.beUnique("must be unique")),
          rule.distinct(
            ({ name }) => JSON.stringify(name),
            (path) => invalid(path, null, "again"),
          ),
        ]),
      ]),
    ];
    const lists = [{ items: [{ name: "a" }, { name: "a" }] }, { items: [{ name: "a" }] }];
    expect(plainFaultsOf(rules, { lists })).toEqual([
      'lists[0].items[1].name: Duplicate value: "a"',
      'lists[0].items[1].name: Invalid value: "a": must be unique',
      "lists[0].items[1]: Invalid value: null: again",
    ]);
  });

  test("compares with what the object was, in objects but not in lists", () => {
    const rules: rule.Table = [rule.optional("spec", [rule.unchanged("a", ["b", "B"])]), rule.unchanged("items")];
    const old = { spec: { a: 1, b: 2 }, items: [1] };
    const found = rule.validator(rules)({ spec: { a: 1, b: 3 }, items: [2] }, old);
    expect(found.map(({ field }) => field)).toEqual(["spec.B", "items"]);
    expect(rule.validator(rules)(old, old)).toEqual([]);
  });

  test("gives its rules the context, and the object around theirs", () => {
    const rules: rule.Table<JsonObject, { readonly limit: number }> = [
      rule.each("items", [rule.number("n", [(n, { context }) => n < context.limit, "too much"])]),
      rule.each("items", [rule.requiredIf("x", "", (_item, { parent, index }) => parent?.object["at"] === index)]),
    ];
    const object = { at: 1, items: [{ n: 1 }, { n: 3 }] };
    expect(faultsOf(rules, object, { limit: 2 })).toEqual([
      "items[1].n: Invalid value: 3: too much",
      "items[1].x: Required value",
    ]);
  });

  test("takes keys such as __proto__ for what they are", () => {
    const hostile = JSON.parse('{"__proto__":{"name":"x"},"map":{"__proto__":"a","constructor":"b"}}') as JsonObject;
    const rules: rule.Table = [
      rule.required("name", "constructor", "toString"),
      rule.each("hasOwnProperty", [rule.required("x")]),
      rule.value("valueOf", must.notBeSet("is not there")),
      rule.eachEntry("map", (key, value, path) => [invalid(path, value, key)]),
    ];
    expect(plainFaultsOf(rules, hostile)).toEqual([
      ...["name", "constructor", "toString"].map((name) => `${name}: Required value`),
      'map[__proto__]: Invalid value: "a": __proto__',
      'map[constructor]: Invalid value: "b": constructor',
    ]);
  });

  test("reads each item of a long list once", () => {
    const readsOf = (size: number): number => {
      let reads = 0;
      const item = (index: number): JsonObject => ({
        get name() {
          reads += 1;
          return `n${index % 7}`;
        },
        port: index,
      });
      const items = Array.from({ length: size }, (_, index) => item(index));
      rule.judge(long(size), { items, names: items.map(() => "-") }, "", undefined);
      return reads;
    };
    expect(readsOf(10_000)).toBe(10 * readsOf(1000));
  });

  test("goes as deep as it is written, not as deep as the object", () => {
    let deep: Json = { name: "" };
    for (let level = 0; level < 50_000; level += 1) deep = { inner: deep };
    const rules: rule.Table = [rule.optional("inner", [rule.optional("inner", [rule.required("name")])])];
    expect(plainFaultsOf(rules, deep)).toEqual(["inner.inner.name: Required value"]);
  });
});
