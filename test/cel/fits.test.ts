/** Each suggestion in a hint about costs is sufficient. */
import { expect, test } from "vitest";
import { checkRules } from "../../src/cel/check-rules.js";
import type { RuleFinding } from "../../src/cel/rule-finding.js";
import type { Schema } from "../../src/schema/schema.js";
import { schemaCases } from "./schema-cases.js";

const costly = schemaCases.filter(({ schema }) => checkRules(schema).some(({ fits }) => (fits?.length ?? 0) > 0));

test("there are cases", () => {
  expect(costly.length).toBeGreaterThan(10);
});

test.each(costly)("$name", ({ schema }) => {
  for (const [index, { path, key, kind }] of checkRules(schema).entries()) {
    const ways = checkRules(schema)[index]?.fits ?? [];
    for (let way = 0; way < ways.length; way += 1) {
      const copy: Schema = structuredClone(schema);
      const finding: RuleFinding | undefined = checkRules(copy)[index];
      for (const { node, keyword, value } of finding?.fits?.[way] ?? []) node[keyword] = value;
      const left = checkRules(copy).filter(
        (other) => other.path === path && other.key === key && other.kind === kind && other.index === finding?.index,
      );
      expect(left).toEqual([]);
    }
  }
});

const text: Schema = { type: "string" };
const rule = { rule: "self.all(one, self.all(other, one == other || one.contains(other)))" };

/** Applies all suggestions at once, round by round, like a user does. */
function followed(schema: Schema, isFixed?: (inner: Schema) => boolean): readonly RuleFinding[] {
  for (let round = 0; round < 3; round += 1) {
    for (const { fits } of checkRules(schema, isFixed && { isFixed })) {
      for (const { node, keyword, value } of fits?.[0] ?? []) node[keyword] = Math.min(node[keyword] ?? value, value);
    }
  }
  return checkRules(schema);
}

test.each<[string, Schema]>([
  ["a least number of items", { type: "array", items: text, minItems: 40, "x-kubernetes-validations": [rule] }],
  [
    "a default",
    { type: "array", items: text, default: Array.from({ length: 40 }, () => "a"), "x-kubernetes-validations": [rule] },
  ],
  ["an example", { type: "array", items: { ...text, example: "b".repeat(50) }, "x-kubernetes-validations": [rule] }],
  ["a least length", { type: "array", items: { ...text, minLength: 60 }, "x-kubernetes-validations": [rule] }],
])("no bound is below %s", (_, list) => {
  const root: Schema = { type: "object", properties: { list } };
  expect(checkRules(root).some(({ fits }) => fits?.length !== 0)).toBe(true);
  expect(followed(root)).toEqual([]);
  const { items } = list;
  const given = Math.max(list.minItems ?? 0, Array.isArray(list.default) ? list.default.length : 0);
  expect(list.maxItems ?? Infinity).toBeGreaterThanOrEqual(given);
  expect(items?.maxLength ?? Infinity).toBeGreaterThanOrEqual(
    Math.max(items?.minLength ?? 0, typeof items?.example === "string" ? items.example.length : 0),
  );
});

test("a schema of an imported type gets no bounds", () => {
  const inner: Schema = { type: "array", items: text };
  const outer: Schema = {
    type: "array",
    items: { type: "object", properties: { inner } },
    "x-kubernetes-validations": [{ rule: "self.all(one, one.inner.all(each, self.all(other, each in other.inner)))" }],
  };
  const fits = checkRules({ type: "object", properties: { outer } }, { isFixed: (each) => each === inner })[0]?.fits;
  expect(fits?.flat().map(({ path }) => path)).not.toContain("outer[].inner");
});

test("many fields that need a bound are all named", () => {
  const list = (): Schema => ({ type: "array", items: text, "x-kubernetes-validations": [rule] });
  const names = ["a", "b", "c", "d", "e", "f"];
  const root: Schema = {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, list()])),
    "x-kubernetes-validations": [
      { rule: `[${names.map((name) => `self.${name}`).join(", ")}].all(l, l.all(x, l.all(y, x.contains(y))))` },
    ],
  };
  const hints = checkRules(root).map(({ hint }) => hint);
  expect(hints.join("\n")).not.toContain("the like");
  expect(followed(root)).toEqual([]);
});
