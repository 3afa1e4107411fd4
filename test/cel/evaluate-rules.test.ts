import { describe, expect, test } from "vitest";
import { createRuleEvaluator } from "../../src/cel/evaluate-rules.js";
import type { Schema, ValidationRule } from "../../src/schema/schema.js";
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
