import { describe, expect, test } from "vitest";
import { createRuleEvaluator } from "../../src/cel/evaluate-rules.js";
import type { Schema, ValidationRule } from "../../src/schema/schema.js";
import { ourCost, readCosts } from "./actual-costs/actual-costs.js";
import { evaluationCase } from "./evaluation-cases.js";
import { ourEvaluation, readEvaluations } from "./evaluations.js";

const ruled = (...rules: (string | ValidationRule)[]): Schema => ({
  type: "object",
  properties: { size: { type: "integer" }, name: { type: "string" } },
  "x-kubernetes-validations": rules.map((rule) => (typeof rule === "string" ? { rule } : rule)),
});

describe("values that the API server has judged by rules", () => {
  test("get the same said, word for word", () => {
    const recorded = [...readEvaluations()];
    expect(recorded.map(([name]) => [name, ourEvaluation(evaluationCase(name))])).toEqual(recorded);
    expect(recorded.length).toBeGreaterThan(1000);
  });
});

describe("what rules cost", () => {
  test("is what the API server counts", () => {
    const recorded = readCosts();
    expect(recorded.map(([name]) => [name, ourCost(evaluationCase(name))])).toEqual(recorded);
    expect(recorded.length).toBeGreaterThan(900);
  });

  test("is taken from a budget, and without one left no more are evaluated", () => {
    const evaluator = createRuleEvaluator(ruled("self.size > 3", "self.size > 4"));
    const budget = { left: 5 };
    const messages = evaluator?.evaluate({ size: 1 }, { budget }).map(({ message }) => message);
    expect(messages).toEqual([
      "failed rule: self.size > 3",
      "validation failed due to running out of cost budget, no further validation rules will be run",
    ]);
    expect(budget.left).toBe(-1);
  });

  test.each([
    "self.name.split('').all(a, self.name.split('').all(b, a == b))",
    "self.name == 'x' || self.name.split('').all(a, !self.name.split('').exists(b, a == b && b == 'y'))",
    "[1].exists(x, self.name.split('').all(a, self.name.split('').all(b, a == b))) || true",
    "self.name.split('').transformMap(i, c, self.name.split('').map(d, d)).size() > 0",
    "lists.range(self.size).size() > 1",
    "self.name.split('').map(c, self.name).distinct().size() > 1",
  ])("is limited, whatever else the rule says: %s", (rule) => {
    const violations = createRuleEvaluator(ruled(rule))?.evaluate({ name: "x".repeat(5000), size: 2_000_000_000 });
    expect(violations).toHaveLength(1);
    expect(violations?.[0]?.message).toMatch(/^'operation cancelled: actual cost limit|running out of cost budget/);
  });

  test("is that of going through many values once: what a fold gathers grows in place", () => {
    const items = Array.from({ length: 70_000 }, (_, index) => index);
    const list: Schema = { type: "array", items: { type: "integer" } };
    const rules = [
      { rule: "self.items.map(x, x).size() == 70000" },
      { rule: "self.items.transformMap(i, x, x).size() == 70000" },
      { rule: "self.items.map(x, x).filter(x, x > 69998) == [69999]" },
    ];
    const schema: Schema = { type: "object", properties: { items: list }, "x-kubernetes-validations": rules };
    expect(
      createRuleEvaluator(schema)
        ?.evaluate({ items })
        .map(({ message }) => message),
    ).toEqual([expect.stringContaining("actual cost limit exceeded") as string]);
  });
});

describe("an evaluator of rules", () => {
  test("is not made where there are no rules", () => {
    expect(createRuleEvaluator({ type: "object", properties: { a: { type: "string" } } })).toBeUndefined();
  });

  test("leaves out rules that do not compile", () => {
    expect(createRuleEvaluator(ruled("self.nmae == 'x'", "", "self."))).toBeUndefined();
    expect(createRuleEvaluator(ruled("self.nmae == 'x'", "self.name == 'x'"))?.evaluate({ name: "y" })).toMatchObject([
      { kind: "violated", path: "", rule: { rule: "self.name == 'x'" }, message: "failed rule: self.name == 'x'" },
    ]);
  });

  test("says with its own message, or its place, what a rule says of it", () => {
    const rule: ValidationRule = {
      rule: "self.size > 3",
      message: "too small",
      messageExpression: "'not ' + string(self.size)",
      fieldPath: ".size",
    };
    const evaluator = createRuleEvaluator(ruled(rule));
    expect(evaluator?.evaluate({ size: 1 })).toMatchObject([
      { kind: "violated", path: ".size", rule, message: "not 1" },
    ]);
    expect(evaluator?.evaluate({})).toMatchObject([
      { kind: "error", path: "", rule, message: "no such key: size evaluating rule: too small" },
    ]);
  });

  test("asks rules on the old value only where there is one", () => {
    const evaluator = createRuleEvaluator(ruled("self.size >= oldSelf.size"));
    expect(evaluator?.evaluate({ size: 1 })).toEqual([]);
    expect(evaluator?.evaluate({ size: 1 }, { oldValue: { size: 2 } })).toHaveLength(1);
    expect(evaluator?.evaluate({ size: 2 }, { oldValue: { size: 2 } })).toEqual([]);
  });

  test("gives rules of a resource its name", () => {
    const schema: Schema = { type: "object", "x-kubernetes-validations": [{ rule: "self.metadata.name.size() < 4" }] };
    const evaluator = createRuleEvaluator(schema, { isResource: true });
    expect(evaluator?.evaluate({ metadata: { name: "abc" } })).toEqual([]);
    expect(evaluator?.evaluate({ metadata: { name: "abcd" } })).toHaveLength(1);
  });
});
